import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { rules as chess } from "../src/games/chess/rules/rules.ts";
import { createLog } from "../src/main/base/log.ts";
import { adjudicationOf } from "../src/main/league/rulings.ts";
import { createAnalyst } from "../src/main/players/stockfish/analyst.ts";
import { MATE, reviewEffort } from "../src/main/views/game/review.ts";
import { sure } from "../test/live-games/support.ts";
import type { PlayedGame } from "./level-ratings.ts";

/*
 * How often resignation and draw by score give another result than the game has when it is played out. Reads games that
 * were (`bench/level-ratings.ts --record FILE`), scores each position as the referee of a league does, and ends the game
 * where its league would. Run after npm run build:
 * npx node --import ./scripts/raw-assets.mjs bench/adjudication.ts --games games.ndjson --resign 600,4 --draw 10,8,40
 */

interface Ended {
  readonly how: "resign" | "draw";
  readonly right: boolean;
}

const { values } = parseArgs({
  options: {
    games: { type: "string" },
    resign: { type: "string", default: "600,4" },
    draw: { type: "string", default: "10,8,40" },
    nodes: { type: "string" },
    /** At most so many games, spread over the file. */
    most: { type: "string", default: "300" },
  },
});
if (values.games === undefined) throw new Error("Name the file of played games: --games FILE.");
const numbers = (text: string) => text.split(",").map(Number);
const [resignScore = 0, resignMoves = 0] = numbers(values.resign);
const [drawScore = 0, drawMoves = 0, after_move = 0] = numbers(values.draw);
const settings = {
  resign: { score: resignScore, moves: resignMoves },
  draw: { score: drawScore, moves: drawMoves, after_move },
};
const lookedAt = 2 * Math.max(resignMoves, drawMoves);
const used = values.nodes === undefined ? reviewEffort : { ...reviewEffort, nodes: Number(values.nodes) };

const analyst = createAnalyst({ log: createLog("warn", "text") });
const { signal } = new AbortController();

/** The score of a position from White's side, as the referee has it. */
async function scoreAt(moves: readonly string[]): Promise<number> {
  const { kind, value } = sure(await analyst.look(null, moves, signal, used)).score;
  const own = kind === "cp" ? value : Math.sign(value) * MATE;
  return moves.length % 2 === 0 ? own : -own;
}

/** The end that its league would have given the game; null where it would have been played out. */
async function endOf({ winner, moves }: PlayedGame): Promise<Ended | null> {
  const scores: number[] = [];
  let state = sure(chess.start({}));
  for (const [index, move] of moves.entries()) {
    state = sure(chess.play(state, index % 2 === 0 ? "white" : "black", move)).state;
    if (chess.outcome(state)) return null;
    scores.push(await scoreAt(moves.slice(0, index + 1)));
    const lost = adjudicationOf(settings, scores.slice(-lookedAt), index + 1);
    if (lost === undefined) continue;
    const won = lost === null ? null : lost === 0 ? "black" : "white";
    return { how: lost === null ? "draw" : "resign", right: won === winner };
  }
  return null;
}

const all = readFileSync(values.games, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line): PlayedGame => JSON.parse(line));
const step = Math.max(1, all.length / Number(values.most));
const games = all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
const counts = new Map<
  string,
  { games: number; resign: number; resignWrong: number; draw: number; drawWrong: number }
>();
const levelOf = (name: string): number => Number(/^level (\d+)$/.exec(name)?.[1] ?? 0);
/** Weak players and strong ones lose won games differently often. */
const kindOf = ({ first, second }: PlayedGame): string =>
  Math.min(levelOf(first), levelOf(second)) >= 4 ? "both of level 4 or higher" : "one weaker than level 4";
try {
  for (const [index, game] of games.entries()) {
    const end = await endOf(game);
    for (const key of ["all", kindOf(game)]) {
      const sum = counts.get(key) ?? { games: 0, resign: 0, resignWrong: 0, draw: 0, drawWrong: 0 };
      counts.set(key, sum);
      sum.games += 1;
      if (end === null) continue;
      sum[end.how] += 1;
      if (!end.right) sum[`${end.how}Wrong`] += 1;
    }
    process.stderr.write(`${index + 1} of ${games.length}: ${JSON.stringify(Object.fromEntries(counts))}\n`);
  }
} finally {
  await analyst.close();
}
for (const [pair, { games: played, resign, resignWrong, draw, drawWrong }] of counts)
  process.stdout.write(
    `${pair.padEnd(26)} ${played} games; resigned ${resign}, ${resignWrong} wrongly; drawn ${draw}, ${drawWrong} wrongly\n`,
  );
