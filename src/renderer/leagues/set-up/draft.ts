import { pages } from "../../../games/pages.ts";
import { byeIn, keptApartIn } from "../../../shared/absences.ts";
import { formatOf, formats } from "../../../shared/formats/register.ts";
import { type LeagueSettings, usualTimes } from "../../../shared/leagues.ts";
import type { GameKind, Options } from "../../../shared/terms.ts";
import { tieBreakIn } from "../../../shared/tie-breaks.ts";
import { type ClockChoice, clockOf } from "../../new-game/clocks.ts";
import { type FieldTexts, firstTexts } from "../../new-game/option-texts.ts";
import type { LeagueRequest } from "../client.ts";
import { computerAt, type DraftEntrant, entrantRequestOf, figure, isPlace } from "./entrant-draft.ts";
import * as strings from "./strings.ts";

/** A league in the dialog, with numbers as they were typed. */
export interface LeagueDraft {
  readonly name: string;
  readonly game: GameKind;
  readonly options: Readonly<Record<GameKind, FieldTexts>>;
  readonly entrants: readonly DraftEntrant[];
  readonly format: string;
  readonly gamesPerMatch: string;
  readonly bestOf: boolean;
  readonly rounds: string;
  /** The points of a match; those of the game where all are empty. */
  readonly points: { readonly win: string; readonly draw: string; readonly loss: string; readonly bye: string };
  /** For rounds that are paired by score, a line each: pairs to be kept apart (`A | B`), and byes (`A | 2 | half`). */
  readonly apart: string;
  readonly byes: string;
  /** The last round after which one may join such a league, and whether each missed round brings half a point. */
  readonly lateEntries: string;
  readonly lateForHalf: boolean;
  /** For a knockout: the decider of a level match, and the number of extra games or pairs of games before it. */
  readonly decider: "lot" | "armageddon";
  readonly extra: string;
  readonly extraInPairs: boolean;
  /** Codes separated by commas; the format's usual ones where empty. */
  readonly tieBreaks: string;
  readonly clock: ClockChoice;
  readonly moveSeconds: string;
  readonly longestGame: string;
  readonly maxIllegal: string;
  readonly lateByLot: boolean;
  readonly inviteSeconds: string;
  readonly misses: string;
  /** The positions from which games start: the usual one, the game's own suite, or a given one. */
  readonly openings: "none" | "built-in" | "own";
  readonly suite: string;
  /** The name of the file with the suite; empty where it was typed. */
  readonly suiteName: string;
  readonly shuffled: boolean;
  readonly policy: "pair" | "round";
  readonly resigning: boolean;
  readonly resign: { readonly score: string; readonly moves: string };
  readonly drawing: boolean;
  readonly draw: { readonly score: string; readonly moves: string; readonly after: string };
  /** Whether a sequential test ends a league of two entrants. */
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
  format: formats[0].name,
  gamesPerMatch: "2",
  bestOf: false,
  rounds: "",
  points: { win: "", draw: "", loss: "", bye: "" },
  apart: "",
  byes: "",
  lateEntries: "",
  lateForHalf: false,
  decider: "lot",
  extra: "",
  extraInPairs: false,
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

/** Places without a name. */
export const placesIn = ({ entrants }: LeagueDraft): number => entrants.filter(isPlace).length;
/** The entrants that are sent to the host, in its order. */
export const namedIn = ({ entrants }: Pick<LeagueDraft, "entrants">): readonly DraftEntrant[] =>
  entrants.filter((each) => !isPlace(each));
/** Whether the league has to wait for agents before it can begin. */
export const waitsForAgents = ({ entrants }: LeagueDraft): boolean => entrants.some(({ kind }) => kind === "agent");
/** The defaults for a move and for coming to a match, in seconds. */
export const usualTimesOf = ({ entrants }: Pick<LeagueDraft, "entrants">) =>
  usualTimes(entrants.some(({ kind }) => kind === "human"));
/** Whether the sequential test is possible, which needs two entrants. */
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

/** The fields for points, with the worth of a bye only for pairings by score. */
export const pointsIn = (draft: LeagueDraft): readonly (keyof LeagueDraft["points"])[] =>
  formatOf(draft).byScore ? ["win", "draw", "loss", "bye"] : ["win", "draw", "loss"];

function pointsOf(draft: LeagueDraft, usual: LeagueSettings["points"] | undefined): LeagueRequest {
  const typed = pointsIn(draft).map((each) => [each, draft.points[each].trim()] as const);
  if (typed.every(([, text]) => text === "")) return {};
  // All three points have to be set: mixing them with defaults of another scale would be a mistake.
  const own = typed.some(([each, text]) => each !== "bye" && text !== "");
  return { points: Object.assign(own ? {} : { ...usual }, ...typed.map(([each, text]) => figure(each, text))) };
}

const linesOf = (text: string): readonly string[] => text.split("\n").filter((line) => line.trim() !== "");

/** The problem of each field with an unreadable line; empty where there is none. */
export function unreadLines(draft: LeagueDraft): Readonly<Record<string, string>> {
  if (!formatOf(draft).byScore) return {};
  const { apart, byes } = draft;
  const pair = linesOf(apart).find((line) => keptApartIn(line) === null);
  const bye = linesOf(byes).find((line) => byeIn(line) === null);
  return {
    ...(pair === undefined ? {} : { forbidden_pairs: strings.twoNamesOrMore(pair) }),
    ...(bye === undefined ? {} : { byes: strings.nameAndRoundSuch(bye) }),
  };
}

/** The forbidden pairs, and the byes. */
function absencesOf(draft: LeagueDraft): LeagueRequest {
  const { apart, byes, lateEntries, lateForHalf } = draft;
  if (!formatOf(draft).byScore) return {};
  const late = { ...figure("rounds", lateEntries), worth: lateForHalf ? "half" : "none" };
  return {
    forbidden_pairs: linesOf(apart).map(keptApartIn),
    byes: linesOf(byes).map(byeIn),
    ...(takesLate(draft) ? { late_entries: late } : {}),
  };
}
const takesLate = (draft: LeagueDraft): boolean => formatOf(draft).byScore === true && draft.lateEntries.trim() !== "";

/** Sends nothing where it is the default. */
function deciderOf(draft: LeagueDraft): LeagueRequest {
  const { decider, extra, extraInPairs } = draft;
  if (!formatOf(draft).eliminates || (decider === "lot" && extra.trim() === "")) return {};
  return { decider: { last: decider, ...figure(extraInPairs ? "extra_pairs" : "extra_games", extra) } };
}

/** An unknown code goes to the host as typed, whose answer lists the known ones. */
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

/**
 * The request for a draft, with the options from the game's own fields. @param usual the game's own points; absent
 * before the host's answer
 */
export function leagueRequestOf(
  draft: LeagueDraft,
  options: Options,
  title: string,
  usual?: LeagueSettings["points"],
): LeagueRequest {
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
    ...(formatOf(draft).eliminates ? {} : figure("rounds", draft.rounds)),
    ...pointsOf(draft, usual),
    ...tieBreaksOf(draft),
    ...absencesOf(draft),
    ...deciderOf(draft),
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
    // As many as there are places, so that no uninvited agent joins, unless late entries are allowed.
    ...(takesLate(draft) ? {} : { max_entrants: Math.max(2, named.length + places) }),
  };
}
