import { accept, invalid, type Refusal, type ValueOf } from "../../../shared/result.ts";
import { type TieBreak, tieBreakIn } from "../../../shared/tie-breaks.ts";
import type { Points } from "../standings/record.ts";

/** The lines of a report that are not about one player. Players by their starting rank. */
export type TrfTags = ValueOf<ReturnType<typeof readTags>>;

/** A player's absence: in a round, or in the next one. */
export interface AskedBye {
  readonly line: number;
  /** From 1; null for the next. */
  readonly round: number | null;
  readonly player: number;
  readonly worth: "full" | "half" | "none";
}

/** Players who are not to meet each other in these rounds. */
export interface Apart {
  readonly line: number;
  readonly players: readonly number[];
  readonly from: number;
  /** Null for all from there on. */
  readonly to: number | null;
}

export const refuseLine = (line: number, reason: string): Refusal => invalid(`line ${line}: ${reason}`);

/** The points that a report states: for an absence they have to be 0 here, for a forfeit those of a loss. */
type Worth = "win" | "draw" | "loss" | "bye" | "absent" | "forfeit";
const codes: Readonly<Record<string, readonly Worth[]>> = {
  // Those of TRF26; bbpPairings writes Z where that has A.
  W: ["win"],
  D: ["draw"],
  L: ["loss"],
  P: ["bye"],
  A: ["absent", "forfeit"],
  Z: ["absent", "forfeit"],
  // Games with an unknown result do not exist here.
  X: [],
  BBW: ["win"],
  BBD: ["draw"],
  BBL: ["loss"],
  BBU: ["bye"],
  BBZ: ["absent"],
  BBF: ["forfeit"],
};
/** Results without an opponent, for which some programs use the signs of forfeits and of a draw. */
const resultsAlone = { full: "F+", half: "H=", none: "Z-" } as const;
export const worthAlone = (result: string): AskedBye["worth"] | undefined =>
  (["full", "half", "none"] as const).find((worth) => resultsAlone[worth].includes(result));
/** Lines of extensions that change neither games nor pairings: the first colour, and how ranks are listed. */
const idle: ReadonlySet<string> = new Set(["XXC"]);
const beyond: Readonly<Record<string, string>> = {
  "250": "rounds that are accelerated are not known here",
  "299": "points that the results do not bring are not known here",
  XXA: "rounds that are accelerated are not known here",
  XXS: "points are read from the line 162, or from BBW, BBD, BBL and BBU",
};

/**
 * Reads the lines of a tournament report that are not about one player: those of TRF26 (FIDE Handbook C.04, annex 2) and
 * the extensions of JaVaFo and bbpPairings (`XXR`, `XXZ`, `XXP`, `BBW` and so on). Refuses with `INVALID_ARGUMENT` and the
 * number of the line what changes points or pairings in a way that a league does not have, so that nothing of it is lost
 * without a word.
 */
export function readTags(lines: readonly string[]) {
  /** Null where the report does not say. */
  let rounds: number | null = null;
  const worths: Partial<Record<Worth, number>> = {};
  /** Those that a league can use, in order; null where the report names none. */
  let tieBreaks: readonly TieBreak[] | null = null;
  const byes: AskedBye[] = [];
  const apart: Apart[] = [];
  for (const [index, text] of lines.entries()) {
    const line = index + 1;
    const tag = text.slice(0, 3);
    const value = text.slice(3).trim();
    const why = beyond[tag];
    if (why !== undefined) return refuseLine(line, `${tag}: ${why}`);
    if (tag === "XXR" || tag === "142") {
      if (!/^0*[1-9]\d{0,3}$/.test(value)) return refuseLine(line, "the number of rounds is no number");
      rounds = Number(value);
    } else if (tag === "202" || tag === "212") {
      // 212 lists the points as well, and either may name tie-breaks that are unknown here: neither pairings nor points
      // depend on them.
      const codes = new Set(value.split(/[\s,]+/).flatMap((code) => tieBreakIn(code) ?? []));
      if (codes.size > 0) tieBreaks = [...codes];
    } else if (tag === "162") {
      const matches = [...value.matchAll(/([WDLAPXZ]) *(\d{1,3}(?:\.\d)?)\s*/gy)];
      if (matches.length === 0 || matches.map(([all]) => all).join("") !== value)
        return refuseLine(line, "the points are no number, or not of W, D, L, A, P or X");
      for (const [, code = "", worth] of matches) for (const key of codes[code] ?? []) worths[key] = Number(worth);
    } else if (tag.startsWith("BB")) {
      const values = codes[tag];
      if (!values) return refuseLine(line, `${tag} is not known here`);
      if (!/^\d{1,3}(?:\.\d)?$/.test(value)) return refuseLine(line, "the points are no number");
      for (const key of values) worths[key] = Number(value);
    } else if (tag === "XXZ" || tag === "240") {
      const [, type = "Z", round, ids = value] =
        tag === "240" ? (/^([FHZ]) +(\d{1,4})((?: +\d+)+)$/.exec(value) ?? []) : [];
      const worth = worthAlone(type);
      const players = numbersIn(ids);
      if (!worth || !players || (tag === "240" && round === undefined))
        return refuseLine(line, `${tag} does not tell who is not there, and when`);
      for (const player of players)
        byes.push({ line, round: round === undefined ? null : Number(round), player, worth });
    } else if (tag === "XXP" || tag === "260") {
      const numbers = numbersIn(value);
      const [from, to] = tag === "260" && numbers ? numbers : [1, null];
      const players = tag === "260" ? numbers?.slice(2) : numbers;
      if (!players || players.length < 2 || from === undefined || to === undefined || (to !== null && to < from))
        return refuseLine(line, `${tag} does not tell who is not to meet, and when`);
      apart.push({ line, players, from, to });
    } else if (tag.startsWith("XX") && !idle.has(tag)) return refuseLine(line, `${tag} is not known here`);
  }
  const { win = 1, draw = 0.5, loss = 0, bye = win, absent = 0, forfeit } = worths;
  if (win <= draw || draw < loss)
    return invalid("points: a win must be worth more than a draw, and a draw no less than a loss");
  if (absent !== 0) return invalid("points: a round that somebody is not there for is worth nothing here");
  if (forfeit !== undefined && forfeit !== loss && forfeit !== 0)
    return invalid("points: a game that is lost by forfeit is worth what a loss is here");
  // The points of a match; `bye` is for one from the pairings.
  const points: Points = { win, draw, loss, ...(bye === win ? {} : { bye }) };
  return accept({ rounds, points, tieBreaks, byes, apart });
}

/** Whole numbers from 1 between blanks; null where there is anything else. */
function numbersIn(text: string): readonly number[] | null {
  const words = text.trim().split(/\s+/);
  return words.every((word) => /^0*[1-9]\d{0,3}$/.test(word)) ? words.map(Number) : null;
}
