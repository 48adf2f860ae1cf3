/** The width of every picture, which is a square, in units; its content is inside a frame of {@link frameWidth}. */
export const pictureSize = 400;
export const frameWidth = 20;

/** The colours that the pictures share. */
export const palette = {
  frame: "#4a372a",
  frameText: "#f0e2ca",
  light: "#efe2cb",
  dark: "#b58a63",
  ink: "#2a211b",
  lastMove: "#e2b52c",
  first: "#b4452c",
  second: "#2b5c8a",
} as const;

/** A label on the frame or in the picture. The family is whatever the viewer has: nothing is fetched. */
export function label(text: string, x: number, y: number, size: number, fill: string): string {
  const font = `font-family="system-ui,Helvetica,Arial,sans-serif" font-size="${size}" font-weight="600"`;
  return `<text x="${x}" y="${y}" ${font} text-anchor="middle" dominant-baseline="central" fill="${fill}">${text}</text>`;
}

/** The frame with the names of columns below and of rows at the left, in the order in which they are seen. */
export function frame(columns: readonly string[], rows: readonly string[]): string {
  const step = (pictureSize - 2 * frameWidth) / columns.length;
  const at = (index: number): number => frameWidth + step * (index + 0.5);
  const far = pictureSize - frameWidth / 2;
  return [
    `<rect width="${pictureSize}" height="${pictureSize}" rx="7" fill="${palette.frame}"/>`,
    ...columns.map((name, index) => label(name, at(index), far, 11, palette.frameText)),
    ...rows.map((name, index) => label(name, frameWidth / 2, at(index), 11, palette.frameText)),
  ].join("");
}

/**
 * Text for an XML document: markup escaped, and what XML 1.0 does not allow as a character left out (section 2.2:
 * control characters, lone surrogates, U+FFFE and U+FFFF), and the controls U+007F to U+009F, which it discourages.
 */
export function xmlText(text: string): string {
  const clean = text.replace(/[^\t\n\r\u{20}-\u{7e}\u{a0}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "");
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
  return clean.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
