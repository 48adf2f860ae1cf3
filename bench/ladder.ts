import { parseArgs } from "node:util";
import { rules as chess, claimableDraw } from "../src/games/chess/rules/rules.ts";
import { createLog } from "../src/main/base/log.ts";
import { type Level, levels as standardLevels } from "../src/main/players/stockfish/levels.ts";
import { type ChessEngine, createEnginePool } from "../src/main/players/stockfish/pool.ts";
import type { Seat } from "../src/shared/terms.ts";
import { sure } from "../test/live-games/support.ts";
import { seeded } from "../test/support/seeded.ts";

/*
 * Is each level of the computer stronger than the one below? Every level plays the next lower one, each opening twice
 * with colours changed, an opening being four random plies. Run:
 * npx node --import ./scripts/raw-assets.mjs bench/ladder.ts --games 20 --from 1 --to 10
 */

export interface LadderOptions {
  /** Games per step; an odd number is rounded up, since each opening is played with both colours. */
  readonly games: number;
  readonly from: number;
  readonly to: number;
  /** Chooses openings and random moves. Stockfish's choice among its lines is not seeded: results differ a little. */
  readonly seed: number;
  readonly levels?: readonly Level[];
  /** Called after each step. */
  readonly onStep?: (step: LadderStep) => void;
}

export interface LadderStep {
  readonly level: number;
  readonly against: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** Points per game, a draw being half a point. */
  readonly score: number;
  /** Ends of the 95 % interval of the score. */
  readonly low: number;
  readonly high: number;
  readonly stronger: boolean;
  /** Whether the whole interval is above one half. */
  readonly certain: boolean;
  readonly seconds: number;
}

const openingPlies = 4;

/** Random legal moves; an opening that ends the game is drawn again. */
export function drawOpening(random: () => number): readonly string[] {
  const moves: string[] = [];
  let state = sure(chess.start({}));
  while (moves.length < openingPlies) {
    const seat = moves.length % 2 === 0 ? "white" : "black";
    const legal = chess.legalMoves(state, seat);
    const move = legal[Math.floor(random() * legal.length)];
    if (move === undefined) return drawOpening(random);
    state = sure(chess.play(state, seat, move)).state;
    moves.push(move);
  }
  return chess.toMove(state).length > 0 ? moves : drawOpening(random);
}

/** Chooses one of the legal moves, by the moves so far. */
export type Mover = (moves: readonly string[], legalMoves: readonly string[]) => Promise<string>;

/**
 * Plays one game to its end by the rules; gives its moves and the winner, null for a draw. A draw that could be claimed is
 * claimed, so that every game ends.
 */
export async function playGame(
  opening: readonly string[],
  moverOf: (seat: Seat) => Mover,
): Promise<{ readonly winner: Seat | null; readonly moves: readonly string[] }> {
  const moves: string[] = [];
  let state = sure(chess.start({}));
  for (;;) {
    const end = chess.outcome(state) ?? claimableDraw(state);
    const [seat] = chess.toMove(state);
    if (end !== null || seat === undefined) return { winner: end?.winner ?? null, moves };
    const legalMoves = chess.legalMoves(state, seat);
    const move = opening[moves.length] ?? (await moverOf(seat)(moves, legalMoves));
    state = sure(chess.play(state, seat, move)).state;
    moves.push(move);
  }
}

/** Wilson's score interval at 95 %, a draw counted as half a win: where draws are many it is wider than need be. */
function interval(score: number, games: number): { low: number; high: number } {
  const z = 1.96;
  const spread = z * Math.sqrt((score * (1 - score)) / games + z ** 2 / (4 * games ** 2));
  const scale = 1 + z ** 2 / games;
  const middle = score + z ** 2 / (2 * games);
  return { low: (middle - spread) / scale, high: (middle + spread) / scale };
}

async function playStep(engine: ChessEngine, level: number, games: number, random: () => number): Promise<LadderStep> {
  const began = performance.now();
  const { signal } = new AbortController();
  const moverAt =
    (played: number): Mover =>
    async (moves, legalMoves) =>
      sure(await engine.chooseMove({ startFen: null, moves, legalMoves, level: played, signal }));
  const pairs = Array.from({ length: Math.ceil(games / 2) }, () => drawOpening(random));
  const results = await Promise.all(
    pairs.flatMap((opening) =>
      (["white", "black"] as const).map(async (own) => {
        const { winner } = await playGame(opening, (seat) => moverAt(seat === own ? level : level - 1));
        return winner === null ? 0.5 : Number(winner === own);
      }),
    ),
  );
  const count = (points: number) => results.filter((result) => result === points).length;
  const score = results.reduce((sum, points) => sum + points, 0) / results.length;
  const { low, high } = interval(score, results.length);
  return {
    level,
    against: level - 1,
    wins: count(1),
    draws: count(0.5),
    losses: count(0),
    score,
    low,
    high,
    stronger: score > 0.5,
    certain: low > 0.5,
    seconds: (performance.now() - began) / 1000,
  };
}

/** Plays the levels from `from` to `to`, each against the one below; `from` itself is the first opponent. */
export async function runLadder(options: LadderOptions): Promise<readonly LadderStep[]> {
  const { games, from, to, seed, levels = standardLevels, onStep } = options;
  const random = seeded(seed);
  const engine = createEnginePool({ log: createLog("warn", "text"), random, levels });
  const steps: LadderStep[] = [];
  try {
    await engine.warmUp();
    for (let level = from + 1; level <= to; level += 1) {
      const step = await playStep(engine, level, games, random);
      onStep?.(step);
      steps.push(step);
    }
  } finally {
    await engine.close();
  }
  return steps;
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`.padStart(5);

function stepText(step: LadderStep): string {
  const { level, against, wins, draws, losses, score, low, high, seconds } = step;
  const verdict = step.certain ? "stronger" : step.stronger ? "stronger, not certain" : "NOT STRONGER";
  const tally = `+${wins} =${draws} -${losses}`.padEnd(12);
  const range = `${percent(low)} to ${percent(high)}`;
  const names = `${level} against ${against}`.padEnd(13);
  return `${names} ${tally} ${percent(score)} (95 %: ${range})  ${verdict}  ${seconds.toFixed(0)} s`;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      games: { type: "string", default: "20" },
      from: { type: "string", default: "1" },
      to: { type: "string", default: "10" },
      seed: { type: "string", default: "1" },
      json: { type: "boolean", default: false },
    },
  });
  const options = {
    games: Number(values.games),
    from: Number(values.from),
    to: Number(values.to),
    seed: Number(values.seed),
  };
  const write = (line: string) => void process.stdout.write(`${line}\n`);
  const steps = await runLadder(values.json ? options : { ...options, onStep: (step) => write(stepText(step)) });
  if (values.json) write(JSON.stringify({ ...options, steps }, null, 2));
  process.exitCode = steps.every(({ stronger }) => stronger) ? 0 : 1;
}
