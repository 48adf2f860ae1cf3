import { accept, type Result, refuse } from "../../../shared/result.ts";
import type { Level } from "./levels.ts";

/** Stockfish's insight into a position, from the side to move. Moves are in UCI notation. */
export interface Insight {
  readonly depth: number;
  /** Centipawns, or moves to mate; negative is bad for the side to move. */
  readonly score: { readonly kind: "cp" | "mate"; readonly value: number };
  readonly line: readonly string[];
}

/**
 * The last exact score in what a search printed, with its line; null where there is none. The deepest lines are often
 * cut short by the hash table: an earlier one that begins with the same moves tells more.
 */
export function readInsight(lines: readonly string[]): Insight | null {
  let insight: Insight | null = null;
  for (const text of lines) {
    const info = readInfo(text);
    if (!info) continue;
    const goesOn: boolean = insight !== null && info.line.every((move, index) => insight?.line[index] === move);
    insight = goesOn && insight ? { ...info, line: insight.line } : info;
  }
  return insight;
}

/**
 * An exact score with its depth and its line; null where one of them is missing. They come in any order (UCI protocol,
 * `info`), and a string takes the rest of its line.
 */
function readInfo(text: string): Insight | null {
  const [info = ""] = text.split(/\sstring\s/, 1);
  if (!/^info\s/.test(info) || /\s(?:lower|upper)bound\b/.test(info)) return null;
  const depth = /\sdepth\s+(\d+)/.exec(info)?.[1];
  const [, unit, value] = /\sscore\s+(cp|mate)\s+(-?\d+)/.exec(info) ?? [];
  const line = /\spv((?:\s+[a-h][1-8][a-h][1-8][qrbn]?)+)/i.exec(info)?.[1]?.toLowerCase();
  if (depth === undefined || value === undefined || line === undefined) return null;
  const kind = unit === "mate" ? "mate" : "cp";
  return { depth: Number(depth), score: { kind, value: Number(value) }, line: line.trim().split(/\s+/) };
}

/**
 * The lines that a search printed: those of the last depth at which all of them are known, so that none appears twice.
 * Fewer than requested where there are fewer moves.
 */
export function growingLines(count: number) {
  let complete: readonly Insight[] = [];
  let growing: { readonly depth: number; readonly byRank: Map<number, Insight> } | null = null;
  const ranking = (): readonly Insight[] =>
    [...(growing?.byRank ?? [])].sort(([one], [other]) => one - other).map(([, insight]) => insight);
  const lines = (): readonly Insight[] => (complete.length > 0 ? complete : ranking());
  return {
    /** Whether the lines differ from those before. */
    onLine: (line: string): boolean => {
      const insight = readInsight([line]);
      if (!insight) return false;
      if (growing?.depth !== insight.depth) {
        if (complete.length === 0) complete = ranking();
        growing = { depth: insight.depth, byRank: new Map() };
      }
      growing.byRank.set(Number(/\smultipv\s+(\d+)/.exec(line)?.[1] ?? 1), insight);
      if (growing.byRank.size < (complete.length || count)) return false;
      complete = ranking();
      return true;
    },
    lines,
    resultIn: () => (lines().length > 0 ? { lines: lines() } : null),
  };
}

/** The result of a search, checked against the legal moves. Moves are in UCI notation. */
export interface Search {
  readonly best: string;
  /** The move that mates by force, where the search saw one. */
  readonly mating: string | null;
  /** The expected score of each move for which the search printed a line, in per cent. */
  readonly lines: ReadonlyMap<string, number>;
}

/** The `position` command. White space in the FEN is folded, so that no line break adds a second command. */
export function positionCommand(startFen: string | null, moves: readonly string[]): string {
  const start = startFen === null ? "startpos" : `fen ${startFen.trim().replace(/\s+/g, " ")}`;
  return moves.length === 0 ? `position ${start}` : `position ${start} moves ${moves.join(" ")}`;
}

export const goCommand = (level: Level): string => `go depth ${level.depth} movetime ${level.movetimeMs}`;

/** More lines than any position has moves, and the most that Stockfish accepts. */
const ALL_LINES = 256;

/** The options for a level: Stockfish's own skill level, or a line for every move where our model of errors chooses. */
export const optionsOf = ({ choice }: Level): readonly string[] => {
  const [skill, lines] = choice.by === "skill" ? [choice.skill, 1] : [20, ALL_LINES];
  return [`setoption name Skill Level value ${skill}`, `setoption name MultiPV value ${lines}`];
};

/**
 * The expected score that a centipawn score means, in per cent: lichess's formula for its Win% (scalachess
 * `eval.scala`), 100 / (1 + e^(−0.00368208 · centipawns)); 100 or 0 for a mate.
 */
function expectedScore({ kind, value }: Insight["score"]): number {
  if (kind === "mate") return value > 0 ? 100 : 0;
  return 100 / (1 + Math.exp(-0.00368208 * value));
}

/** Whether a search prints this about the move that is best so far: its first line, or its only one. */
export const isOfBest = (line: string): boolean => readInfo(line) !== null && !/\smultipv\s+(?!1\s)/.test(line);

export const isBestMove = (line: string): boolean => /^bestmove\b/.test(line);

/** The move that a search ended with, as the engine wrote it; null where it gave none. Any white space separates words (UCI). */
export const bestMoveIn = (lines: readonly string[]): string | null =>
  lines.flatMap((line) => /^bestmove\s+(\S+)/.exec(line)?.[1] ?? []).at(-1) ?? null;

/** The reason why Stockfish does not play a position, where the line states it; it then answers nothing more. */
export function refusedPosition(line: string): string | null {
  return /^info string CRITICAL ERROR:.*?Reason: (?:Unsupported position\. )?(.*)$/.exec(line)?.[1] ?? null;
}

/** Reads the lines of a search that are UCI. Refuses with `ENGINE_FAILED` one without a best move that is legal. */
export function readSearch(lines: readonly string[], legalMoves: readonly string[]): Result<Search> {
  const best = bestMoveIn(lines);
  let mating: string | null = null;
  const scores = new Map<string, number>();
  for (const line of lines) {
    // Only exact scores: a bound's line may begin with a move that the search is about to give up.
    const info = readInfo(line);
    const [first = ""] = info?.line ?? [];
    const legal = legalMoves.includes(first);
    if (info && legal) scores.set(first, expectedScore(info.score));
    if (info && isOfBest(line)) mating = info.score.kind === "mate" && info.score.value > 0 && legal ? first : null;
  }
  if (best === null || !legalMoves.includes(best)) {
    return refuse("ENGINE_FAILED", `The engine answered ${best ?? "nothing"}, which is no legal move here.`);
  }
  return accept({ best, mating, lines: scores });
}
