import { accept, type Refusal, type Result, refuse } from "../../../shared/result.ts";
import { cleanLine } from "../../../shared/text.ts";
import type { MatchResult, Points } from "../standings/record.ts";

/** A tournament as its report tells it. */
export interface Trf {
  /** By starting rank. */
  readonly players: readonly { readonly name: string; readonly line: number }[];
  /** Players by their starting rank. */
  readonly results: readonly MatchResult[];
  /** How many were played, and how many there are to be; null where it does not say. */
  readonly played: number;
  readonly rounds: number | null;
  /** Of a match. */
  readonly points: Points;
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
  readonly cells: readonly (Cell | null)[];
}

const refuseLine = (line: number, reason: string): Refusal => refuse("INVALID_ARGUMENT", `line ${line}: ${reason}`);

/** Where the columns of the name begin, and how many it has. */
const NAME = 14;
const NAME_WIDTH = 33;
/** Where the columns of the first round begin, and how many a round has. */
const FIRST_ROUND = 91;
const ROUND_WIDTH = 10;

/** As much of a name as a report has columns for, a character in each. */
export const nameInTrf = (name: string): string => cleanLine(Array.from(cleanLine(name)).slice(0, NAME_WIDTH).join(""));

/**
 * Reads a tournament report file (FIDE Handbook C.04, annex 2: TRF16): who played whom, and how it ended. Refuses with
 * `INVALID_ARGUMENT`, the number of the line and the reason: starting ranks that are not 1, 2, 3 …, what is no result,
 * two lines that do not agree about a game, a bye that somebody asked for in a round to come, a round before others for which
 * nobody was there, and points that cannot be.
 */
export function readTrf(text: string): Result<Trf> {
  const players: Player[] = [];
  let rounds: number | null = null;
  const points = { win: 1, draw: 0.5, loss: 0 };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.startsWith("XXR")) rounds = Number(/^XXR\s+([1-9]\d{0,3})\s*$/.exec(line)?.[1] ?? Number.NaN);
    if (Number.isNaN(rounds)) return refuseLine(index + 1, "the number of rounds is no number");
    const [, result = "", worth] = /^BB([WDL])(?:\s+(\d{1,3}(?:\.\d)?)\s*$)?/.exec(line) ?? [];
    if (result !== "" && worth === undefined) return refuseLine(index + 1, "the points are no number");
    if (worth !== undefined) points[result === "W" ? "win" : result === "D" ? "draw" : "loss"] = Number(worth);
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
  if (points.win <= points.draw || points.draw < points.loss)
    return refuse(
      "INVALID_ARGUMENT",
      "BBW, BBD, BBL: a win must be worth more than a draw, and a draw no less than a loss",
    );
  // Who will not be there is often told of rounds to come.
  const isPaired = (cell: Cell | null) => cell !== null && (cell.opponent !== 0 || cell.result === "U");
  const played = Math.max(...ranked.map(({ cells }) => cells.findLastIndex(isPaired) + 1));
  for (const { cells, line } of ranked) {
    const early = cells.findIndex((cell, at) => at >= played && cell !== null && cell.result !== "Z");
    if (early !== -1) return refuseLine(line, `round ${early + 1} has a bye, and nobody has played it`);
  }
  const found: MatchResult[] = [];
  for (const player of ranked) {
    // A line has the rounds that it is long enough for: going through all rounds for each could take very long.
    for (const index of player.cells.keys()) {
      const result = resultIn(ranked, player, index + 1);
      if (!result.ok) return result;
      if (result.value) found.push(result.value);
    }
  }
  const results = found.toSorted((one, other) => one.round - other.round);
  const gap = [...new Set(results.map(({ round }) => round))].findIndex((round, index) => round !== index + 1);
  if (gap !== -1) return refuseLine(ranked[0]?.line ?? 1, `round ${gap + 1} is nobody's, and one after it was played`);
  const named = ranked.map(({ name, line }) => ({ name, line }));
  return accept({ players: named, results, played, rounds, points });
}

function readPlayer(line: string, number: number): Result<Player> {
  const characters = Array.from(line.trimEnd());
  const columns = (from: number, width: number) => characters.slice(from, from + width).join("");
  const rank = Number(columns(4, 4));
  if (!Number.isInteger(rank) || rank < 1) return refuseLine(number, "columns 5 to 8 are no starting rank");
  const name = cleanLine(columns(NAME, NAME_WIDTH));
  if (name === "") return refuseLine(number, "columns 15 to 47 are no name");
  const cells: (Cell | null)[] = [];
  for (let at = FIRST_ROUND; at < characters.length; at += ROUND_WIDTH) {
    const [opponent, side, result] = [columns(at, 4), columns(at + 5, 1), columns(at + 7, 1)];
    const round = cells.length + 1;
    if (`${opponent}${side}${result}`.trim() === "") cells.push(null);
    else if (!/^ *(?:\d+)?$/.test(opponent) || !/^[wb -]?$/.test(side))
      return refuseLine(number, `round ${round} begins with no opponent and side`);
    else if (!/^[-+10=WDLHFUZ]$/i.test(result)) return refuseLine(number, `round ${round} has no result`);
    else cells.push({ opponent: Number(opponent), side, result: result.toUpperCase() });
  }
  return accept({ rank, name, line: number, cells });
}

/** What results make of each other on the two lines of a game. */
const counterparts: Readonly<Record<string, readonly string[]>> = {
  ...{ "1": ["0"], "0": ["1"], "=": ["="], W: ["L"], L: ["W"], D: ["D"] },
  ...{ "+": ["-"], "-": ["+", "-"] },
};

/** A match, told once of its two players; a bye; null for who was not there. */
function resultIn(players: readonly Player[], player: Player, round: number): Result<MatchResult | null> {
  const cell = player.cells[round - 1];
  if (!cell || cell.result === "Z") return accept(null);
  const { rank, line } = player;
  if (cell.opponent === 0) {
    const bye = { round, a: rank, b: null, winner: null, played: false };
    if (cell.result === "H") return accept({ ...bye, bye: "draw" });
    if (cell.result === "F") return accept({ ...bye, bye: "win" });
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
  return accept({ round, a: rank, b: other.rank, winner, played: !/[-+]/.test(cell.result) });
}
