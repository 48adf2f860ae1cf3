import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { recordBy } from "../src/shared/fields.ts";
import type { Options } from "../src/shared/terms.ts";
import { type Contest, half, heldIn, mean, type Player, playPair, truthOf } from "../test/league/simulated-chance.ts";
import { seeded } from "../test/support/seeded.ts";
import { type ChanceCell, chanceFigures, chancePath, chanceText } from "./chance-table.ts";

/*
 * How far luck goes in games of chance: for two strategies, pairs of games with the same draws and the seats reversed are
 * played. Their results are the population from which leagues of some pairs are drawn, and it is counted how many of the
 * 95 % intervals of these leagues hold the population's own figure: of the rating, of the difference by pairs, of the
 * score and of the margin. Run:
 * npx node --import ./scripts/raw-assets.mjs bench/chance.ts --write
 * and then npm run bench -- --only none --document, which puts the table into docs/benchmarks.md.
 */

const { values } = parseArgs({
  options: {
    leagues: { type: "string", default: "1000" },
    scale: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    write: { type: "boolean", default: false },
  },
});

const level = (level: number): Player => ({ strategy: "levels", level });
const strategy = (strategy: string): Player => ({ strategy, level: 10 });
const nameOf = (player: Player) => (player.strategy === "levels" ? `level ${player.level}` : player.strategy);

/** Two players in a game with a title, of whom so many pairs of games are played. */
interface Titled extends Contest {
  readonly title: string;
  readonly pairs: number;
}
const contests = (
  kind: string,
  title: string,
  options: Options,
  pairs: number,
  players: readonly Titled["players"][],
) =>
  players.map(
    (both): Titled => ({ kind, title, options, players: both, pairs: Math.round(pairs * Number(values.scale)) }),
  );
const pokerPlayers = [
  [strategy("equilibrium"), strategy("random")],
  [strategy("pattern"), strategy("equilibrium")],
  [level(9), level(7)],
] as const;
const all: readonly Titled[] = [
  ...contests("poker", "Kuhn poker, 1 hand", { hands: 1 }, 8_000, pokerPlayers),
  ...contests("poker", "Kuhn poker, 20 hands", {}, 4_000, pokerPlayers),
  ...contests("poker", "Leduc hold’em, 20 hands", { leduc: true }, 1_500, pokerPlayers),
  ...contests("backgammon", "Backgammon", {}, 600, [
    [level(10), level(9)],
    [level(10), level(7)],
    [level(8), level(5)],
    [level(5), strategy("random")],
  ]),
];

/** The numbers of pairs in the simulated leagues. */
const sizes = [20, 100] as const;

function cellOf(contest: Titled): ChanceCell {
  const pool = Array.from({ length: contest.pairs }, (_, number) => playPair(contest, `pair ${number}`));
  const { score, margin, elo } = truthOf(contest, pool);
  const random = seeded(1);
  const leagues = Number(values.leagues);
  const held = sizes.map((pairs) => {
    const count = heldIn(contest, pool, { pairs, leagues, random });
    return { pairs, ...recordBy(chanceFigures, (name) => Math.round((1_000 * count[name]) / leagues) / 10) };
  });
  const means = ([0, 1] as const).map((place) => mean(pool.map(({ points }) => points[place])));
  const off = pool.map(({ points: [one, other] }) => [one - (means[0] ?? 0), other - (means[1] ?? 0)] as const);
  const variances = off.map(([one, other]) => (one ** 2 + other ** 2) / 2);
  return {
    game: contest.title,
    players: [nameOf(contest.players[0]), nameOf(contest.players[1])],
    pairs: pool.length,
    score,
    margin,
    elo: 2 * (elo - 1_500),
    correlation: mean(off.map(([one, other]) => one * other)) / mean(variances),
    deviation: Math.sqrt(mean(pool.map(({ points }) => (half(points) - score) ** 2))),
    held,
  };
}

const cells: ChanceCell[] = [];
for (const contest of all) {
  if (!`${contest.title} ${contest.players.map(nameOf).join(" ")}`.includes(values.only)) continue;
  const cell = cellOf(contest);
  cells.push(cell);
  process.stderr.write(`${JSON.stringify(cell)}\n`);
}
if (values.write) writeFileSync(chancePath, `${JSON.stringify(cells, null, 2)}\n`);
process.stdout.write(`${chanceText(values.write ? JSON.parse(readFileSync(chancePath, "utf8")) : cells)}\n`);
