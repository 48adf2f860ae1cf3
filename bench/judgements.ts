import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { records } from "../src/games/chess/pgn/pgn.ts";
import type { GameReport } from "../src/games/report.ts";
import { silentLog } from "../src/main/base/log.ts";
import { createAnalyst } from "../src/main/players/stockfish/analyst.ts";
import { createReplays } from "../src/main/views/game/replay.ts";
import { makeReview } from "../src/main/views/game/review.ts";
import { runAtOnce } from "../src/shared/steps.ts";
import type { Judgement } from "../src/shared/terms.ts";
import { openGames, sure } from "../test/live-games/support.ts";
import { projectDir } from "../test/support/host-process.ts";

/*
 * How certain is it that a move is an inaccuracy, a mistake or a blunder? Games are looked through with several numbers
 * of nodes, and each judgement is held against the one that the last number comes to. Counted in nodes, the figures are
 * the same on every machine. Run:
 * npx node --import ./scripts/raw-assets.mjs bench/judgements.ts --nodes 50000,200000,1000000 --games 10
 */

const { values } = parseArgs({
  options: {
    file: { type: "string", default: join(projectDir, "test/fixtures/ten-games.pgn") },
    games: { type: "string", default: "10" },
    nodes: { type: "string", default: "50000,200000,1000000" },
  },
});
const efforts = values.nodes.split(",").map(Number);
const texts = readFileSync(values.file, "utf8")
  .trim()
  .split(/\n\n(?=\[Event )/)
  .slice(0, Number(values.games));
const write = (line: string) => void process.stdout.write(`${line}\n`);
const labels: readonly Judgement[] = ["inaccuracy", "mistake", "blunder"];

await using place = openGames();
const analyst = createAnalyst({ log: silentLog });
const parts = { analyst, replays: createReplays() };
/** By number of nodes, the report of each game. */
const found: GameReport[][] = efforts.map(() => []);
try {
  for (const [index, text] of texts.entries()) {
    const { names, moves, ...record } = sure(runAtOnce(records.readGame(text)));
    const game = sure(
      await place.games.importGame({
        ...record,
        moves: moves.map(({ code }) => code),
        kind: "chess",
        names: [names["white"] ?? "White", names["black"] ?? "Black"],
      }),
    );
    for (const [at, nodes] of efforts.entries())
      found[at]?.push(sure(await makeReview(game, parts, new AbortController().signal, () => {}, nodes)).report);
    process.stderr.write(`game ${index + 1}: ${game.moves.length} plies\n`);
  }
} finally {
  await analyst.close();
}

const movesOf = (reports: readonly GameReport[]) => reports.flatMap(({ moves }) => moves);
const sidesOf = (reports: readonly GameReport[]) => reports.flatMap(({ seats }) => Object.values(seats));
const reference = found.at(-1) ?? [];
const truth = movesOf(reference);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
/** The mean difference of what two looks say of a side. */
function apart(reports: readonly GameReport[], of: (side: GameReport["seats"][string]) => number | null): number {
  const others = sidesOf(reference);
  const gaps = sidesOf(reports).flatMap((side, index) => {
    const other = others[index];
    const [one, two] = [of(side), other ? of(other) : null];
    return one === null || two === null ? [] : [Math.abs(one - two)];
  });
  return gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
}

write(`${texts.length} games, ${truth.length} moves, against ${efforts.at(-1)} nodes a position`);
for (const [at, nodes] of efforts.slice(0, -1).entries()) {
  const reports = found[at] ?? [];
  const pairs = movesOf(reports).map((move, index) => [move.judgement, truth[index]?.judgement ?? null] as const);
  const agreed = pairs.filter(([one, other]) => one === other);
  const judged = pairs.filter(([one, other]) => one !== null || other !== null);
  write(`\n${nodes} nodes:`);
  write(`  the same of ${percent(agreed.length / pairs.length)} of all moves`);
  const both = judged.filter(([one, other]) => one === other).length;
  write(`  of the ${judged.length} moves that either judges, both say the same of ${both}`);
  for (const label of labels) {
    const given = pairs.filter(([one]) => one === label);
    const same = given.filter(([, other]) => other === label).length;
    const none = given.filter(([, other]) => other === null).length;
    const missed = pairs.filter(([one, other]) => one === null && other === label).length;
    write(
      `  ${label}: ${given.length} given; the same ${same}, another ${given.length - same - none}, none ${none}; given there alone ${missed}`,
    );
  }
  const accuracy = apart(reports, (side) => side.accuracy);
  const loss = apart(reports, (side) => side.averageCentipawnLoss);
  write(`  a side's accuracy is ${accuracy.toFixed(1)} points off, its centipawn loss ${loss.toFixed(1)} (means)`);
}
