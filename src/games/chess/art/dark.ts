/**
 * Sets whose pieces are drawn once, by the name of the set: the texts that the drawing of a light piece has and those of
 * the dark one, applied in this order. Other sets have drawings of both.
 */
const darkTexts: Readonly<Record<string, readonly (readonly [light: string, dark: string])[]>> = {
  kibitz: [
    ["fill-w", "fill-b"],
    ["#fffdf7", "#655a52"],
    ["#fbf5e8", "#463d37"],
    ["#dccfb6", "#2b2420"],
    // The outline stays dark, and lines on the piece are light.
    ['stroke="#2a211b" stroke-width', 'stroke="#15100d" stroke-width'],
    ["#2a211b", "#e9dcc6"],
  ],
  paper: [
    ["#fbf9f2", "#2b2927"],
    ['stroke="#22201d" stroke-width="2.5"', 'stroke="#f3efe4" stroke-width="2"'],
    ["#22201d", "#f3efe4"],
  ],
};

/** The drawing of a dark piece, from that of the light one of its set. */
export const darken = (set: string, drawing: string): string =>
  (darkTexts[set] ?? []).reduce((text, [light, dark]) => text.replaceAll(light, dark), drawing);
