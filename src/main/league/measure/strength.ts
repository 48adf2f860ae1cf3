import { inOneGo } from "../../../shared/steps.ts";
import { type PairTally, type Rating, rate } from "../ratings/bradley-terry.ts";

/** How a game against a level went, for the one who is measured. */
export interface LevelGame {
  /** From 0, weakest first. */
  readonly level: number;
  /** Whether it had the first seat. */
  readonly first: boolean;
  readonly points: 0 | 0.5 | 1;
}

/** Of what tells most, this share is as good, so that no level is met alone. */
const NEARLY = 0.9;

/** The strength that games against levels of known strength tell of, with its 95 % interval. */
export const strengthOf = (levels: readonly number[], games: readonly LevelGame[]): Rating =>
  ratedBy(levels, talliesOf(games, levels.length));

/**
 * The level whose next game tells most: the variance of its result, p·(1 − p), is the Fisher information of a game, and
 * is greatest against an equal. Of those that tell nearly as much it is the one that was met least. Before anything is
 * known it is the one in the middle: as if one game had been won and one lost against it, which weighs nothing soon.
 */
export function tellsMost(levels: readonly number[], games: readonly LevelGame[]): number {
  const middle = Math.floor((levels.length - 1) / 2);
  const known = talliesOf(games, levels.length);
  const begun: PairTally = { first: levels.length, second: middle, wins: 1, draws: 0, losses: 1 };
  const guess = ratedBy(levels, [...known, begun]);
  const elo = guess.kind === "rated" ? guess.elo : (levels[middle] ?? 0);
  const telling = levels.map((level) => {
    const expected = 1 / (1 + 10 ** ((level - elo) / 400));
    return expected * (1 - expected);
  });
  const most = Math.max(...telling);
  const met = levels.map((_, level) => games.filter((game) => game.level === level).length);
  return levels
    .map((_, level) => level)
    .filter((level) => (telling[level] ?? 0) >= NEARLY * most)
    .reduce((least, level) => ((met[level] ?? 0) < (met[least] ?? 0) ? level : least));
}

/** Levels by index, and behind them the one who is measured. */
function talliesOf(games: readonly LevelGame[], measured: number): readonly PairTally[] {
  const tallies = new Map<string, PairTally>();
  for (const { level, first, points } of games) {
    const [one, other] = first ? [measured, level] : [level, measured];
    const key = `${one} ${other}`;
    const known = tallies.get(key) ?? { first: one, second: other, wins: 0, draws: 0, losses: 0 };
    const column = points === 0.5 ? "draws" : (points === 1) === first ? "wins" : "losses";
    tallies.set(key, { ...known, [column]: known[column] + 1 });
  }
  return [...tallies.values()];
}

function ratedBy(levels: readonly number[], tallies: readonly PairTally[]): Rating {
  const anchors = new Map(levels.map((elo, level) => [level, elo]));
  return inOneGo(rate(levels.length + 1, tallies, anchors)).ratings[levels.length] ?? { kind: "unknown" };
}
