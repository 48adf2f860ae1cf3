import { pages } from "../../../games/pages.ts";
import { usualTimes } from "../../../shared/leagues.ts";
import type { GameKind, Options } from "../../../shared/terms.ts";
import { tieBreakIn } from "../../../shared/tie-breaks.ts";
import { type ClockChoice, clockOf } from "../../new-game/clocks.ts";
import { type FieldTexts, firstTexts } from "../../new-game/option-texts.ts";
import type { LeagueRequest } from "../client.ts";
import type { Format } from "../league-words.ts";
import { computerAt, type DraftEntrant, entrantRequestOf, figure, isPlace } from "./entrant-draft.ts";

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
  /** Of a match; those of the game where all are empty. */
  readonly points: { readonly win: string; readonly draw: string; readonly loss: string };
  /** Codes between commas; the usual ones of the format where empty. */
  readonly tieBreaks: string;
  readonly clock: ClockChoice;
  readonly moveSeconds: string;
  readonly longestGame: string;
  readonly maxIllegal: string;
  readonly lateByLot: boolean;
  readonly inviteSeconds: string;
  readonly misses: string;
  /** Where games start: as usual, from the game's own suite, or from one that was given. */
  readonly openings: "none" | "built-in" | "own";
  readonly suite: string;
  /** Of the file that the suite came from; empty where it was typed. */
  readonly suiteName: string;
  readonly shuffled: boolean;
  readonly policy: "pair" | "round";
  readonly resigning: boolean;
  readonly resign: { readonly score: string; readonly moves: string };
  readonly drawing: boolean;
  readonly draw: { readonly score: string; readonly moves: string; readonly after: string };
  /** Whether the sequential test ends it; of two entrants. */
  readonly testing: boolean;
  readonly sprt: { readonly elo0: string; readonly elo1: string; readonly alpha: string; readonly beta: string };
  readonly concurrency: string;
  readonly legalMoves: "shown" | "hidden";
  readonly seed: string;
  readonly secret: string;
}

export const firstLeague: LeagueDraft = {
  name: "",
  game: pages[0].kind,
  options: Object.fromEntries(pages.map(({ kind, options }) => [kind, firstTexts(options)])),
  entrants: [2, 3, 4, 5].map((level, index) => computerAt(index + 1, level)),
  format: "round-robin",
  gamesPerMatch: "2",
  bestOf: false,
  rounds: "",
  points: { win: "", draw: "", loss: "" },
  tieBreaks: "",
  clock: { preset: "none", minutes: "10", increment: "5" },
  moveSeconds: "",
  longestGame: "",
  maxIllegal: "",
  lateByLot: false,
  inviteSeconds: "",
  misses: "3",
  openings: "none",
  suite: "",
  suiteName: "",
  shuffled: true,
  policy: "pair",
  resigning: false,
  resign: { score: "600", moves: "4" },
  drawing: false,
  draw: { score: "10", moves: "8", after: "40" },
  testing: false,
  sprt: { elo0: "0", elo1: "20", alpha: "0.05", beta: "0.05" },
  concurrency: "4",
  legalMoves: "shown",
  seed: "",
  secret: "",
};

/** Places that nobody is named for. */
export const placesIn = ({ entrants }: LeagueDraft): number => entrants.filter(isPlace).length;
/** Those that the host is told of, in its order. */
export const namedIn = ({ entrants }: Pick<LeagueDraft, "entrants">): readonly DraftEntrant[] =>
  entrants.filter((each) => !isPlace(each));
/** Whether somebody is to come before it can begin. */
export const waitsForAgents = ({ entrants }: LeagueDraft): boolean => entrants.some(({ kind }) => kind === "agent");
/** Seconds for a move and for coming to a match, where nothing is typed. */
export const usualTimesOf = ({ entrants }: Pick<LeagueDraft, "entrants">) =>
  usualTimes(entrants.some(({ kind }) => kind === "human"));
/** Whether the sequential test has a sense: it tells two from each other. */
export const canTest = ({ entrants }: LeagueDraft): boolean => entrants.length === 2;

function openingsOf({ openings, suite, suiteName, shuffled, policy }: LeagueDraft): LeagueRequest {
  if (openings === "none") return {};
  const own = openings === "own" ? { text: suite, name: suiteName.slice(0, 40) || "given" } : {};
  return { openings: { order: shuffled ? "random" : "sequential", policy, ...own } };
}

function adjudicationOf({ resigning, resign, drawing, draw }: LeagueDraft): LeagueRequest {
  if (!resigning && !drawing) return {};
  const byResignation = { ...figure("score", resign.score), ...figure("moves", resign.moves) };
  const byDraw = {
    ...figure("score", draw.score),
    ...figure("moves", draw.moves),
    ...figure("after_move", draw.after),
  };
  return { adjudication: { ...(resigning ? { resign: byResignation } : {}), ...(drawing ? { draw: byDraw } : {}) } };
}

function pointsOf({ points: { win, draw, loss } }: LeagueDraft): LeagueRequest {
  if ((win + draw + loss).trim() === "") return {};
  return { points: { ...figure("win", win), ...figure("draw", draw), ...figure("loss", loss) } };
}

/** What is no code goes to the host as it was typed, which says what it takes. */
function tieBreaksOf({ tieBreaks }: LeagueDraft): LeagueRequest {
  const codes = tieBreaks.split(/[\s,]+/).filter((each) => each !== "");
  return codes.length === 0 ? {} : { tie_breaks: codes.map((each) => tieBreakIn(each) ?? each) };
}

function testOf(draft: LeagueDraft): LeagueRequest {
  if (!draft.testing || !canTest(draft)) return {};
  const { elo0, elo1, alpha, beta } = draft.sprt;
  const given = { ...figure("elo0", elo0), ...figure("elo1", elo1), ...figure("alpha", alpha) };
  return { sprt: { ...given, ...figure("beta", beta) } };
}

/** The request for a draft, with what the game's own fields came to. */
export function leagueRequestOf(draft: LeagueDraft, options: Options, title: string): LeagueRequest {
  const clock = clockOf(draft.clock);
  const places = placesIn(draft);
  const named = namedIn(draft);
  return {
    name: draft.name.trim() || `${title} league`,
    game: draft.game,
    options,
    entrants: named.map(entrantRequestOf),
    format: draft.format,
    ...figure("games_per_match", draft.gamesPerMatch),
    ...(draft.bestOf ? { best_of: true } : {}),
    ...(draft.format === "knockout" ? {} : figure("rounds", draft.rounds)),
    ...pointsOf(draft),
    ...tieBreaksOf(draft),
    ...(clock ? { clock } : {}),
    ...figure("move_seconds", draft.moveSeconds),
    ...(draft.lateByLot ? { missed_move: "random" } : {}),
    ...figure("longest_game", draft.longestGame),
    ...figure("max_illegal", draft.maxIllegal),
    ...figure("invite_seconds", draft.inviteSeconds),
    ...figure("misses", draft.misses),
    ...openingsOf(draft),
    ...adjudicationOf(draft),
    ...testOf(draft),
    ...figure("concurrency", draft.concurrency),
    legal_moves: draft.legalMoves,
    ...figure("seed", draft.seed),
    ...(draft.secret.trim() === "" ? {} : { secret: draft.secret.trim() }),
    // As many as there are places for, so that nobody comes who was not meant.
    ...(places > 0 ? { max_entrants: Math.max(2, named.length + places) } : {}),
  };
}
