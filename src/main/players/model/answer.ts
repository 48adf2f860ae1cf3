import type { Move } from "../../../games/game.ts";
import type { FailureCause } from "../../../shared/causes.ts";
import { type Fields, fieldsOf, isFields, jsonIn } from "../../../shared/fields.ts";

/** The moves of a position: those that are legal, and the reader of what players type. */
export interface TypedMoves {
  readonly legalMoves: readonly string[];
  /** The legal move that a text means, by the game's own reader; null for none. */
  readonly readMove: (text: string) => Move | null;
}

/** The form in which an answer names its move; `alone` where it says nothing else. */
export type AnswerForm = "json" | "move-line" | "boxed" | "tag" | "alone";

/** A move that an answer names explicitly: a legal one or not, or {@link RESIGN}. */
export interface Choice {
  readonly text: string;
  readonly form: AnswerForm;
}

/** Why an answer has no choice. */
export type AnswerFault = Extract<FailureCause, "ambiguous" | "cut-off" | "empty" | "refused" | "unreadable">;

/** The choice of a player that resigns. */
export const RESIGN = "RESIGN";

/** Most characters of a statement that are read after its label, and of prose; most of its statements, and objects of JSON. */
const LONGEST_CHOICE = 200;
const LONGEST_PROSE = 16_384;
const MOST_STATEMENTS = 100;
const MOST_OBJECTS = 20;
/** Most different texts of one answer that the game's reader is given. */
const MOST_TEXTS = 500;

/**
 * Reads a model's answer. A move is only what the answer names explicitly, beside its thoughts: a JSON object with a
 * move under a usual key; a line or sentence `MOVE: x`, `Final answer: x`, `bestmove x` or `\boxed{x}`; a tag
 * `<move>x</move>`; or the whole answer. Moves in prose are none, and neither are two different choices. An illegal
 * choice is returned as it is, for the rules to refuse.
 * @param isCut whether the answer ended at its greatest length: a choice at its very end may be the start of another
 */
export function readAnswer(
  answer: string,
  typedMoves: TypedMoves,
  isCut = false,
): Choice | { readonly text: null; readonly cause: AnswerFault } {
  const moves = readOnce(typedMoves);
  const text = plainText(partsOf(answer).spoken);
  const choices = choicesIn(text, moves, isCut);
  const different = new Map(choices.map((each) => [moves.readMove(each.text)?.code ?? each.text.toLowerCase(), each]));
  const [choice, ...others] = different.values();
  if (choice && others.length === 0) return choice;
  if (choice) return { text: null, cause: "ambiguous" };
  if (isCut) return { text: null, cause: "cut-off" };
  if (answer.trim() === "") return { text: null, cause: "empty" };
  return { text: null, cause: refusalPattern.test(text) ? "refused" : "unreadable" };
}

/** Reads each text once, and no more of them than an answer has a use for. */
function readOnce({ legalMoves, readMove }: TypedMoves): TypedMoves {
  const readings = new Map<string, Move | null>();
  return {
    legalMoves,
    readMove: (text) => {
      if (!readings.has(text) && readings.size < MOST_TEXTS) readings.set(text, readMove(text));
      return readings.get(text) ?? null;
    },
  };
}

const refusalPattern =
  /^\W*(?:i(?:'m| am) (?:really |very )?sorry|sorry|i (?:can(?:no|')t|won't|refuse|decline|am unable))\b/i;

/** The signs around and between a model's thoughts, as models and their servers write them. */
const thoughtTag =
  /[[◁]\/?think(?:ing)?[\]▷]|<\|?\/?(?:\w+:)?(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflection|analysis|scratch_?pad|inner_?monologue)\|?>|<\|(?:begin|start|end)_(?:of_)?(?:thought|thinking)\|>|<\|channel\|?>\s*(?<channel>\w+)|<channel\|>/gi;

/** The parts of an answer beside its choice: its prose, the texts of its JSON objects, its thoughts. */
export function proseIn(answer: string, typedMoves: TypedMoves): string {
  const moves = readOnce(typedMoves);
  const { spoken, thought } = partsOf(answer.slice(-LONGEST_PROSE));
  const whole = objectIn(bareObject(spoken));
  const prose = whole ? textsIn(whole) : spoken.replace(objectLines, (lines) => textsIn(objectIn(lines) ?? {}));
  const isChoice = (line: string): boolean =>
    /^\s*```/.test(line) || isLabelAlone(line) || choiceOf(line, [], moves).length + soleMove(line, moves).length > 0;
  const statements = prose.split(/(?<=\n)/).flatMap((line) => line.split(labelledSentence));
  const others = statements.slice(0, MOST_STATEMENTS).filter((each) => !plainText(each).split("\n").some(isChoice));
  return `${others.join("").trim()}\n\n${thought.trim()}`;
}

const textsIn = (object: Fields): string =>
  Object.values(object)
    .flatMap((value) => (isFields(value) ? textsIn(value) : typeof value === "string" ? [value] : []))
    .join("\n");

/** An answer in two parts: an end of thoughts without a beginning ends those that began with the answer. */
function partsOf(answer: string): { readonly spoken: string; readonly thought: string } {
  let lastPart = "";
  let thought = "";
  let isThought = false;
  let from = 0;
  for (const { 0: tag, index, groups } of answer.matchAll(thoughtTag)) {
    if (isThought) thought += answer.slice(from, index);
    else lastPart += answer.slice(from, index);
    from = index + tag.length;
    const channel = groups?.["channel"]?.toLowerCase();
    const begins = channel === undefined ? !/^[[<◁]\|?(?:\/|end_|channel)/i.test(tag) : channel !== "final";
    if (!begins && !isThought) [thought, lastPart] = [thought + lastPart, ""];
    isThought = begins;
  }
  const rest = answer.slice(from);
  return isThought ? { spoken: lastPart, thought: thought + rest } : { spoken: lastPart + rest, thought };
}

/** Without invisible signs, what is struck out, marks of text and control tokens; a tag with a move gets its own line. */
const plainText = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}|\u20e3/gu, "")
    .replace(/[‘’]/g, "'")
    .replace(/~~[^~\n]*~~|<\|\w+\|>|<\/?(?:b|i|u|s|em|strong|code|p|span|output|response|end_of_turn|eos)>/gi, "")
    .replace(moveTag, "\n<$1>$2</$1>\n");

const moveTag = /<((?:(?:best|final|my|uci)_?)?move|(?:final_?)?answer|choice)>\s*([^<>\n]{1,200}?)\s*<\/\1>/gi;
const tagAlone = new RegExp(`^${moveTag.source}$`, "i");

/** All explicit choices of a text, in their order; of JSON first. */
function choicesIn(text: string, moves: TypedMoves, isCut: boolean): readonly Choice[] {
  const whole = objectIn(bareObject(text));
  const objects = whole
    ? [whole]
    : [...text.matchAll(objectLines)].slice(-MOST_OBJECTS).map(([lines]) => objectIn(lines));
  const inJson = objects
    .flatMap((object) => (object ? namedIn(object) : []))
    .flatMap((texts) => choiceIn(texts, moves, "json"));
  if (whole) return inJson;
  const statements = text
    .replace(objectLines, "\n")
    .split(/[\r\n\u0085\u2028\u2029]+/)
    .filter((line) => !/^\s*(?:```|$)/.test(line))
    .flatMap((line) => line.split(labelledSentence));
  const isOpen = isCut && !/\n\s*$/.test(text);
  const choices = statements.flatMap((each, index) => {
    const choices = choiceOf(each, statements.slice(index + 1, index + 3), moves);
    const isLast = index + (isLabelAlone(each) ? 2 : 1) >= statements.length;
    return isOpen && isLast ? choices.filter(({ text: move }) => !goesOn(move, moves)) : choices;
  });
  if (isCut || inJson.length + choices.length > 0 || statements.length !== 1) return [...inJson, ...choices];
  return soleMove(statements[0] ?? "", moves).map((alone) => ({ text: alone, form: "alone" }));
}

/** Whether a choice at the end of a text that was cut off can be the beginning of another one, as O-O is. */
function goesOn(text: string, { legalMoves, readMove }: TypedMoves): boolean {
  const move = readMove(text);
  const starts = move && [text, move.text].map((each) => each.toLowerCase());
  const others = legalMoves.flatMap((code) => (code === move?.code ? [] : [code, readMove(code)?.text ?? ""]));
  return !starts || others.some((other) => starts.some((start) => other.toLowerCase().startsWith(start)));
}

/** A text without the fence or tag around its only object. */
const bareObject = (text: string): string =>
  text.trim().replace(/^(?:```\w*|<(\w+)>)\s*(\{.*\})\s*(?:```|<\/\1>)$/s, "$2");

/** Lines that are one JSON object: a block of their own, fenced or not. */
const objectLines = /^[ \t`]*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}[ \t`]*$/gm;

/** The object of a JSON text, also where its strings have line breaks or its lists a comma too many. */
const objectIn = (text: string): Fields | null =>
  fieldsOf(jsonIn(text.replace(/^[\s`]+|[\s`]+$|\p{Cc}+/gu, " ").replace(/,(?=\s*[}\]])/g, "")));

const moveKey =
  /^(?:(?:my|the|your|best|final|chosen|selected|next)*(?:move|answer|choice|decision)|(?:move)?(?:uci|san|lan)(?:move)?)$/;
const actionKey = /^(?:action|play|cell|number)$/;
const partKey = /^(?:arguments|parameters|input|output|response|result)$/;

/** The moves that an object names: under a usual key, or by its squares or its cell. */
function namedIn(object: Fields): readonly string[] {
  const under = (key: RegExp): readonly string[] =>
    Object.entries(object).flatMap(([name, value]) => {
      if (!key.test(name.toLowerCase().replace(/[^a-z]/g, ""))) return [];
      if (isFields(value)) return namedIn(value);
      const single = Array.isArray(value) ? value.join(",") : value;
      return typeof single === "string" || typeof single === "number" ? [String(single)] : [];
    });
  const { from, to, promotion = "", row, col = object["column"] } = object;
  if (typeof from === "string" && typeof to === "string") return [`${from}${to}${promotion}`];
  if (typeof row === "number" && typeof col === "number") return [`${row},${col}`];
  return [moveKey, actionKey, partKey].map(under).find((texts) => texts.length > 0) ?? [];
}

/** The words by which an answer announces its choice. Whoever else's move it may be, or a second best, has others. */
const labelPattern =
  "(?:(?:so|thus|therefore|hence|then|okay|ok),?\\s+)*(?:here(?:'s|\\s+is)\\s+)?" +
  "(?:(?:my(?:\\s+next)?|the|our|final|best|chosen|selected|recommended|actual)\\s*)*" +
  "(?:move|answer|choice|decision|selection)(?:\\s*\\([^()]{1,30}\\))?";
const labelPrefix = new RegExp(`^${labelPattern}(?:\\s+is)?\\s*(?:[:=]|[-=]*>|→|[-–—](?=\\s))\\s*`, "i");
const finallyIs =
  /^(?:(?:so|thus|therefore|hence),?\s+)?(?:my|the)\s+(?:(?:final|chosen|selected)\s+(?:move|answer|choice|decision)\s+is\s+|(?:answer|move)\s+is\s+(?=\W*boxed))/i;
const labelAlone = new RegExp(`^${labelPattern}(?:\\s+is)?\\s*[:=]?\\s*$`, "i");
/** The beginning of a sentence that is labelled. */
const labelledSentence = new RegExp(`(?<=[.!?]\\s)(?=[*_"'(]*(?:${labelPattern})\\W{0,4}[:=])`, "i");
const boxCommand = /^[\s$\\()[\]]*\\boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}[\s$.\\()[\]]*$/;

/** A statement without the marks of Markdown and what stands before its first word. */
const wordsOf = (statement: string): string =>
  statement
    .replace(/[*`_]+/g, "")
    .replace(/^[^\p{L}\p{N}\\<]+/u, "")
    .replace(/^\d{1,2}[.)]\s+(?=\p{L})/u, "");

/** Whether a statement is a heading such as `Best move:`. */
const isLabelAlone = (statement: string): boolean =>
  labelAlone.test(wordsOf(statement)) && /[:=]|^\s*(?:#|\*\*)/.test(statement);

/** The choice that a statement names; that of a heading stands in the next one, by itself. */
function choiceOf(
  statement: string,
  [next = "", afterNext = ""]: readonly string[],
  moves: TypedMoves,
): readonly Choice[] {
  const words = wordsOf(statement);
  if (isLabelAlone(statement)) {
    const [text] = soleMove(next, moves);
    return text === undefined || soleMove(afterNext, moves).length > 0 ? [] : [{ text, form: "move-line" }];
  }
  const tag = tagAlone.exec(words)?.[2];
  if (tag !== undefined) return choiceIn(tag, moves, "tag");
  const [, best] = /^bestmove\s+(\S+)(?:\s+ponder\s+\S+)?\s*$/i.exec(words) ?? [];
  const text = best ?? words.replace(labelPrefix, "").replace(finallyIs, "");
  const [, box] = boxCommand.exec(text) ?? [];
  if (box !== undefined) return choiceIn(box, moves, "boxed");
  return text === words ? [] : choiceIn(text, moves, "move-line");
}

const resignationPattern = /^(?:i )?resign(?:s|ed|ation)?!?$/i;
const placeholderPattern = /^(?:[^\p{L}\p{N}]*|x|xx|move|here|n\/a|your[- ]?(?:chosen )?move|cell|square|number)$/iu;
/** The beginnings of what is said after a move to take it back, and the words that do so wherever they stand. */
const takesBack = /^\W*(?:no|not|nope|wait|or|but|actually|hmm+|alternatively|instead|rather)\b/i;
const waveringPattern = /\b(?:no|not|wait|or|but|actually|instead|rather|unless|if)\b/i;

/**
 * The choice in what follows a label: the move, or the move and an explanation of it in a sentence of its own, after a
 * dash or in brackets. None where it is prose, or names another move as well.
 */
function choiceIn(text: string, moves: TypedMoves, form: AnswerForm): readonly Choice[] {
  let bare = unwrapAnswer(text.slice(0, LONGEST_CHOICE));
  for (let before = ""; before !== bare; ) {
    before = bare;
    bare = unwrapAnswer(bare.replace(labelPrefix, ""));
  }
  if (resignationPattern.test(bare)) return [{ text: RESIGN, form }];
  if (placeholderPattern.test(bare)) return [];
  if (moves.readMove(bare)) return [{ text: bare, form }];
  const heads = [...bare.matchAll(/([.!?])\s+|[,;:]\s+|\s*\(|\s+[-–—]+\s+/g)].map(({ 0: gap, 1: stop, index }) => {
    const remainder = bare.slice(index + gap.length);
    const head = unwrapAnswer(bare.slice(0, index));
    const others = remainder.split(/[\s,;()]+/).flatMap((word) => moves.readMove(unwrapAnswer(word)) ?? []);
    const isAlone = !waveringPattern.test(remainder) && others.every(({ code }) => code === moves.readMove(head)?.code);
    return { head, isSure: !takesBack.test(remainder) && (stop !== undefined || isAlone) };
  });
  const legal = heads.find(({ head }) => moves.readMove(head));
  if (legal) return legal.isSure ? [{ text: legal.head, form }] : [];
  // The rules refuse a text that has the form of a move and is none here.
  const move = [bare, ...heads.flatMap(({ head, isSure }) => (isSure ? [head] : []))].find(
    (each) => oneMove.test(each) && !each.split(/\s+/).some(moves.readMove),
  );
  return move === undefined || placeholderPattern.test(move) ? [] : [{ text: move, form }];
}

/** One word with a figure or a dash, or a few of which the last has a figure: `e2 to e9`. */
const oneMove = /^(?:(?=.*[\d-])[\p{L}\p{N}+#=:.,'-]{1,20}|(?:\S{1,9}\s+){1,3}[^\s\d]{0,3}\d\S{0,4})$/u;

/** The move that a line is, and says nothing else; a word with a figure is one, if an illegal one. */
function soleMove(line: string, { readMove }: TypedMoves): readonly string[] {
  if (line.length > LONGEST_CHOICE) return [];
  const text = unwrapAnswer(line.replace(/^\s*[^\p{L}\p{N}\s♔-♟]+\s+/u, ""));
  if (resignationPattern.test(text)) return [RESIGN];
  return readMove(text) || /^(?=.*\d)[\p{L}\p{N}+#=:.,'-]{1,12}$/u.test(text) ? [text] : [];
}

/** A text without brackets, quotes, Markdown and LaTeX around it, and without the full stop of its sentence. */
const unwrapAnswer = (text: string): string =>
  text
    .replace(/^(?:[\s"'“”„«»()[\]{}$<>*`_]|\\[a-z]+\s*\{|\\[()[\]])+/i, "")
    .replace(/[\s"'“”„«»()[\]{}$<>*`_\\.。,;]+$/, "");
