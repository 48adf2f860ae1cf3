/** A position that a game went through, by its mark of eight characters, and the move played there. */
export interface PathStep {
  readonly position: string;
  readonly move: string;
}

const MARK = 8;

/** The first positions of a game as one text: some 13 bytes a move. */
export const writePath = (steps: readonly PathStep[]): string =>
  steps.map(({ position, move }) => position + move).join(" ");

/** A position's mark as two numbers: the first four characters, and the other four. Each has 24 bits. */
export interface MarkNumbers {
  readonly high: number;
  readonly low: number;
}

export const numbersOf = (mark: string): MarkNumbers => ({ high: numberAt(mark, 0), low: numberAt(mark, MARK / 2) });

/** Goes through the steps of such a text; damaged ones are left out. */
export function visitPath(path: string, visit: (high: number, low: number, move: string) => void): void {
  for (let from = 0; from < path.length; ) {
    const space = path.indexOf(" ", from);
    const to = space < 0 ? path.length : space;
    if (to - from > MARK) visit(numberAt(path, from), numberAt(path, from + MARK / 2), path.slice(from + MARK, to));
    from = to + 1;
  }
}

/** The number that each character of base64url stands for, by its code. */
const digits = new Uint8Array(128);
for (const [digit, character] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"].entries())
  digits[character.charCodeAt(0)] = digit;

/** The four characters from one place on as a number. This is much faster than decoding them through a buffer. */
function numberAt(text: string, from: number): number {
  let number = 0;
  for (let at = from; at < from + MARK / 2; at += 1) number = (number << 6) | (digits[text.charCodeAt(at)] ?? 0);
  return number;
}
