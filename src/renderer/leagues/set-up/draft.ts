import { byeIn, keptApartIn } from "../../../shared/absences.ts";
import { formatOf, formats } from "../../../shared/formats/register.ts";
import { type LeagueSettings, usualTimes } from "../../../shared/leagues.ts";
import type { Options } from "../../../shared/terms.ts";
import { tieBreakIn } from "../../../shared/tie-breaks.ts";
import type { Problems } from "../../api/problems.ts";
import { clockOf } from "../../new-game/clocks.ts";
import { type Draft, firstDraft } from "../../new-game/draft.ts";
import type { LeagueRequest } from "../client.ts";
import { computerAt, type DraftEntrant, entrantRequestOf, figuresIn, isPlace } from "./entrant-draft.ts";
import * as strings from "./strings.ts";

/** A number that is typed for a league, by its place in the request. */
export type FigureName = keyof typeof strings.figures;

/** The fields that everybody sees; the others are behind “More”. */
const usualFields = ["name", "entrants", "format", "games_per_match", "clock", "move_seconds"];
/** The fields that a refusal of the host can name. */
export const fieldNames: readonly string[] = [
  ...Object.keys(strings.figures).map((name) => name.replace(/\..*/, "")),
  ...usualFields,
  "options",
  "best_of",
  "tie_breaks",
  "forbidden_pairs",
  "byes",
  "openings",
  "missed_move",
  "legal_moves",
  "secret",
];
/** Whether one of these problems is about a field behind “More”. */
export const isFurther = ({ fields }: Problems): boolean =>
  Object.keys(fields).some((name) => !usualFields.includes(name.replace(/\..*/, "")));

/** A league in the dialog, with numbers as they were typed. */
export interface LeagueDraft extends Pick<Draft, "game" | "options" | "clock"> {
  readonly name: string;
  readonly entrants: readonly DraftEntrant[];
  readonly format: string;
  /** The host's default where one is missing or empty; the points of a match are those of the game where all are. */
  readonly figures: Readonly<Partial<Record<FigureName, string>>>;
  readonly bestOf: boolean;
  /** For rounds that are paired by score, a line each: pairs to be kept apart (`A | B`), and byes (`A | 2 | half`). */
  readonly apart: string;
  readonly byes: string;
  /** Whether each round that a late entry missed brings half a point. */
  readonly lateForHalf: boolean;
  /** For a knockout: the decider of a level match, and whether the games before it are played in pairs. */
  readonly decider: "lot" | "armageddon";
  readonly extraInPairs: boolean;
  /** Codes separated by commas; the format's usual ones where empty. */
  readonly tieBreaks: string;
  readonly lateByLot: boolean;
  /** The positions from which games start: the usual one, the game's own suite, or a given one. */
  readonly openings: "none" | "built-in" | "own";
  readonly suite: string;
  /** The name of the file with the suite; empty where it was typed. */
  readonly suiteName: string;
  /** The order of the openings. */
  readonly order: "random" | "sequential";
  readonly policy: "pair" | "round";
  readonly resigning: boolean;
  readonly drawing: boolean;
  /** Whether a sequential test ends a league of two entrants. */
  readonly testing: boolean;
  readonly legalMoves: "shown" | "hidden";
  readonly secret: string;
}

export const firstLeague: LeagueDraft = {
  name: "",
  game: firstDraft.game,
  options: firstDraft.options,
  entrants: [2, 3, 4, 5].map((level, index) => computerAt(index + 1, level)),
  format: formats[0].name,
  figures: {
    games_per_match: "2",
    misses: "3",
    concurrency: "4",
    "adjudication.resign.score": "600",
    "adjudication.resign.moves": "4",
    "adjudication.draw.score": "10",
    "adjudication.draw.moves": "8",
    "adjudication.draw.after_move": "40",
    "sprt.elo0": "0",
    "sprt.elo1": "20",
    "sprt.alpha": "0.05",
    "sprt.beta": "0.05",
  },
  bestOf: false,
  apart: "",
  byes: "",
  lateForHalf: false,
  decider: "lot",
  extraInPairs: false,
  tieBreaks: "",
  clock: firstDraft.clock,
  lateByLot: false,
  openings: "none",
  suite: "",
  suiteName: "",
  order: "random",
  policy: "pair",
  resigning: false,
  drawing: false,
  testing: false,
  legalMoves: "shown",
  secret: "",
};

/** Places without a name. */
export const placesIn = ({ entrants }: LeagueDraft): number => entrants.filter(isPlace).length;
/** The entrants that are sent to the host, in its order. */
const namedIn = ({ entrants }: Pick<LeagueDraft, "entrants">): readonly DraftEntrant[] =>
  entrants.filter((each) => !isPlace(each));
/** Whether the league has to wait for agents before it can begin. */
export const waitsForAgents = ({ entrants }: LeagueDraft): boolean => entrants.some(({ kind }) => kind === "agent");
/** The defaults for a move and for coming to a match, in seconds. */
export const usualTimesOf = ({ entrants }: Pick<LeagueDraft, "entrants">) =>
  usualTimes(entrants.some(({ kind }) => kind === "human"));
/** Whether the sequential test is possible, which needs two entrants. */
export const canTest = ({ entrants }: Pick<LeagueDraft, "entrants">): boolean => entrants.length === 2;

/** The problems of each entrant, by its own fields. */
export function entrantProblems({ entrants }: LeagueDraft, { fields }: Problems): readonly Problems["fields"][] {
  // Places are not sent, so the host numbers only the others.
  const named = namedIn({ entrants });
  return entrants.map((entrant) => {
    const path = `entrants.${named.indexOf(entrant)}`;
    const own = Object.entries(fields).filter(([name]) => name === path || name.startsWith(`${path}.`));
    return Object.fromEntries(own.map(([name, text]) => [name.slice(path.length + 1), text]));
  });
}

function openingsOf({ openings, suite, suiteName, order, policy }: LeagueDraft): LeagueRequest {
  if (openings === "none") return {};
  const own = openings === "own" ? { text: suite, name: suiteName.slice(0, 40) || "given" } : {};
  return { openings: { order, policy, ...own } };
}

function adjudicationOf(draft: LeagueDraft): LeagueRequest {
  if (!draft.resigning && !draft.drawing) return {};
  const resign = draft.resigning ? { resign: figuresIn(draft.figures, "adjudication.resign") } : {};
  return {
    adjudication: { ...resign, ...(draft.drawing ? { draw: figuresIn(draft.figures, "adjudication.draw") } : {}) },
  };
}

/** The fields for points, with the worth of a bye only for pairings by score. */
export const pointsIn = (draft: LeagueDraft): readonly ("win" | "draw" | "loss" | "bye")[] =>
  formatOf(draft).byScore ? ["win", "draw", "loss", "bye"] : ["win", "draw", "loss"];

function pointsOf(draft: LeagueDraft, usual: LeagueSettings["points"] | undefined): LeagueRequest {
  const { bye, ...own } = figuresIn(draft.figures, "points");
  const worth = bye === undefined || !formatOf(draft).byScore ? {} : { bye };
  // All three points have to be set: mixing them with defaults of another scale would be a mistake.
  const points = { ...(Object.keys(own).length > 0 ? own : usual), ...worth };
  return Object.keys({ ...own, ...worth }).length > 0 ? { points } : {};
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

/** The forbidden pairs, the byes and the late entries. */
function absencesOf(draft: LeagueDraft): LeagueRequest {
  const { apart, byes, lateForHalf } = draft;
  if (!formatOf(draft).byScore) return {};
  const late = { ...figuresIn(draft.figures, "late_entries"), worth: lateForHalf ? "half" : "none" };
  return {
    forbidden_pairs: linesOf(apart).map(keptApartIn),
    byes: linesOf(byes).map(byeIn),
    ...(takesLate(draft) ? { late_entries: late } : {}),
  };
}
const takesLate = (draft: LeagueDraft): boolean =>
  formatOf(draft).byScore === true && figuresIn(draft.figures, "late_entries")["rounds"] !== undefined;

/** Sends nothing where it is the default. */
function deciderOf(draft: LeagueDraft): LeagueRequest {
  const { decider: last, extraInPairs } = draft;
  const extra = extraInPairs ? "extra_pairs" : "extra_games";
  const games = figuresIn(draft.figures, "decider")[extra];
  if (!formatOf(draft).eliminates || (last === "lot" && games === undefined)) return {};
  return { decider: { last, [extra]: games } };
}

/** An unknown code goes to the host as typed, whose answer lists the known ones. */
function tieBreaksOf({ tieBreaks }: LeagueDraft): LeagueRequest {
  const codes = tieBreaks.split(/[\s,]+/).filter((each) => each !== "");
  return codes.length === 0 ? {} : { tie_breaks: codes.map((each) => tieBreakIn(each) ?? each) };
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
  const { rounds, ...figures } = figuresIn(draft.figures, "");
  return {
    name: draft.name.trim() || `${title} league`,
    game: draft.game,
    options,
    entrants: named.map(entrantRequestOf),
    format: draft.format,
    ...figures,
    ...(draft.bestOf ? { best_of: true } : {}),
    ...(formatOf(draft).eliminates ? {} : { rounds }),
    ...pointsOf(draft, usual),
    ...tieBreaksOf(draft),
    ...absencesOf(draft),
    ...deciderOf(draft),
    ...(clock ? { clock } : {}),
    ...(draft.lateByLot ? { missed_move: "random" } : {}),
    ...openingsOf(draft),
    ...adjudicationOf(draft),
    ...(draft.testing && canTest(draft) ? { sprt: figuresIn(draft.figures, "sprt") } : {}),
    legal_moves: draft.legalMoves,
    ...(draft.secret.trim() === "" ? {} : { secret: draft.secret.trim() }),
    // As many as there are places, so that no uninvited agent joins, unless late entries are allowed.
    ...(takesLate(draft) ? {} : { max_entrants: Math.max(2, named.length + places) }),
  };
}
