import type { Strategy, StrategyInput } from "../game.ts";
import { atLevel, pick } from "../strategy.ts";
import { discOf, type OthelloView, PASS, squareNames, turnedBy } from "./rules.ts";
import { searchSquares } from "./search.ts";

/** For each level from 1: how many plies it looks ahead, and the share of its moves that are drawn at random. */
const levelStrengths = [
  { plies: 1, random: 0.8 },
  { plies: 1, random: 0.55 },
  { plies: 1, random: 0.35 },
  { plies: 1, random: 0.2 },
  { plies: 2, random: 0.12 },
  { plies: 2, random: 0.06 },
  { plies: 3, random: 0.03 },
  { plies: 4, random: 0 },
  { plies: 5, random: 0 },
  { plies: 60, random: 0 },
] as const;
/** Each level looks at twice as many positions at most: some hundredths of a second. */
const POSITIONS = 6_000;

/** A square to play, such as `d3`, or `pass`; one of the best where several are, as far as the level looks ahead. */
function choose({ view: { squares }, seat, legalMoves, level, random }: StrategyInput<OthelloView>): string {
  const look = levelStrengths[level - 1] ?? levelStrengths[9];
  if (legalMoves.length < 2 || random() < look.random) return pick(legalMoves, random);
  const rated = searchSquares(squares, discOf(seat), look.plies, POSITIONS);
  const best = Math.max(...rated.map(({ worth }) => worth));
  const { square } = pick(
    rated.filter(({ worth }) => worth === best),
    random,
  );
  return squareNames[square] ?? PASS;
}

/** Turns as many discs as it can at once: the beginner's plan. */
const greedyStrategy: Strategy<OthelloView> = {
  choose({ view: { squares }, seat, legalMoves, random }) {
    const counts = legalMoves.map((move) => turnedBy(squares, squareNames.indexOf(move), discOf(seat)).length);
    const most = Math.max(...counts);
    return pick(
      legalMoves.filter((_, at) => counts[at] === most),
      random,
    );
  },
};

const levels: Strategy<OthelloView> = { choose };

export const strategies = { levels, greedy: greedyStrategy, strong: atLevel(levels, 10) };
