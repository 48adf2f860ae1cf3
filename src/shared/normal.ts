/** Standard deviations to either side of the mean within which 95 % of a normal distribution lie. */
export const Z95 = 1.959963984540054;

/** The distribution function of the standard normal distribution (Abramowitz and Stegun 7.1.26: within 1.5e-7). */
export function normalCdf(z: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(z)) / Math.SQRT2);
  const tail =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) *
    t *
    Math.exp((-z * z) / 2);
  return z > 0 ? 1 - tail / 2 : tail / 2;
}
