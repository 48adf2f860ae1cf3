import { join } from "node:path";
import { openings } from "../../src/games/chess/openings/suites.ts";
import { type ChessOptions, rules as chess, claimableDraw } from "../../src/games/chess/rules/rules.ts";
import type { Log } from "../../src/main/base/log.ts";
import { openEngine } from "../../src/main/players/stockfish/engine.ts";
import { bestMoveIn, isBestMove, positionCommand } from "../../src/main/players/stockfish/uci.ts";
import type { Seat } from "../../src/shared/terms.ts";
import { sure } from "../../test/live-games/support.ts";
import { projectDir } from "../../test/support/host-process.ts";

const HIGHEST = 7;
const PATIENCE_MS = 600_000;
/**
 * Stockfish picks the move of a skill level at depth 1 + skill and thinks on. What it finds then stands in its hash table
 * at the next move, so that low levels that end at that depth are much weaker than those that people meet.
 */
const LEAST_DEPTH = 6;

/** Games of a skill level against the one below, the higher one's wins first. */
export interface SkillGames {
  readonly skill: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

/** A Stockfish 19 lite at one skill level, with a hash table of its own that it keeps during a game. */
async function openSkill(skill: number, log: Log) {
  const engine = sure(openEngine(log, join(projectDir, "node_modules/stockfish/bin/stockfish-19-lite-single.js")));
  const options = [`setoption name Skill Level value ${skill}`, "setoption name Hash value 4"];
  sure(await engine.ask(["uci", ...options, "isready"], (line) => line === "readyok", PATIENCE_MS));
  return {
    /** Its move, in UCI notation; the first of a game empties its hash table. */
    move: async (startFen: string | null, moves: readonly string[]): Promise<string> => {
      const commands = [
        ...(moves.length < 2 ? ["ucinewgame"] : []),
        positionCommand(startFen, moves),
        `go depth ${Math.max(LEAST_DEPTH, 2 + skill)}`,
      ];
      return bestMoveIn(sure(await engine.ask(commands, isBestMove, PATIENCE_MS))) ?? "";
    },
    close: () => engine.kill(),
  };
}

type SkillPlayer = Awaited<ReturnType<typeof openSkill>>;

/** Plays one game, in which each draw is claimed that can be; gives the winner, or null for a draw. */
async function playGame(options: ChessOptions, players: Readonly<Record<Seat, SkillPlayer>>): Promise<Seat | null> {
  const moves: string[] = [];
  let state = sure(chess.start(options));
  for (;;) {
    const end = chess.outcome(state) ?? claimableDraw(state);
    const [seat] = chess.toMove(state);
    const player = seat === undefined ? undefined : players[seat];
    if (end !== null || seat === undefined || !player) return end?.winner ?? null;
    const move = await player.move(options.fen ?? null, moves);
    state = sure(chess.play(state, seat, move)).state;
    moves.push(move);
  }
}

/**
 * Plays Stockfish's skill levels, each against the one below: pairs of games from Kibitz's balanced openings, sides
 * reversed, evenly many of each until a time (as of `performance.now()`). Goes on from `before`.
 */
export async function playSkills(run: {
  readonly until: number;
  readonly before: readonly SkillGames[];
  readonly log: Log;
  readonly onPair: (results: readonly SkillGames[]) => void;
}): Promise<void> {
  const { until, before, log, onPair } = run;
  const starts = openings.suites["built-in"]();
  const results = Array.from({ length: HIGHEST }, (_, at) => ({
    ...(before.find(({ skill }) => skill === at + 1) ?? { skill: at + 1, wins: 0, draws: 0, losses: 0 }),
  }));
  const played = ({ wins, draws, losses }: SkillGames) => wins + draws + losses;
  await using processes = new AsyncDisposableStack();
  const levels = [];
  for (let skill = 0; skill <= HIGHEST; skill += 1) {
    const level = await openSkill(skill, log);
    processes.defer(level.close);
    levels.push(level);
  }
  while (performance.now() < until) {
    const next = results.reduce((least, each) => (played(each) < played(least) ? each : least));
    const [higher, lower] = [levels[next.skill], levels[next.skill - 1]];
    const start = starts[(played(next) / 2) % starts.length];
    if (!higher || !lower || !start) break;
    for (const own of ["white", "black"] as const) {
      const players = own === "white" ? { white: higher, black: lower } : { white: lower, black: higher };
      const winner = await playGame(start.options, players);
      next[winner === null ? "draws" : winner === own ? "wins" : "losses"] += 1;
    }
    onPair(results);
  }
}
