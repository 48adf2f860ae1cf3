import type { Strategy, StrategyInput } from "../game.ts";
import { atLevel, pick } from "../strategy.ts";
import { type ConnectFourView, openColumns } from "./rules.ts";
import { nameOf, searchColumns } from "./search.ts";

/** For each level from 1: how many plies it looks ahead, and the share of its moves that are drawn at random. */
const levelStrengths = [
  { plies: 1, random: 0.7 },
  { plies: 1, random: 0.45 },
  { plies: 2, random: 0.35 },
  { plies: 2, random: 0.2 },
  { plies: 3, random: 0.12 },
  { plies: 4, random: 0.07 },
  { plies: 5, random: 0.04 },
  { plies: 6, random: 0.02 },
  { plies: 8, random: 0 },
  { plies: 42, random: 0 },
] as const;
/** Level 10 looks at twice as many positions at most: some hundredths of a second. */
const POSITIONS = 30_000;

/** A column to play, such as `d`; one of the best where several are, as far as the level looks ahead. */
function choose({ view: { columns }, level, random }: StrategyInput<ConnectFourView>): string {
  const look = levelStrengths[level - 1] ?? levelStrengths[9];
  if (random() < look.random) return nameOf(pick(openColumns(columns), random));
  const worths = searchColumns(columns, look.plies, POSITIONS);
  const best = Math.max(...worths.map(({ worth }) => worth));
  return nameOf(
    pick(
      worths.filter(({ worth }) => worth === best),
      random,
    ).column,
  );
}

const levels: Strategy<ConnectFourView> = { choose };

export const strategies = { levels, strong: atLevel(levels, 10) };
