import { pages } from "../../../games/pages.ts";
import type { GameKind, Options } from "../../../shared/terms.ts";
import { type ClockChoice, clockOf } from "../../new-game/clocks.ts";
import { type FieldTexts, firstTexts } from "../../new-game/option-texts.ts";
import type { LeagueRequest } from "../client.ts";
import type { Format } from "../league-words.ts";

/** Who takes part, as the dialog has it. An agent is a place: whoever joins first takes it. */
export type DraftEntrant =
  | { readonly key: number; readonly kind: "computer"; readonly name: string; readonly level: number }
  | { readonly key: number; readonly kind: "strategy"; readonly name: string; readonly strategy: string }
  | { readonly key: number; readonly kind: "agent"; readonly name: string };
export type DraftKind = DraftEntrant["kind"];

/** A league as the dialog has it: numbers as they were typed. */
export interface LeagueDraft {
  readonly name: string;
  readonly game: GameKind;
  readonly options: Readonly<Record<GameKind, FieldTexts>>;
  readonly entrants: readonly DraftEntrant[];
  readonly format: Format;
  readonly gamesPerMatch: string;
  readonly bestOf: boolean;
  readonly rounds: string;
  readonly clock: ClockChoice;
  readonly moveSeconds: string;
  readonly longestGame: string;
  readonly maxIllegal: string;
  readonly lateByLot: boolean;
  /** Where games start: as usual, from the game's own suite, or from one that was pasted. */
  readonly openings: "none" | "built-in" | "own";
  readonly suite: string;
  readonly shuffled: boolean;
  /** Centipawns; empty for no such rule. */
  readonly resignAt: string;
  readonly drawWithin: string;
  readonly concurrency: string;
  readonly legalMoves: "shown" | "hidden";
  readonly seed: string;
}

const level = (key: number, of: number): DraftEntrant => ({ key, kind: "computer", name: "", level: of });

export const firstLeague: LeagueDraft = {
  name: "",
  game: pages[0].kind,
  options: Object.fromEntries(pages.map(({ kind, options }) => [kind, firstTexts(options)])),
  entrants: [level(1, 2), level(2, 3), level(3, 4), level(4, 5)],
  format: "round-robin",
  gamesPerMatch: "2",
  bestOf: false,
  rounds: "",
  clock: { preset: "none", minutes: "10", increment: "5" },
  moveSeconds: "300",
  longestGame: "",
  maxIllegal: "",
  lateByLot: false,
  openings: "none",
  suite: "",
  shuffled: true,
  resignAt: "",
  drawWithin: "",
  concurrency: "4",
  legalMoves: "shown",
  seed: "",
};

/** What the host is asked for, as it was typed: what is no number is left to it to refuse. */
const number = (name: string, text: string): LeagueRequest =>
  text.trim() === "" ? {} : { [name]: Number.isNaN(Number(text)) ? text : Number(text) };

export const agentsOf = ({ entrants }: LeagueDraft): number =>
  entrants.filter(({ kind, name }) => kind === "agent" && name.trim() === "").length;

function entrantOf({ kind, name, ...rest }: Exclude<DraftEntrant, { kind: "agent" }>): LeagueRequest {
  const { key: _, ...settings } = rest;
  return { kind, ...settings, ...(name.trim() === "" ? {} : { name: name.trim() }) };
}

/** Moves of both for which a score must hold, and the move after which a draw may be adjudicated. */
export const adjudicated = { resignMoves: 4, drawMoves: 8, drawAfter: 40 } as const;

function rulesOf({ resignAt, drawWithin, lateByLot, openings, suite, shuffled }: LeagueDraft): LeagueRequest {
  const { resignMoves, drawMoves, drawAfter } = adjudicated;
  const resign = resignAt.trim() === "" ? {} : { resign: { ...number("score", resignAt), moves: resignMoves } };
  const draw =
    drawWithin.trim() === ""
      ? {}
      : { draw: { ...number("score", drawWithin), moves: drawMoves, after_move: drawAfter } };
  const order = shuffled ? "random" : "sequential";
  return {
    ...(lateByLot ? { missed_move: "random" } : {}),
    ...(resignAt.trim() + drawWithin.trim() === "" ? {} : { adjudication: { ...resign, ...draw } }),
    ...(openings === "none"
      ? {}
      : { openings: { order, ...(openings === "own" ? { text: suite, name: "pasted" } : {}) } }),
  };
}

/** The request for a draft, with what the game's own fields came to. */
export function leagueRequestOf(draft: LeagueDraft, options: Options, title: string): LeagueRequest {
  const clock = clockOf(draft.clock);
  const agents = agentsOf(draft);
  const driven = draft.entrants.flatMap((entrant) => (entrant.kind === "agent" ? [] : [entrantOf(entrant)]));
  return {
    name: draft.name.trim() || `${title} league`,
    game: draft.game,
    options,
    entrants: driven,
    format: draft.format,
    ...number("games_per_match", draft.gamesPerMatch),
    ...(draft.bestOf ? { best_of: true } : {}),
    ...number("rounds", draft.rounds),
    ...(clock ? { clock } : {}),
    ...number("move_seconds", draft.moveSeconds),
    ...number("longest_game", draft.longestGame),
    ...rulesOf(draft),
    ...number("max_illegal", draft.maxIllegal),
    ...number("concurrency", draft.concurrency),
    legal_moves: draft.legalMoves,
    ...number("seed", draft.seed),
    // As many as there are places for, so that nobody comes who was not meant.
    ...(agents > 0 ? { max_entrants: Math.max(2, driven.length + agents) } : {}),
  };
}
