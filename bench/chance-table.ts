import { join } from "node:path";
import { Z95 } from "../src/shared/normal.ts";

export const chancePath = join(import.meta.dirname, "chance.json");

/** Two strategies in a game of chance, by pairs of games that share their draws. */
export interface ChanceCell {
  readonly game: string;
  readonly players: readonly [string, string];
  /** Pairs played. */
  readonly pairs: number;
  /** The first player's points and margin per game, and how far it is ahead in Elo. */
  readonly score: number;
  readonly margin: number;
  readonly elo: number;
  /** The correlation of the first player's points in the two games of a pair. */
  readonly correlation: number;
  /** The standard deviation of the mean of a pair's points. */
  readonly deviation: number;
  /** By the number of pairs in a league, the percentage of its 95 % intervals that hold the truth. */
  readonly held: readonly ({ readonly pairs: number } & Readonly<Record<(typeof chanceFigures)[number], number>>)[];
}
/** The figures whose intervals are tried: of the rating list, of a league of two by pairs, and of the table. */
export const chanceFigures = ["rating", "difference", "score", "margin"] as const;

/** Deviations that four of five measurements exceed on one side: a normal distribution's 80 % quantile. */
const POWER = 0.8416;

/** The pairs after which the 95 % interval of the score leaves out an even match in four of five leagues. */
const pairsFor = ({ deviation }: ChanceCell, score: number): string => {
  const pairs = Math.ceil((((Z95 + POWER) * deviation) / Math.abs(score - 0.5)) ** 2);
  return pairs > 99_999 ? "> 99,999" : pairs.toLocaleString("en");
};
const scoreAt = (elo: number) => 1 / (1 + 10 ** (-elo / 400));
const steps = [50, 100, 200] as const;

const text = (value: number, digits: number): string =>
  (Number(value.toFixed(digits)) + 0).toFixed(digits).replace("-", "−");

/** The pairs that separate two strengths, and how many of the intervals hold. */
export function chanceText(cells: readonly ChanceCell[]): string {
  const line = (parts: readonly string[]) => `| ${parts.join(" | ")} |`;
  const head = ["players", "score", "margin", "Elo apart", "r", "pairs: these", ...steps.map((elo) => `${elo} Elo`)];
  const rows = cells.map((cell) => [
    `${cell.game}: ${cell.players.join(" – ")}`,
    `${text(100 * cell.score, 1)} %`,
    text(cell.margin, 2),
    text(cell.elo, 0),
    text(cell.correlation, 2),
    pairsFor(cell, cell.score),
    ...steps.map((elo) => pairsFor(cell, scoreAt(elo))),
  ]);
  const sizes = [...new Set(cells.flatMap((cell) => cell.held.map(({ pairs }) => pairs)))];
  const intervals = sizes.map((size) => {
    const held = cells.flatMap((cell) => cell.held.filter(({ pairs }) => pairs === size));
    const ranges = chanceFigures.map((name) => {
      const shares = held.map((each) => each[name]);
      return `${name} ${Math.min(...shares)} to ${Math.max(...shares)} %`;
    });
    return `of leagues of ${size} pairs ${ranges.join(", ")}`;
  });
  const about = [
    "Two games with the same deals or dice and the seats reversed are a pair, and one observation. “r” is the correlation of",
    "the first player's results in both: below 0, pairs cancel luck. The columns after it are the pairs after which the 95 %",
    "interval leaves out an even match in four of five leagues: between these two, and for strengths so many Elo apart that",
    "vary as these do. Of games that share no draws it takes 1 / (1 + r) times as many.",
  ].join("\n");
  const all = `The 95 % intervals that hold the truth: ${intervals.join("; ")}. Most is where nearly every game is won, or two are equal and few pairs are played.`;
  return [
    about,
    "",
    line(head),
    line(head.map((_, at) => (at === 0 ? "---" : "---:"))),
    ...rows.map(line),
    "",
    all,
  ].join("\n");
}
