import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { GameDefinition } from "../../games/game.ts";
import {
  type Consents,
  commandLine,
  consentObjection,
  type EntrantRequest,
  MOST_MISTAKES,
} from "../../shared/entrants.ts";
import { usualKeys } from "../../shared/model-providers.ts";
import { chosenFor, type ModelSettings, type PlayerSettings } from "../../shared/player-settings.ts";
import { accept, missingCase, type Refusal, type Result, refuseField, refuseParts } from "../../shared/result.ts";
import { cleanLine, likeness, lookAlikeText, looksOf, quote, reservedName, reservedText } from "../../shared/text.ts";
import type { NewEntrant } from "./machine/decide.ts";
import { errorsPlay } from "./ratings/anchors.ts";

export type ModelRequest = Extract<EntrantRequest, { readonly kind: "llm" }>;
/**
 * Entrants with names of their own, each named once, but for these namesakes (by likeness), of which the later ones are
 * numbered. Refuses with `INVALID_ARGUMENT`, and the place and the reason of each mistake, between semicolons.
 */
export function entrantsOf(
  requests: readonly EntrantRequest[],
  definition: GameDefinition,
  consents: Consents = {},
  namesakes: ReadonlySet<string> = new Set(),
): Result<readonly NewEntrant[]> {
  const entrants: NewEntrant[] = [];
  const refusals = new Map<number, Refusal>();
  const names = new Map<string, string>();
  for (const [index, request] of requests.entries()) {
    const { name = "" } = request;
    const candidate = namesakes.has(likeness(name)) ? { ...request, name: freeName(name, names) } : request;
    const entrant = consentObjection(request, consents) ?? entrantOf(candidate, definition, names);
    if (!entrant.ok) {
      refusals.set(index, entrant);
      continue;
    }
    for (const look of looksOf(entrant.value.name)) names.set(look, entrant.value.name);
    entrants.push(entrant.value);
  }
  return refusals.size === 0 ? accept(entrants) : refuseParts("entrants", [...refusals].slice(0, MOST_MISTAKES));
}

function entrantOf(request: EntrantRequest, definition: GameDefinition, names: NameIndex): Result<NewEntrant> {
  const play = playOf(request, definition);
  if (!play.ok) return play;
  const { settings, usual, identity } = play.value;
  const label = request.name === undefined ? "" : cleanLine(request.name);
  if (request.name !== undefined && label === "") return refuseField("name", "it has no visible characters");
  const namesake = namesakeOf(label, names);
  if (namesake !== undefined)
    return refuseField("name", `${quote(label)} is there twice${lookAlikeText(label, namesake)}`);
  const own = reservedName(label, request.kind);
  if (own !== null) return refuseField("name", reservedText(label, own));
  const name = label || freeName(usual, names);
  const { kind } = request;
  return accept({ kind, name, settings, identity: `${identity}:${name}`, reserved: kind === "agent" });
}

/**
 * An entrant's player settings, its default name, and the part of its identity in the rating list that tells it from
 * namesakes.
 */
function playOf(request: EntrantRequest, definition: GameDefinition) {
  const by = (usual: string, identity: string, settings: PlayerSettings = {}) =>
    accept({ usual, identity: `${request.kind}:${identity}`, settings });
  switch (request.kind) {
    case "strategy": {
      const { strategy } = request;
      if (strategyNames(definition).includes(strategy)) return by(strategy, strategy, { strategy });
      const why = `${definition.kind} has no strategy ${JSON.stringify(strategy)}. It has ${strategiesOf(definition)}`;
      return refuseField("strategy", why);
    }
    case "computer": {
      const { level, engine, errors } = request;
      if ([level, engine, errors].filter((each) => each !== undefined).length > 1)
        return refuseField("engine", "a computer has one of level, engine and errors");
      if ((engine ?? errors) !== undefined && !definition.engine)
        return refuseField("engine", `no engine plays ${definition.kind}`);
      if (engine !== undefined) return by(engine, `engine ${engine}`, { engine });
      if (errors !== undefined) return by(errorsPlay(errors), errorsPlay(errors), { errors });
      return by(`Level ${level ?? 5}`, `${level ?? 5}`, { level: level ?? 5 });
    }
    case "llm": {
      const model = modelOf(request);
      return by(request.model, identityOf(model), { model });
    }
    case "command": {
      const { command, prompt_by, env, votes, prompt_text, prompt = allParts } = request;
      const model: ModelSettings = {
        provider: "command",
        model: commandLine(command),
        command: { line: command, prompt_by, env },
        prompt,
        price: { input: 0, output: 0 },
        ...(votes === undefined ? {} : { votes }),
        ...(prompt_text === undefined ? {} : { prompt_text }),
      };
      return by(basename(command[0] ?? ""), identityOf(model), { model });
    }
    case "endpoint":
      return by("Endpoint", request.endpoint, { endpoint: request.endpoint });
    case "human":
      return by("You", "");
    case "agent":
      return by("Agent", "named");
    default:
      return missingCase(request);
  }
}

/** A prompt that tells everything of a position. */
const allParts: ModelSettings["prompt"] = { board: true, fen: true, history: true, legal: true };

/** The settings of a model, with the usual ones that the request leaves out. */
export function modelOf(request: ModelRequest): ModelSettings {
  const { kind: _, name: __, base_url: baseUrl, key_env, prompt, price, ...chosen } = request;
  const key = key_env ?? usualKeys[request.provider] ?? undefined;
  return {
    ...chosen,
    prompt: prompt ?? allParts,
    price: price ?? { input: 0, output: 0 },
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(key === undefined ? {} : { key }),
  };
}

/** Everything that determines its play: not its price, nor the name of its key. */
function identityOf(settings: ModelSettings): string {
  const { provider, model, baseUrl, temperature, prompt, prompt_text } = settings;
  const parts = Object.entries(prompt).flatMap(([part, on]) => (on ? [part] : []));
  const text = prompt_text === undefined ? parts.join("+") : createHash("sha256").update(prompt_text).digest("hex");
  const others = chosenFor(settings).flatMap(([name, value]) => (name === "temperature" ? [] : `${name}=${value}`));
  return [provider, model, baseUrl ?? "", temperature ?? "", text, ...others].join(" ");
}

/** The names that are taken, by how they look. */
type NameIndex = ReadonlyMap<string, string>;

const namesakeOf = (name: string, names: NameIndex): string | undefined =>
  looksOf(name).flatMap((look) => names.get(look) ?? [])[0];

function freeName(usual: string, index: NameIndex): string {
  const names = [usual, ...Array.from({ length: index.size + 1 }, (_, index) => `${usual} ${index + 2}`)];
  return names.find((name) => namesakeOf(name, index) === undefined) ?? usual;
}

/** The names of the game's strategies; `levels` plays at the computer's levels. */
export const strategyNames = (definition: GameDefinition): readonly string[] =>
  Object.keys(definition.strategies).filter((name) => name !== "levels");
export const strategiesOf = (definition: GameDefinition): string => strategyNames(definition).join(", ");
