/** Standard deviations to either side of the mean within which 95 % of a normal distribution lie. */
export const Z95 = 1.959963984540054;
