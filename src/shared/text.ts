/** Longest name a player is shown by, in characters. */
export const NAME_LENGTH = 40;
/** Longest line of talk, in characters. */
export const TALK_LENGTH = 280;
/** Longest search for games, in characters. */
export const SEARCH_LENGTH = 200;

/**
 * Invisible characters: default-ignorable ones (direction overrides, which let a name rewrite the text around it,
 * zero-width spaces, fillers, tags) and the empty Braille cell. A joiner or a variation selector inside an emoji stays.
 */
const invisibleCharacters =
  /(?!(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)\u200d(?=\p{Extended_Pictographic}))(?!(?<=\p{Emoji})\ufe0f)[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Makes one printable line of what somebody typed: no control characters, no line breaks, nothing invisible, no halves of a character. */
export const cleanLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu, " ")
    .replace(invisibleCharacters, "")
    .replace(/ {2,}/g, " ")
    .trim();

/** Longest line of a log, in characters. */
const LINE_LENGTH = 8_000;

/**
 * Makes one line of a program's message: line breaks become ` | `, and control characters and invisible ones are
 * written as their numbers.
 */
export const visibleLine = (text: string): string =>
  clip(text.toWellFormed(), LINE_LENGTH)
    .replace(/[\r\n]+/g, " | ")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);

/** A key that is the same for names that look alike, ignoring case and the form of accents. */
export const likeness = (name: string): string => name.normalize("NFC").toLowerCase();

/** Whether a text has a visible character. */
export const isVisible = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(cleanLine(text));

/** Letters that Unicode does not decompose into a letter and a mark, but that people type so. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ı: "i",
};

/** A text for searching: in lower case, without accents, with typewriter's apostrophes. */
export const foldText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[‘’ʼ]/g, "'")
    .toLowerCase()
    .replace(/\P{ASCII}/gu, (letter) => plainLetters[letter] ?? letter);

/** A name in a form for comparing: `Carlsen, Magnus` is `Magnus Carlsen`. */
export const nameKey = (name: string): string =>
  foldText(name)
    .split(/[\s,]+/)
    .filter((word) => word !== "")
    .sort()
    .join(" ");

/** Most names of one's own. */
const MOST_NAMES = 20;
/** Splits a text with names separated by semicolons. */
export const namesIn = (text: string): readonly string[] =>
  text
    .split(";")
    .map((name) => name.trim().slice(0, NAME_LENGTH))
    .filter((name) => name !== "")
    .slice(0, MOST_NAMES);

/** A word of a search: it matches a text anywhere, or the beginning of a game's id, or only the latter. */
export interface SearchWord {
  /** Folded, and not empty. */
  readonly text: string;
  readonly isNumber: boolean;
}

/** The words of a search. Digits after a `#` match the beginning of an id; before anything else the `#` is ignored. */
export const searchWords = (search: string): readonly SearchWord[] =>
  foldText(cleanLine(search))
    .split(" ")
    .map((word) => ({ text: word.replace(/^#/, ""), isNumber: /^#\d+$/.test(word) }))
    .filter(({ text }) => text !== "");

/** Whether a word matches a game by its id or its folded search text. */
export const findsGame = ({ text, isNumber }: SearchWord, id: string, haystack: string): boolean =>
  id.startsWith(text) || (!isNumber && haystack.includes(text));

/** At most `length` characters, counted as people count them apart from joined emoji; marked with … where cut. */
export function clip(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join("")}…`;
}

/** A word as it looks in lower case, with little between its letters. */
const looseLetters = (word: string): string => word.match(/\[.+?\]|\w/g)?.join("[^a-z0-9]{0,2}") ?? "";
/**
 * The phrases by which answers direct an agent: `Next Action:`, and `No further actions needed.` at the end. Classes of
 * Unicode would take seconds to compile here.
 */
const directivePattern = new RegExp(
  `(${looseLetters("next")}|${looseLetters("further")})[^a-z0-9]{0,20}(${looseLetters("act[il1|][o0]n")})` +
    `(?=[^a-z0-9]{0,2}s?[^a-z0-9]{0,20}(?::|${looseLetters("needed")}))`,
  "dg",
);

/** A text as a model reads it, letter by letter: without accents and case. */
const lookOf = (text: string): string =>
  (/^\p{ASCII}*$/u.test(text) ? text : skeletonOf(text).replace(/\p{M}+/gu, "")).toLowerCase();

/**
 * A text of somebody else's with those phrases visibly broken (`Next·Action:`), in whatever letters they are written,
 * so that no agent follows them.
 */
export function disarm(text: string): string {
  if (lookOf(text).search(directivePattern) === -1) return text;
  const characters = Array.from(text);
  const letters = characters.map(lookOf);
  const places = letters.flatMap((each, index) => Array.from(each, () => index));
  for (const { indices } of letters.join("").matchAll(directivePattern)) {
    const [from = 0, to = 0] = [places[(indices?.[1]?.[1] ?? 0) - 1], places[indices?.[2]?.[0] ?? 0]];
    for (let index = from + 1; index < to; index += 1) characters[index] = "";
    characters[from] += "·";
  }
  return characters.join("");
}

/** A value with all its texts disarmed; the same object where there is nothing to break. */
export function disarmedIn<T>(value: T): T;
export function disarmedIn(value: unknown): unknown {
  if (typeof value === "string") return disarm(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const each = value.map(disarmedIn);
    return each.some((now, index) => now !== value[index]) ? each : value;
  }
  const entries = Object.entries(value);
  const each = entries.map(([name, content]) => [name, disarmedIn(content)] as const);
  return each.some(([, now], index) => now !== entries[index]?.[1]) ? Object.fromEntries(each) : value;
}

/** A text of somebody else's inside our sentence: quoted, on one line, disarmed, unable to close the quotation. */
export const quote = (text: string): string => `“${disarm(cleanLine(text)).replace(/[“”]/g, '"')}”`;

/** Why a name counts as another one, to follow a sentence; empty for the same name. */
export const lookAlikeText = (name: string, other: string): string =>
  likeness(name) === likeness(other)
    ? ""
    : `: ${quote(name)} looks like ${quote(other)}. Letters of all alphabets count as what they look like, as do 1, l and I`;

/** Why a name is refused that looks like one of Kibitz's own (reservedName). */
export const reservedText = (name: string, own: string): string =>
  `${quote(name)} reads as “${own}”, a name by which Kibitz speaks of itself or of others. Choose another name`;

/** A number of things: `1 match`, `2 matches`, `1,200 games`. */
export const amount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;

import confusables from "./confusables.json" with { type: "json" };

// Made at first use: what is built without look-alikes is built without the table.
/** Characters that look like Latin letters, digits or the colon, and as which they look. Of Unicode's confusables.txt. */
let prototypes: ReadonlyMap<string, string> | null = null;
const prototypesOf = (): ReadonlyMap<string, string> =>
  (prototypes ??= new Map(
    Array.from(confusables.groups.matchAll(/(\S+) (\S+)/g), ([, look = "", group = ""]) =>
      Array.from(group, (character) => [character, look] as const),
    ).flat(),
  ));

/**
 * The skeleton of a text: equal for texts that look alike, whatever alphabet, width or style they are written in (UTS
 * 39, 4, with compatibility decomposition). Look-alikes of Latin letters, digits and the colon are known. Accents and
 * case count. Not for display.
 */
const skeletonOf = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, "")
    .replace(/[01Im|]|\P{ASCII}/gu, (character) => prototypesOf().get(character) ?? character);

/** Keys of a name: names that look alike, in whatever case, have one in common. */
export const looksOf = (name: string): readonly string[] => [
  skeletonOf(name).toLowerCase(),
  skeletonOf(name.normalize("NFKD").toLowerCase()).toLowerCase(),
];

/** Whether another name looks like this one. */
export function lookAlike(name: string): (other: string) => boolean {
  const shapes = looksOf(name);
  return (other) => looksOf(other).some((look) => shapes.includes(look));
}

/** Names by which Kibitz speaks of itself and of others, and the kind of player that may have them. */
const ownNames: Readonly<Record<string, string | null>> = {
  You: "human",
  Human: "human",
  Person: "human",
  Computer: "computer",
  Kibitz: null,
  Referee: null,
  Director: null,
  System: null,
};

/**
 * The name of Kibitz's own that a player's name looks like, whatever stands between its letters and on them; null for
 * one that is free for its kind.
 */
export function reservedName(name: string, kind: string): string | null {
  const shapes = looksOf(name).map((look) => look.replace(/[^\p{L}\p{N}]+/gu, "").replaceAll("l", "i"));
  return Object.keys(ownNames).find((own) => ownNames[own] !== kind && shapes.some(lookAlike(own))) ?? null;
}
