import { foreignKey } from "../../../shared/foreign-key.ts";
import type { ModelProvider } from "../../../shared/model-providers.ts";
import type { ModelSettings } from "../../../shared/player-settings.ts";
import { missingCase } from "../../../shared/result.ts";
import { numberIn } from "../../ui/number-in.ts";
import type { LeagueRequest } from "../requests.ts";
import * as strings from "./strings.ts";

/** A text that is typed for a model, by its place in the entrant of a request. Prices are dollars for a million tokens. */
export type ModelText = keyof typeof strings.modelTexts;

/** A language model in the dialog, or a command that answers as one. */
export interface ModelDraft {
  readonly kind: "llm" | "command";
  readonly provider: ModelProvider;
  /** The usual value where one is missing or empty. */
  readonly texts: Readonly<Partial<Record<ModelText, string>>>;
  /** The last consent of the person: a key with the address that it is sent to, or a command with its arguments. */
  readonly consent?: string | undefined;
  /** The parts of a position that its prompt shows. */
  readonly parts: ModelSettings["prompt"];
}

type EntrantPlay =
  /** A level of the computer, or an engine of the person's, which is empty for a level. */
  | { readonly kind: "computer"; readonly level: number; readonly engine: string }
  | { readonly kind: "strategy"; readonly strategy: string }
  /** Without a name it is a place for the first agent that joins. */
  | { readonly kind: "agent" }
  | { readonly kind: "human" }
  | { readonly kind: "endpoint"; readonly address: string }
  | ModelDraft;

export type DraftEntrant = EntrantPlay & { readonly key: number; readonly name: string };
export type DraftKind = DraftEntrant["kind"];

/** A new entrant with defaults for the chosen game. */
export function newEntrant(kind: DraftKind, entrants: readonly DraftEntrant[], strategies: readonly string[]) {
  return {
    ...newPlay(kind, entrants, strategies),
    key: Math.max(0, ...entrants.map((each) => each.key)) + 1,
    name: "",
  };
}

function newPlay(kind: DraftKind, entrants: readonly DraftEntrant[], strategies: readonly string[]): EntrantPlay {
  switch (kind) {
    case "computer": {
      const levels = entrants.flatMap((each) => (each.kind === "computer" && each.engine === "" ? [each.level] : []));
      return { kind, level: nextLevel(levels), engine: "" };
    }
    case "strategy": {
      const used = entrants.flatMap((each) => (each.kind === "strategy" ? [each.strategy] : []));
      return { kind, strategy: strategies.find((each) => !used.includes(each)) ?? strategies[0] ?? "" };
    }
    case "llm":
    case "command":
      return { kind, provider: "anthropic", texts: {}, parts: { board: true, fen: true, history: true, legal: true } };
    case "endpoint":
      return { kind, address: "" };
    case "agent":
    case "human":
      return { kind };
    default:
      return missingCase(kind);
  }
}

/** The first level above the last one that is not there yet. */
function nextLevel(levels: readonly number[]): number {
  const all = Array.from({ length: 10 }, (_, index) => index + 1);
  const last = levels.at(-1) ?? 0;
  return all.find((each) => each > last && !levels.includes(each)) ?? all.find((each) => !levels.includes(each)) ?? 5;
}

/** Kinds that can play any game: strategies and engines belong to one. */
export const withoutGame = (entrants: readonly DraftEntrant[]): readonly DraftEntrant[] =>
  entrants.flatMap((each): DraftEntrant[] => {
    if (each.kind === "strategy") return [];
    return each.kind === "computer" ? [{ ...each, engine: "" }] : [each];
  });

/** The name of an entrant where none is typed. */
export function usualName(entrant: DraftEntrant): string {
  switch (entrant.kind) {
    case "computer":
      return entrant.engine || `Level ${entrant.level}`;
    case "strategy":
      return entrant.strategy;
    case "llm":
      return entrant.texts.model?.trim() || "Name";
    case "command":
      return wordsIn(entrant)[0]?.replace(/^.*\//, "") || "Name";
    case "endpoint":
      return "Name";
    case "human":
      return "You";
    case "agent":
      return "Anyone who joins";
    default:
      return missingCase(entrant);
  }
}

/** Whether it is a place without a name, which is not sent to the host. */
export const isPlace = ({ kind, name }: DraftEntrant): boolean => kind === "agent" && name.trim() === "";

export function entrantRequestOf(entrant: DraftEntrant): LeagueRequest {
  const name = entrant.name.trim() === "" ? {} : { name: entrant.name.trim() };
  const { kind } = entrant;
  switch (kind) {
    case "computer":
      return { kind, ...name, ...(entrant.engine === "" ? { level: entrant.level } : { engine: entrant.engine }) };
    case "strategy":
      return { kind, ...name, strategy: entrant.strategy };
    case "endpoint":
      return { kind, ...name, endpoint: entrant.address.trim() };
    case "llm":
    case "command":
      return { kind, ...name, ...modelRequestOf(entrant) };
    case "agent":
    case "human":
      return { kind, ...name };
    default:
      return missingCase(kind);
  }
}

/** The program of a command and its arguments: words between spaces, or between quotation marks. */
const wordsIn = ({ texts: { command = "" } }: ModelDraft): readonly string[] =>
  Array.from(command.matchAll(/"([^"]*)"|'([^']*)'|\S+/g), ([word, double, single]) => double ?? single ?? word);

/** The consent that an entrant needs, as a request lists it, and its question; null where it needs none. */
export function consentFor(draft: ModelDraft) {
  if (draft.kind === "command") {
    const words = wordsIn(draft);
    return words.length === 0 ? null : { text: words.join(" "), question: strings.runCommand(words) };
  }
  const foreign = foreignKey(draft.provider, draft.texts.base_url, draft.texts.key_env);
  return foreign && { text: foreign.text, question: `Allow ${foreign.name} to be sent to ${foreign.origin}` };
}

function modelRequestOf(draft: ModelDraft): LeagueRequest {
  const { kind, provider, texts, parts } = draft;
  const { model = "", prompt_text = "", env = "" } = texts;
  const price = figuresIn(texts, "price");
  return {
    ...figuresIn(texts, ""),
    ...(kind === "llm" ? { provider, model: model.trim() } : { command: wordsIn(draft) }),
    ...(env.trim() === "" ? {} : { env: env.split(/[\s,]+/).filter(Boolean) }),
    ...(prompt_text.trim() !== "" || Object.values(parts).every(Boolean) ? {} : { prompt: parts }),
    ...(Object.keys(price).length === 0 ? {} : { price }),
  };
}

/**
 * The typed numbers of one part of a request, by their paths: those of `sprt`, or with an empty path, those that are part
 * of nothing.
 */
export function figuresIn(figures: Readonly<Record<string, string>>, part: string): LeagueRequest {
  const inside = Object.entries(figures).filter(([name]) => name.replace(/\.?\w+$/, "") === part);
  return Object.assign({}, ...inside.map(([name, text]) => figureField(name.replace(/^.*\./, ""), text)));
}

/** Reads a typed number or word: nothing for an empty field; an invalid one is left to the host to refuse. */
function figureField(name: string, text: string): LeagueRequest {
  // A half as people write it: ½, 1½.
  const number = numberIn(text.replace("½", ".5"));
  return text.trim() === "" ? {} : { [name]: Number.isNaN(number) ? text.trim() : number };
}
