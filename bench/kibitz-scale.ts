import { onceFor } from "../src/main/base/once-for.ts";
import { levels } from "../src/main/players/stockfish/levels.ts";
import { fitScale, type Link, type NamedTally, type Scale } from "./scale.ts";

export const levelName = (level: number): string => `level ${level}`;
/** Plays any legal move: the lowest of the scale. */
export const RANDOM = "random";
export const weakName = (size: number): string => `level 1 with errors of ${size}`;
/**
 * Players weaker than level 1, by the size of their errors: a random player takes hardly a point from level 1 itself.
 */
export const weakSizes = [17, 40] as const;
/** The scale's players, weakest first. */
export const rungs: readonly string[] = [
  RANDOM,
  weakName(40),
  weakName(17),
  ...levels.map((_, at) => levelName(at + 1)),
];
/** How many of them are below level 1. */
export const BELOW = rungs.length - levels.length;
/**
 * The anchor of the scale, by definition: the mean of the levels 1 to 9, in Elo. With a single
 * level as the anchor, the errors of the levels far from it would be half as large again. Level 10 is left out, since
 * its place is the least certain.
 */
const ground = { elo: 1_600, names: Array.from({ length: 9 }, (_, at) => levelName(at + 1)) };

/** Whether a player below level 1 meets one more than a step away: such pairs have a misfit of their own. */
const isFar = (one: string, other: string): boolean => {
  const [weaker = 0, stronger = 0] = [rungs.indexOf(one), rungs.indexOf(other)].toSorted((a, b) => a - b);
  return weaker >= 0 && weaker < BELOW && stronger > weaker + 1;
};

/** Everybody's place on the scale, by all games at once. */
export const placesOf = onceFor(
  (tallies: readonly NamedTally[]): Scale =>
    fitScale(
      [...new Set([...rungs, ...tallies.flatMap(({ first, second }) => [first, second])])],
      tallies,
      isFar,
      ground,
    ),
);

const sign = (value: number): string => `${value < 0 ? "−" : "+"}${Math.abs(Math.round(value))}`;
const Z95 = 1.959963984540054;
const margin = (deviation: number): number => Math.ceil(Z95 * deviation);

/** The scale in a few lines: everybody's place, and by how much each is stronger than the one below. */
export function placesText({ placed, covariance }: Scale): string {
  const rows = placed.map(({ name, elo, interval, games }, at) => {
    const below = at > 0 && at < rungs.length ? placed[at - 1] : undefined;
    const error = margin(Math.sqrt(covariance(at, at) + covariance(at - 1, at - 1) - 2 * covariance(at, at - 1)));
    const step = below ? `${sign(elo - below.elo)} ± ${error} above ${below.name}` : "";
    return `${name.padEnd(36)} ${String(Math.round(elo)).padStart(5)} ± ${String(Math.ceil(interval)).padEnd(4)} ${String(games).padStart(5)} games  ${step}`;
  });
  return rows.map((row) => row.trimEnd()).join("\n");
}

/** Whether the scale adds up: each pair one, two and three steps apart by its own games, and by the scale. */
export function linksText({ links, cycles, misfit, firstMove }: Scale): string {
  const apart = ({ weaker, stronger }: Link) => rungs.indexOf(stronger) - rungs.indexOf(weaker);
  const rows = links
    .filter(({ weaker, stronger }) => rungs.includes(weaker) && rungs.includes(stronger))
    .toSorted((one, other) => apart(one) - apart(other) || rungs.indexOf(one.weaker) - rungs.indexOf(other.weaker))
    .map((link) => {
      const { weaker, stronger, games, measured, deviation, fitted, z } = link;
      const own = measured === null ? "no point" : `${Math.round(measured)} ± ${margin(deviation ?? 0)}`;
      return `${apart(link)}  ${`${weaker} – ${stronger}`.padEnd(52)} ${String(games).padStart(4)} games  ${own.padEnd(11)} by the scale ${String(Math.round(fitted)).padStart(4)}  z ${z.toFixed(1)}`;
    });
  const closing = (part: "near" | "far") =>
    `χ² ${cycles.chi2[part].toFixed(1)} on ${cycles.freedom[part]}, misfit ${(100 * misfit[part]).toFixed(1)} % of the points`;
  return [
    ...rows,
    `Cycles of levels: ${closing("near")}`,
    `Pairs with a player below level 1, two and three steps apart: ${closing("far")}`,
    `White ${sign(firstMove)} Elo`,
  ].join("\n");
}

/** The content of src/games/chess/level-ratings.json. */
export function anchorsIn({ placed, covariance }: Scale) {
  const row = (at: number, from: number) => ({
    elo: Math.round(placed[at]?.elo ?? Number.NaN),
    covariance: rungs.slice(from).map((_, other) => Math.round(covariance(at, from + other)) + 0),
  });
  return {
    levels: levels.map((_, at) => row(BELOW + at, BELOW)),
    below: [null, ...weakSizes.toReversed()].map((errors, at) => ({ errors, ...row(at, 0) })),
  };
}
