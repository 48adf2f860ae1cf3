import { cleanLine, clip } from "../../shared/text.ts";

/** Longest list of capabilities, or metadata of a move, that is kept, in characters of JSON. */
export const LONGEST_REMARKS = 1_000;

/** Least length of a part of a secret that is hidden, in letters and digits: shorter parts reveal nothing useful. */
const TELLING = 8;

/**
 * A text without a secret that its writer was told, and without parts of it of {@link TELLING} letters and digits and
 * more. It is found however it is echoed: in other cases, split by whatever is no letter and no digit (spaces, line ends,
 * what nobody sees, marks, punctuation), in letters of another width or style, escaped for JSON, an address, HTML or a
 * program, in base64 and hexadecimal, as the numbers of its signs, and backwards. So it does not matter whether the text
 * is cleaned or cut before or after.
 */
export function withoutSecret(text: string, secret: string): string {
  const readings = readingsOf(secret).map(({ letters }) => letters);
  // The reading of all its letters and digits, which every other one is at most as long as.
  const whole = readings.at(-1) ?? "";
  if (whole === "") return secret === "" ? text : text.replaceAll(secret, "…");
  const length = Math.min(TELLING, whole.length);
  const telling = new Set<string>();
  /** The beginnings of the parts to search for: most places of a text match none of them. */
  const beginnings = new Set<number>();
  for (const form of formsOf(secret, readings)) {
    for (let at = 0; at + length <= form.length; at += 1) {
      telling.add(form.slice(at, at + length));
      beginnings.add(beginningAt(form, at));
    }
  }

  const matches = readingsOf(text).flatMap(({ letters, from, to }) => {
    const ends: [from: number, to: number][] = [];
    for (let at = 0; at + length <= letters.length; at += 1) {
      if (beginnings.has(beginningAt(letters, at)) && telling.has(letters.slice(at, at + length)))
        ends.push([from[at] ?? 0, to[at + length - 1] ?? text.length]);
    }
    return ends;
  });
  let result = "";
  let end = 0;
  for (const [from, to] of matches.sort(([one], [other]) => one - other)) {
    // A match that overlaps a hidden part is hidden with it.
    if (from >= end) result += `${text.slice(end, from)}…`;
    end = Math.max(end, to);
  }
  return result + text.slice(end);
}

const beginningAt = (letters: string, at: number): number => (letters.charCodeAt(at) << 8) | letters.charCodeAt(at + 1);

/**
 * Escapes of JSON and of programs, of URLs and of HTML, each also where it was escaped again. Of several backslashes
 * the last one begins it: matching from each of them would take quadratic time for a run of backslashes.
 */
const escapeSequence =
  /\\u\{0*([0-9a-f]{2,6})\}|\\u([0-9a-f]{4})|[\\0]x([0-9a-f]{2})|%(?:25)*([0-9a-f]{2})|&(?:amp;)*#x0*([0-9a-f]{2,6});?|&(?:amp;)*#0*(\d{2,7});?|\\[nrtbfv]/iy;
/** Whether an escape may begin with this: `%`, `&`, `0` or a backslash. */
const isEscape = (unit: number): boolean => unit === 37 || unit === 38 || unit === 48 || unit === 92;

/** The signs of a text with its escapes resolved, and as they stand where that differs: a key may have `0xb8` in it. */
function readingsOf(text: string) {
  const resolved = signsOf(text, true);
  return resolved.hasEscapes ? [resolved, signsOf(text, false)] : [resolved];
}

/**
 * The letters, in lower case, and the digits of a text, with the places where each of them begins and ends. Other
 * characters are skipped, since somebody could insert them.
 */
function signsOf(text: string, resolves: boolean) {
  const codes: number[] = [];
  const from: number[] = [];
  const to: number[] = [];
  const take = (code: number, begin: number, end: number) => {
    // ASCII letters in lower case.
    const small = code >= 65 && code <= 90 ? code + 32 : code;
    if ((small < 97 || small > 122) && (small < 48 || small > 57)) return;
    codes.push(small);
    from.push(begin);
    to.push(end);
  };
  let hasEscapes = false;
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at);
    const escaping = resolves && isEscape(unit) ? escapeAt(text, at) : null;
    hasEscapes ||= escaping !== null;
    const code = escaping?.code ?? (unit < 128 ? unit : (text.codePointAt(at) ?? 0));
    const end = escaping?.end ?? at + (code > 0xffff ? 2 : 1);
    if (code < 128) take(code, at, end);
    else for (const sign of String.fromCodePoint(code).normalize("NFKD")) take(sign.codePointAt(0) ?? 0, at, end);
    at = end;
  }
  return { letters: Buffer.from(codes).toString("latin1"), from, to, hasEscapes };
}

/** The character that an escape at this place stands for, 0 for a line end and the like; null where none begins. */
function escapeAt(text: string, at: number): { readonly code: number; readonly end: number } | null {
  escapeSequence.lastIndex = at;
  const match = escapeSequence.exec(text);
  if (!match) return null;
  const [whole, ...codes] = match;
  const hex = codes.slice(0, 5).find((code) => code !== undefined);
  const code = hex === undefined ? Number(codes[5] ?? 0) : Number.parseInt(hex, 16);
  return { code: code <= 0x10ffff ? code : 0, end: at + whole.length };
}

/** The letters and digits of all forms that a secret may have been turned into as a whole, its readings among them. */
function formsOf(secret: string, readings: readonly string[]): readonly string[] {
  const bytes = Buffer.from(secret);
  // Base64 encodes three bytes at a time: the letters of a secret depend on how many bytes stand before it. Those at
  // the ends depend on their neighbours as well.
  const shifts = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replaceAll("=", "");
    return text.slice(before === 0 ? 0 : before + 1, (bytes.length + before) % 3 === 0 ? undefined : -1);
  });
  const numbers = (base: number) => Array.from(bytes, (byte) => byte.toString(base)).join("");
  const encodings = [...shifts, bytes.toString("hex"), numbers(10), numbers(8)].map((form) =>
    form.replaceAll(/[^a-z0-9]/gi, "").toLowerCase(),
  );
  return [...readings, ...encodings, ...readings.map((reading) => Array.from(reading).reverse().join(""))];
}

/**
 * A player's remarks about itself or about a move, as JSON of a bounded length, without its token: shown, never acted
 * on. A long text is cut before the token is searched for, which takes a while, and far enough behind the kept part
 * that no piece of a token is left at its end.
 */
export const ownWords = (note: Readonly<Record<string, unknown>> | string, token: string): string =>
  clip(
    cleanLine(
      withoutSecret((typeof note === "string" ? note : JSON.stringify(note)).slice(0, 8 * LONGEST_REMARKS), token),
    ),
    LONGEST_REMARKS,
  );
