/** The six pieces, by the letter that FEN and SAN give them. */
export const pieceLetters = ["K", "Q", "R", "B", "N", "P"] as const;
export type PieceLetter = (typeof pieceLetters)[number];

/** One piece on a field of 45 by 45, drawn from the back to the front. */
export interface PieceDrawing {
  /** Closed shapes: filled and outlined, each over the one before. */
  readonly shapes: readonly string[];
  /** Shapes filled with the colour of the lines: an eye, a nostril. */
  readonly marks: readonly string[];
  /** Open lines within the shapes. */
  readonly lines: readonly string[];
}

/** The axis on which all but the knight are turned. */
const axis = 22.5;

/** Path data with the numbers rounded to hundredths, so that sums of fractions stay short. */
const path = (strings: TemplateStringsArray, ...numbers: readonly number[]): string =>
  strings
    .map((text, index) => text + (numbers[index] === undefined ? "" : Math.round(numbers[index] * 100) / 100))
    .join("");

const disc = (x: number, y: number, radius: number): string =>
  path`M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;

/** A ring of the turned wood, seen from the side: a bar with round ends. */
function ring(top: number, halfWidth: number, height: number): string {
  const radius = height / 2;
  const reach = halfWidth - radius;
  const upperEdge = path`M${axis - reach} ${top}h${2 * reach}a${radius} ${radius} 0 0 1 0 ${height}`;
  return upperEdge + path`h${-2 * reach}a${radius} ${radius} 0 0 1 0 ${-height}z`;
}

/** The foot that every piece stands on. */
const foot = (halfWidth: number): readonly string[] => [
  ring(34.7, halfWidth - 2.4, 3.7),
  path`M${axis - halfWidth} 43v-1.6q0-3 3.2-3h${2 * halfWidth - 6.4}q3.2 0 3.2 3v1.6z`,
];

/** The stem between the collar and the foot, widening downwards. */
function stem(top: number, halfTop: number, halfBottom: number): string {
  const left = path`M${axis - halfTop} ${top}C${axis - halfTop} ${top + 6.5} ${axis - halfBottom + 2.4} 32.5 ${axis - halfBottom} 35.6`;
  const right = path`C${axis + halfBottom - 2.4} 32.5 ${axis + halfTop} ${top + 6.5} ${axis + halfTop} ${top}z`;
  return `${left}${path`h${2 * halfBottom}`}${right}`;
}

/** Our own drawings, after the Staunton pattern. */
const pieceDrawings: Record<PieceLetter, PieceDrawing> = {
  K: {
    shapes: [
      "M20.8 11.6L21.4 8L17.9 8.5V4.6L21.4 5.2L20.9 2H24.1L23.6 5.2L27.1 4.6V8.5L23.6 8L24.2 11.6z",
      stem(23.1, 5, 9.2),
      "M17.2 24.9C16.3 21 13.9 18.3 12.6 15.1C11.9 13.3 13 12.2 14.7 12.1C17.6 11.9 19.8 10.5 22.5 10.5C25.2 10.5 27.4 11.9 30.3 12.1C32 12.2 33.1 13.3 32.4 15.1C31.1 18.3 28.7 21 27.8 24.9z",
      ring(23.8, 7.6, 3.3),
      ...foot(13.5),
    ],
    marks: [],
    lines: ["M14.5 16C19.3 14.6 25.7 14.6 30.5 16"],
  },
  Q: {
    shapes: [
      stem(23.1, 4.8, 8.9),
      "M17.4 24.9C16.7 20.5 13.5 17.3 10.6 11.8L16.1 15.3L16.4 9.2L20.8 13.8L22.5 8.1L24.2 13.8L28.6 9.2L28.9 15.3L34.4 11.8C31.5 17.3 28.3 20.5 27.6 24.9z",
      disc(10, 10.5, 2),
      disc(16.1, 7.6, 2),
      disc(22.5, 6.1, 2.2),
      disc(28.9, 7.6, 2),
      disc(35, 10.5, 2),
      ring(23.8, 7.4, 3.3),
      ...foot(13.3),
    ],
    marks: [],
    lines: ["M16.4 19.8C20.4 18.7 24.6 18.7 28.6 19.8"],
  },
  R: {
    shapes: [
      "M16.1 17.7L14.3 35.6H30.7L28.9 17.7z",
      "M11.7 8.5H16.3V11.6H20.1V8.5H24.9V11.6H28.7V8.5H33.3V16L30 19.4H15L11.7 16z",
      ...foot(13.1),
    ],
    marks: [],
    lines: ["M13.2 15.5H31.8", "M16.2 31H28.8"],
  },
  B: {
    shapes: [
      stem(25.3, 4.2, 8.5),
      "M22.5 8.8C17.2 12.2 13.8 17.3 14.4 21.8C14.8 24.2 16.7 26 18.7 26.9H26.3C28.3 26 30.2 24.2 30.6 21.8C30.8 19.5 30 17.4 28.8 15.2L23.3 20.7L22.2 19.9L26.6 12.2C25.4 10.8 23.9 9.7 22.5 8.8z",
      disc(22.5, 7, 2.5),
      ring(25.5, 7.2, 3.2),
      ...foot(12.6),
    ],
    marks: [],
    lines: [],
  },
  N: {
    shapes: [
      "M13.2 35.6C13 30.6 19.3 29 20.2 24C18.2 25.8 16.1 25.5 14.7 27.1C13.6 28.3 12.8 30.2 10.7 30.1C9.9 30.1 9.4 29.5 9.5 28.5C7.2 28.6 5.8 26.9 6.4 24.8C7 22.6 9.1 21.2 10.3 18.8C11.5 16.4 11.7 13.8 14.1 11.4C15.2 10.3 16.4 9.6 17.4 9.2L17.6 4.8L21.3 8C29.6 8.1 36 14.9 35.7 25.8C35.6 29.7 33.7 33 32.4 35.6z",
      ...foot(13.1),
    ],
    marks: [disc(9.2, 24.9, 0.8), "M13.9 16.8C14.3 15.3 15.6 14.4 17.3 14.6C17.1 16.2 15.6 17.2 13.9 16.8z"],
    lines: [
      "M9.5 28.5C10.8 28.3 11.7 27.7 12.3 26.7",
      "M20.2 24C21.8 22.3 22.3 19.7 21.3 17.5",
      "M23 11.5C28.9 12.9 31.8 19 31.1 26.9",
    ],
  },
  P: {
    shapes: [stem(21, 3.6, 8.3), disc(22.5, 14.2, 6.1), ring(19.9, 7, 3.2), ...foot(12.2)],
    marks: [],
    lines: [],
  },
};

interface PieceColours {
  /** Of the shaded fill, from the lit left to the right. */
  readonly fill: readonly [string, string, string];
  readonly outline: string;
  readonly line: string;
}

/** The colours of the two sides, by the letter that FEN gives them. */
export const pieceColours = {
  w: { fill: ["#fffdf7", "#fbf5e8", "#dccfb6"], outline: "#2a211b", line: "#2a211b" },
  b: { fill: ["#655a52", "#463d37", "#2b2420"], outline: "#15100d", line: "#e9dcc6" },
} as const satisfies Record<string, PieceColours>;
export type PieceSide = keyof typeof pieceColours;

/** A piece as one SVG group on a field of 45 by 45, filled with the gradient of that id. */
export function pieceGroup(side: PieceSide, letter: PieceLetter, id: string, gradient: string): string {
  const { shapes, marks, lines } = pieceDrawings[letter];
  const { outline, line } = pieceColours[side];
  const paths = [
    ...shapes.map((d) => `<path d="${d}"/>`),
    ...marks.map((d) => `<path d="${d}" fill="${line}" stroke="none"/>`),
    ...lines.map((d) => `<path d="${d}" fill="none" stroke="${line}"/>`),
  ];
  const pen = `fill="url(#${gradient})" stroke="${outline}" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"`;
  return `<g id="${id}" ${pen}>${paths.join("")}</g>`;
}

/** A piece as an SVG document of its own; the gradient’s id matters where it becomes part of a larger one. */
export function pieceSvg(side: PieceSide, letter: PieceLetter, gradient = "f"): string {
  const [lit, middle, shaded] = pieceColours[side].fill;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45">',
    `<linearGradient id="${gradient}" gradientUnits="userSpaceOnUse" x1="10" x2="35" y1="0" y2="0">`,
    `<stop stop-color="${lit}"/><stop offset=".55" stop-color="${middle}"/><stop offset="1" stop-color="${shaded}"/>`,
    `</linearGradient>${pieceGroup(side, letter, "p", gradient)}</svg>`,
  ].join("");
}
