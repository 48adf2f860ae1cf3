/**
 * How accurate a move was, 0–100, by the mover's chances before and after it: 100 where they did not fall, else
 * 103.1668100711649 · e^(−0.04354415386953951 · fall) − 3.166924740191411, and 1 for what an engine is not sure of.
 * lila `AccuracyPercent.scala`, `fromWinPercents`.
 */
export function moveAccuracy(before: number, after: number): number {
  if (after >= before) return 100;
  return clamp(103.1668100711649 * Math.exp(-0.04354415386953951 * (before - after)) - 3.166924740191411 + 1, 0, 100);
}

/**
 * The weight of each move of a game, by how much the chances swung around it: the standard deviation, within 0.5 and
 * 12, of a window of ⌊plies/10⌋ positions, from 2 to 8, that slides over them; the first window counts for the first
 * moves. Takes the chances of all positions, the start among them. lila `AccuracyPercent.scala`, `gameAccuracy`.
 */
export function moveWeights(chances: readonly number[]): readonly number[] {
  const plies = chances.length - 1;
  const size = clamp(Math.floor(plies / 10), 2, 8);
  const first = chances.slice(0, size);
  const sliding = chances.slice(0, chances.length - size + 1).map((_, index) => chances.slice(index, index + size));
  const windows = [...Array.from({ length: Math.min(size, chances.length) - 2 }, () => first), ...sliding];
  return windows.map((window) => clamp(standardDeviation(window), 0.5, 12));
}

/**
 * How accurately one side played a game: half the mean of its moves' accuracies by their weights, half their harmonic
 * mean, in which an accuracy counts as 1 at the least. Null for no moves. lila `AccuracyPercent.scala`, `gameAccuracy`;
 * scalalib `Maths.scala`.
 */
export function sideAccuracy(moves: readonly { readonly accuracy: number; readonly weight: number }[]): number | null {
  if (moves.length === 0) return null;
  const weighted = sum(moves.map(({ accuracy, weight }) => accuracy * weight)) / sum(moves.map(({ weight }) => weight));
  const harmonic = moves.length / sum(moves.map(({ accuracy }) => 1 / Math.max(1, accuracy)));
  return (weighted + harmonic) / 2;
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Of the values as they are, not of a sample. scalalib `Maths.scala`. */
function standardDeviation(values: readonly number[]): number {
  const mean = sum(values) / values.length;
  return Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / values.length);
}
