import { accept, invalid, type Refusal, type Result, type ValueOf } from "../../../shared/result.ts";
import { cleanLine, likeness } from "../../../shared/text.ts";
import { type TieBreak, tieBreakIn } from "../../../shared/tie-breaks.ts";
import { type MatchResult, type Points, partsIn, roundSum } from "../standings/record.ts";

/** The lines of a report that are not about one player. Players by their starting rank. */
type TrfTags = ValueOf<ReturnType<typeof readTags>>;

/** A player's absence: in a round, or in the next one. */
interface AskedBye {
  readonly line: number;
  /** From 1; null for the next. */
  readonly round: number | null;
  readonly player: number;
  readonly worth: "full" | "half" | "none";
}

/** Players who are not to meet each other in these rounds. */
interface Apart {
  readonly line: number;
  readonly players: readonly number[];
  readonly from: number;
  /** Null for all from there on. */
  readonly to: number | null;
}

const refuseLine = (line: number, reason: string): Refusal => invalid(`line ${line}: ${reason}`);

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
const worthAlone = (result: string): AskedBye["worth"] | undefined =>
  (["full", "half", "none"] as const).find((worth) => resultsAlone[worth].includes(result));
/** Lines of extensions that change neither games nor pairings: the first colour, and how ranks are listed. */
const ignoredLines: ReadonlySet<string> = new Set(["XXC"]);
const unsupportedLines: Readonly<Record<string, string>> = {
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
function readTags(lines: readonly string[]) {
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
    const why = unsupportedLines[tag];
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
    } else if (tag.startsWith("XX") && !ignoredLines.has(tag)) return refuseLine(line, `${tag} is not known here`);
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

/** The content of a tournament report. */
export interface Trf extends Omit<TrfTags, "byes"> {
  /** By starting rank. Namesakes are numbered: the second one is `Smith, John 2`. */
  readonly players: readonly { readonly name: string; readonly original: string; readonly line: number }[];
  /** Players by their starting rank. */
  readonly results: readonly MatchResult[];
  readonly played: number;
  /** The players that will be absent in rounds to come. */
  readonly byes: readonly (AskedBye & { readonly round: number })[];
}

interface Cell {
  readonly opponent: number;
  readonly side: string;
  readonly result: string;
}
type TrfRow = ValueOf<ReturnType<typeof readPlayer>>;

/** The first column of the name, and its width. */
const NAME = 14;
const NAME_WIDTH = 33;
/** The first column of the first round, and the width of a round. */
const FIRST_ROUND = 91;
const ROUND_WIDTH = 10;

/** Whether a name in a report may be the beginning of a longer one: it fills the columns, which some count in bytes. */
export const isCut = (name: string): boolean => bytesOf(name) > NAME_WIDTH - 4;

/**
 * Reads a tournament report file (FIDE Handbook C.04, annex 2: TRF16 and TRF26, with the lines that JaVaFo and bbpPairings
 * add; lines end in CR, LF or both): who played whom, and how it ended. Refuses with `INVALID_ARGUMENT`, the number of the
 * line and the reason: what {@link readTags} refuses, starting ranks that are not 1, 2, 3 …, what is no result, two lines that
 * do not agree about a game, points that the results do not add up to, and a round before others for which nobody was there.
 */
export function readTrf(text: string): Result<Trf> {
  const lines = text.split(/\r\n|\r|\n/);
  const tags = readTags(lines);
  if (!tags.ok) return tags;
  const players: TrfRow[] = [];
  const own = [...lines.entries()].filter(([, line]) => line.startsWith("001"));
  const byBytes = countsBytes(own.map(([, line]) => line));
  for (const [index, line] of own) {
    const player = readPlayer(columnsOf(line, byBytes), index + 1);
    if (!player.ok) return player;
    players.push(player.value);
  }
  if (players.length < 2) return refuseLine(1, "there are not two players (lines that begin with 001)");
  const byRank = players.toSorted((one, other) => one.rank - other.rank);
  const misfit = byRank.find(({ rank }, index) => rank !== index + 1);
  if (misfit)
    return refuseLine(misfit.line, `the starting rank ${misfit.rank} is there twice, or one before it is missing`);
  const rounds = roundsPlayed(byRank);
  const byesRead = byesToCome(byRank, rounds, tags.value);
  if (!byesRead.ok) return byesRead;
  const byes = byesRead.value;
  const stranger = [
    ...byes,
    ...tags.value.apart.flatMap(({ line, players: those }) => those.map((player) => ({ line, player }))),
  ].find(({ player }) => player > byRank.length);
  if (stranger) return refuseLine(stranger.line, `there is no player ${stranger.player}`);
  const matches: MatchResult[] = [];
  for (const player of byRank) {
    // A line has as many rounds as it is long enough for: checking all rounds for each could take very long.
    for (let round = 1; round <= Math.min(rounds, player.cells.length); round += 1) {
      const result = resultIn(byRank, player, round);
      if (!result.ok) return result;
      if (result.value) matches.push(result.value);
    }
  }
  const results = matches.toSorted((one, other) => one.round - other.round);
  const gap = [...new Set(results.map(({ round }) => round))].findIndex((round, index) => round !== index + 1);
  if (gap !== -1) return refuseLine(byRank[0]?.line ?? 1, `round ${gap + 1} is nobody's, and one after it was played`);
  const untrue = wrongPoints(byRank, results, tags.value.points, byes);
  if (untrue !== null) return untrue;
  return accept({ ...tags.value, players: withNumbers(byRank), results, played: rounds, byes });
}

/** The players by names of which none is like another. */
function withNumbers(byRank: readonly TrfRow[]): Trf["players"] {
  const names = new Set(byRank.map(({ name }) => likeness(name)));
  const numbers = new Map<string, number>();
  return byRank.map(({ name: original, line }) => {
    let number = (numbers.get(likeness(original)) ?? 0) + 1;
    while (number > 1 && names.has(likeness(`${original} ${number}`))) number += 1;
    numbers.set(likeness(original), number);
    return { name: number === 1 ? original : `${original} ${number}`, original, line };
  });
}

/**
 * The rounds up to the last one that is over: somebody played in it, or all players have a result, one of them the bye of
 * its pairing. Byes and absences of rounds to come are often listed.
 */
function roundsPlayed(byRank: readonly TrfRow[]): number {
  const counts: number[] = [];
  for (const { cells } of byRank)
    for (const [index, cell] of cells.entries()) if (cell !== null) counts[index] = (counts[index] ?? 0) + 1;
  const isOver = (cell: Cell | null, index: number) =>
    cell !== null && (cell.opponent !== 0 || (cell.result === "U" && counts[index] === byRank.length));
  return Math.max(...byRank.map(({ cells }) => cells.findLastIndex(isOver) + 1));
}

/**
 * The byes and absences in rounds that nobody has played, from lines of their own or from the rounds' columns. Refuses the
 * bye of a pairing to come that is worth what no other bye is.
 */
function byesToCome(
  byRank: readonly TrfRow[],
  rounds: number,
  { byes, points: { win, draw, bye = win } }: TrfTags,
): Result<Trf["byes"]> {
  const paired = bye === win ? "full" : bye === draw ? "half" : bye === 0 ? "none" : null;
  const toCome = byes
    .map((each) => ({ ...each, round: each.round ?? rounds + 1 }))
    .filter(({ round }) => round > rounds);
  // Where both name one round, the player's own line counts.
  const byKey = new Map(toCome.map((each) => [`${each.player} ${each.round}`, each] as const));
  for (const { rank, line, cells } of byRank) {
    for (const [index, cell] of cells.slice(rounds).entries()) {
      if (cell === null) continue;
      const round = rounds + index + 1;
      const worth = cell.result === "U" ? paired : worthAlone(cell.result);
      if (worth === undefined) return refuseLine(line, `round ${round} has a result and no opponent`);
      if (worth === null)
        return refuseLine(line, `round ${round} has a bye (U) before it is paired, worth ${bye}. Write F, H or Z`);
      byKey.set(`${rank} ${round}`, { line, player: rank, round, worth });
    }
  }
  return accept([...byKey.values()]);
}

/** The first player whose points do not follow from the results, which may include byes to come; null for none. */
function wrongPoints(byRank: readonly TrfRow[], results: readonly MatchResult[], points: Points, byes: Trf["byes"]) {
  const scoring = { points, predetermined: false, byeWins: true };
  const sums = new Map<number, number>();
  for (const result of results)
    for (const [number, part] of partsIn(result, scoring)) sums.set(number, (sums.get(number) ?? 0) + part.points);
  const worths = { full: points.win, half: points.draw, none: 0 };
  const toCome = new Map<number, number>();
  for (const { player, worth } of byes) toCome.set(player, (toCome.get(player) ?? 0) + worths[worth]);
  for (const { rank, line, points: claim } of byRank) {
    const sum = roundSum(sums.get(rank) ?? 0);
    if (claim !== null && claim !== sum && claim !== roundSum(sum + (toCome.get(rank) ?? 0)))
      return refuseLine(line, `the results are worth ${sum} points, and the columns 81 to 84 have ${claim}`);
  }
  return null;
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** The columns of a line, a character in each; by bytes, those that a character takes after its first are empty. */
const columnsOf = (line: string, byBytes: boolean): readonly string[] =>
  Array.from(line.trimEnd()).flatMap((each) => [each, ...Array<string>(byBytes ? bytesOf(each) - 1 : 0).fill("")]);

/** Whether rating and points stand where they belong. */
const isAligned = (columns: readonly string[]): boolean =>
  /^(?: [ \d]{0,4} ?)?$/.test(columns.slice(47, 53).join("")) &&
  /^(?: (?: {0,4}|[ \d]\d\.\d|[ \d]\d{3})(?: |$))?$/.test(columns.slice(79, 85).join(""));

/** Whether the program that wrote these lines counted the bytes of names to fill them up with blanks. */
function countsBytes(lines: readonly string[]): boolean {
  const foreign = lines.filter((line) => /[^ -~]/.test(line));
  const fits = (byBytes: boolean) => foreign.every((line) => isAligned(columnsOf(line, byBytes)));
  return !fits(false) && fits(true);
}

function readPlayer(characters: readonly string[], number: number) {
  const columns = (from: number, width: number) => characters.slice(from, from + width).join("");
  const rank = Number(columns(4, 4));
  if (!Number.isInteger(rank) || rank < 1) return refuseLine(number, "columns 5 to 8 are no starting rank");
  const name = cleanLine(columns(NAME, NAME_WIDTH));
  if (name === "") return refuseLine(number, "columns 15 to 47 are no name");
  const claim = columns(80, 4).trim();
  if (!/^(?:\d+(?:\.\d)?)?$/.test(claim)) return refuseLine(number, "columns 81 to 84 are no points");
  const cells: (Cell | null)[] = [];
  for (let at = FIRST_ROUND; at < characters.length; at += ROUND_WIDTH) {
    const [opponent, side, result] = [columns(at, 4), columns(at + 5, 1), columns(at + 7, 1)];
    const round = cells.length + 1;
    // Blank columns, and a blank result without an opponent, mean an absence.
    if (Number(opponent) === 0 && result.trim() === "" && /^[- ]?$/.test(side)) cells.push(null);
    else if (!/^ *(?:\d+)?$/.test(opponent) || !/^[wb -]?$/.test(side))
      return refuseLine(number, `round ${round} begins with no opponent and side`);
    else if (!/^[-+10=WDLHFUZ]$/i.test(result)) return refuseLine(number, `round ${round} has no result`);
    else cells.push({ opponent: Number(opponent), side, result: result.toUpperCase() });
  }
  // Points are null where the columns are blank.
  return accept({ rank, name, line: number, points: claim === "" ? null : Number(claim), cells });
}

/** The results that may stand opposite each other on the two lines of a game. */
const oppositeResults = ["10", "01", "00", "==", "WL", "LW", "LL", "DD", "+-", "-+", "--"];

/** A match, returned once for its two players; a bye; null for an absence. */
function resultIn(players: readonly TrfRow[], player: TrfRow, round: number): Result<MatchResult | null> {
  const cell = player.cells[round - 1];
  if (!cell) return accept(null);
  const { rank, line } = player;
  if (cell.opponent === 0) {
    const bye = { round, a: rank, b: null, winner: null, played: false };
    if (cell.result === "U") return accept(bye);
    const worth = worthAlone(cell.result);
    if (worth === undefined) return refuseLine(line, `round ${round} has a result and no opponent`);
    return accept(worth === "none" ? null : { ...bye, bye: worth === "half" ? "draw" : "win" });
  }
  const other = players[cell.opponent - 1];
  const theirs = other?.cells[round - 1];
  if (!other || other === player || theirs?.opponent !== rank)
    return refuseLine(line, `round ${round} is against ${cell.opponent}, who did not play ${rank}`);
  if (!oppositeResults.includes(cell.result + theirs.result) || (cell.side === theirs.side && /[wb]/.test(cell.side)))
    return refuseLine(line, `round ${round} does not agree with line ${other.line}`);
  const isFirst = cell.side === "w" || (theirs.side !== "w" && rank < other.rank);
  if (!isFirst) return accept(null);
  const won = /[1W+]/.test(cell.result);
  const lost = /[0L-]/.test(cell.result) && /[1W+]/.test(theirs.result);
  const winner = won ? "a" : lost ? "b" : null;
  const bothLost = /[0L]/.test(cell.result) && winner === null;
  const wasPlayed = !/[-+]/.test(cell.result);
  return accept({ round, a: rank, b: other.rank, winner, played: wasPlayed, ...(bothLost ? { bothLost } : {}) });
}
