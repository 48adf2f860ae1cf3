import { accept, type Result } from "../../../shared/result.ts";
import { cleanLine } from "../../../shared/text.ts";
import { type MatchResult, type Points, partsIn, settled } from "../standings/record.ts";
import { type AskedBye, byeWorths, readTags, refuseLine, type TrfTags } from "./tags.ts";

/** The content of a tournament report. */
export interface Trf extends TrfTags {
  /** By starting rank. */
  readonly players: readonly { readonly name: string; readonly line: number }[];
  /** Players by their starting rank. */
  readonly results: readonly MatchResult[];
  /** The rounds played. */
  readonly played: number;
  /** The players that will be absent in rounds to come. */
  readonly byes: readonly (AskedBye & { readonly round: number })[];
}

interface Cell {
  readonly opponent: number;
  readonly side: string;
  readonly result: string;
}
interface Player {
  readonly rank: number;
  readonly name: string;
  readonly line: number;
  /** Null where the columns are blank. */
  readonly points: number | null;
  readonly cells: readonly (Cell | null)[];
}

/** The first column of the name, and its width. */
const NAME = 14;
const NAME_WIDTH = 33;
/** The first column of the first round, and the width of a round. */
const FIRST_ROUND = 91;
const ROUND_WIDTH = 10;

/** A name cut to the columns of a report, a character in each. */
export const nameInTrf = (name: string): string => cleanLine(Array.from(cleanLine(name)).slice(0, NAME_WIDTH).join(""));

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
  const players: Player[] = [];
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith("001")) continue;
    const player = readPlayer(line, index + 1);
    if (!player.ok) return player;
    players.push(player.value);
  }
  if (players.length < 2) return refuseLine(1, "there are not two players (lines that begin with 001)");
  const ranked = players.toSorted((one, other) => one.rank - other.rank);
  const misplaced = ranked.find(({ rank }, index) => rank !== index + 1);
  if (misplaced)
    return refuseLine(
      misplaced.line,
      `the starting rank ${misplaced.rank} is there twice, or one before it is missing`,
    );
  // Absences in rounds to come are often listed.
  const isPaired = (cell: Cell | null) => cell !== null && (cell.opponent !== 0 || cell.result === "U");
  const played = Math.max(...ranked.map(({ cells }) => cells.findLastIndex(isPaired) + 1));
  const byes = byesToCome(ranked, played, tags.value.byes);
  const stranger = [
    ...byes,
    ...tags.value.apart.flatMap(({ line, players: those }) => those.map((player) => ({ line, player }))),
  ].find(({ player }) => player > ranked.length);
  if (stranger) return refuseLine(stranger.line, `there is no player ${stranger.player}`);
  const found: MatchResult[] = [];
  for (const player of ranked) {
    // A line has as many rounds as it is long enough for: checking all rounds for each could take very long.
    for (let round = 1; round <= Math.min(played, player.cells.length); round += 1) {
      const result = resultIn(ranked, player, round);
      if (!result.ok) return result;
      if (result.value) found.push(result.value);
    }
  }
  const results = found.toSorted((one, other) => one.round - other.round);
  const gap = [...new Set(results.map(({ round }) => round))].findIndex((round, index) => round !== index + 1);
  if (gap !== -1) return refuseLine(ranked[0]?.line ?? 1, `round ${gap + 1} is nobody's, and one after it was played`);
  const untrue = wrongPoints(ranked, results, tags.value.points, byes);
  if (untrue !== null) return untrue;
  const names = ranked.map(({ name, line }) => ({ name, line }));
  return accept({ ...tags.value, players: names, results, played, byes });
}

/**
 * The players known to be absent in rounds that nobody has played, from lines of their own or from the rounds' columns.
 */
function byesToCome(ranked: readonly Player[], played: number, asked: readonly AskedBye[]): Trf["byes"] {
  const inCells = ranked.flatMap(({ rank, line, cells }) =>
    cells.slice(played).flatMap((cell, index): Trf["byes"] => {
      if (cell === null) return [];
      return [{ line, player: rank, round: played + index + 1, worth: byeWorths[cell.result] ?? "none" }];
    }),
  );
  const told = asked.map((bye) => ({ ...bye, round: bye.round ?? played + 1 })).filter(({ round }) => round > played);
  // Where both name one round, the player's own line counts.
  const keyed = [...told, ...inCells].map((bye) => [`${bye.player} ${bye.round}`, bye] as const);
  return [...new Map(keyed).values()];
}

/** The first player whose points do not follow from the results, which may include byes to come; null for none. */
function wrongPoints(ranked: readonly Player[], results: readonly MatchResult[], points: Points, byes: Trf["byes"]) {
  const scoring = { points, predetermined: false, byeWins: true };
  const sums = new Map<number, number>();
  for (const result of results)
    for (const [number, part] of partsIn(result, scoring)) sums.set(number, (sums.get(number) ?? 0) + part.points);
  const worths = { full: points.win, half: points.draw, none: 0 };
  const toCome = new Map<number, number>();
  for (const { player, worth } of byes) toCome.set(player, (toCome.get(player) ?? 0) + worths[worth]);
  for (const { rank, line, points: told } of ranked) {
    const sum = settled(sums.get(rank) ?? 0);
    if (told !== null && told !== sum && told !== settled(sum + (toCome.get(rank) ?? 0)))
      return refuseLine(line, `the results are worth ${sum} points, and the columns 81 to 84 have ${told}`);
  }
  return null;
}

function readPlayer(line: string, number: number): Result<Player> {
  const characters = Array.from(line.trimEnd());
  const columns = (from: number, width: number) => characters.slice(from, from + width).join("");
  const rank = Number(columns(4, 4));
  if (!Number.isInteger(rank) || rank < 1) return refuseLine(number, "columns 5 to 8 are no starting rank");
  const name = cleanLine(columns(NAME, NAME_WIDTH));
  if (name === "") return refuseLine(number, "columns 15 to 47 are no name");
  const told = columns(80, 4).trim();
  if (!/^(?:\d+(?:\.\d)?)?$/.test(told)) return refuseLine(number, "columns 81 to 84 are no points");
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
  return accept({ rank, name, line: number, points: told === "" ? null : Number(told), cells });
}

/** The results that may stand opposite each other on the two lines of a game. */
const counterparts: Readonly<Record<string, readonly string[]>> = {
  "1": ["0"],
  "0": ["1", "0"],
  "=": ["="],
  W: ["L"],
  L: ["W", "L"],
  D: ["D"],
  "+": ["-"],
  "-": ["+", "-"],
};

/** A match, returned once for its two players; a bye; null for an absence. */
function resultIn(players: readonly Player[], player: Player, round: number): Result<MatchResult | null> {
  const cell = player.cells[round - 1];
  if (!cell || cell.result === "Z") return accept(null);
  const { rank, line } = player;
  if (cell.opponent === 0) {
    const bye = { round, a: rank, b: null, winner: null, played: false };
    // Without an opponent, some programs use the signs of forfeits for byes.
    if (/[H=]/.test(cell.result)) return accept({ ...bye, bye: "draw" });
    if (/[F+]/.test(cell.result)) return accept({ ...bye, bye: "win" });
    if (cell.result === "-") return accept(null);
    return cell.result === "U" ? accept(bye) : refuseLine(line, `round ${round} has a result and no opponent`);
  }
  const other = players[cell.opponent - 1];
  const theirs = other?.cells[round - 1];
  if (!other || other === player || theirs?.opponent !== rank)
    return refuseLine(line, `round ${round} is against ${cell.opponent}, who did not play ${rank}`);
  if (!counterparts[cell.result]?.includes(theirs.result) || (cell.side === theirs.side && /[wb]/.test(cell.side)))
    return refuseLine(line, `round ${round} does not agree with line ${other.line}`);
  const isFirst = cell.side === "w" || (theirs.side !== "w" && rank < other.rank);
  if (!isFirst) return accept(null);
  const won = /[1W+]/.test(cell.result);
  const lost = /[0L-]/.test(cell.result) && /[1W+]/.test(theirs.result);
  const winner = won ? "a" : lost ? "b" : null;
  const bothLost = /[0L]/.test(cell.result) && winner === null;
  const played = !/[-+]/.test(cell.result);
  return accept({ round, a: rank, b: other.rank, winner, played, ...(bothLost ? { bothLost } : {}) });
}
