import { accept, type Result } from "../../shared/result.ts";
import { illegalMove, loneWord } from "../game.ts";
import {
  BAR,
  type Board,
  type Dice,
  diceToPlay,
  HOME,
  keyOf,
  OFF,
  partsOfTurns,
  type Step,
  type Turn,
  wholeTurns,
} from "./board.ts";

/** The kinds of moves that the rules refuse. */
export const illegalKinds = [
  "notation",
  "direction",
  "no-checker",
  "bar",
  "blocked",
  "bearing-off",
  "dice",
  "unused-dice",
  "hit",
] as const;

/** A whole turn with its name: `8/5,6/5` as a code, `8/5 6/5` for people. */
export interface NamedTurn extends Turn {
  readonly code: string;
}

const nameOfPlace = (place: number): string => (place === BAR ? "bar" : place === OFF ? "off" : String(place));
const byPlaces = (a: Step, b: Step): number => b.from - a.from || b.to - a.to;

/**
 * The parts of a turn in the usual notation (P. Magriel, “Backgammon”, 1976): `24/18`, `13/7*` where the other side's
 * blot is hit, with the place in between where that happens on the way, `6/off(2)` for two checkers alike; the highest
 * points first.
 */
export function writeSteps(steps: readonly Step[]): readonly string[] {
  const hits = new Set(steps.flatMap(({ to, hit }) => (hit ? [to] : [])));
  /** The sign of a hit, for the first checker that comes there. */
  const starAt = (place: number): string => (hits.delete(place) ? "*" : "");
  const remaining = steps.toSorted(byPlaces);
  const parts = new Map<string, { star: string; count: number }>();
  for (let step = remaining.shift(); step; step = remaining.shift()) {
    let text = nameOfPlace(step.from);
    let end = step.to;
    for (;;) {
      const place = end;
      const next = remaining.findIndex(({ from }) => from === place);
      if (next < 0) break;
      const star = starAt(place);
      if (star !== "") text += `/${place}${star}`;
      end = remaining.splice(next, 1)[0]?.to ?? OFF;
    }
    text += `/${nameOfPlace(end)}`;
    const star = starAt(end);
    const part = parts.get(text);
    if (part) part.count += 1;
    else parts.set(text, { star, count: 1 });
  }
  return Array.from(parts, ([text, { star, count }]) => `${text}${star}${count > 1 ? `(${count})` : ""}`);
}

/** The whole turns, each board once, by the shortest of its names. Empty where nothing can be moved. */
export function namedTurns(board: Board, dice: Dice): readonly NamedTurn[] {
  const turns = new Map<string, NamedTurn & { readonly parts: number }>();
  for (const turn of wholeTurns(board, dice)) {
    const names = writeSteps(turn.steps);
    const code = names.join();
    const key = keyOf(turn.board);
    const before = turns.get(key);
    if (!before || names.length < before.parts || (names.length === before.parts && code < before.code))
      turns.set(key, { ...turn, code, parts: names.length });
  }
  return Array.from(turns.values(), ({ steps, board: after, code }) => ({ steps, board: after, code }));
}

/** A turn's code as people write it. */
export const textOf = (code: string): string => code.replaceAll(",", " ");

/** A part of a written turn: as many checkers along the same places, with those at which something is hit. */
interface TurnPart {
  readonly places: readonly number[];
  readonly stars: readonly number[];
  readonly count: number;
}

/** The longest text that is read. */
const LONGEST_MOVE = 100;
const partForm =
  /^(bar|b|\d{1,2})((?:\/(?:bear(?:ing)?-?off|off|o|home|\d{1,2})\*?)+)(?:\((\d)\)|[x×](\d)(?![\d/]))?[\s,;+&]*(?:and\s+)?/;
const placeOf = (text: string): number =>
  /^b(ar)?$/.test(text) ? BAR : /^[a-z]/.test(text) ? OFF : Math.min(Number(text), BAR + 1);

/** The parts of a written turn in common spellings, after the dice or without them; null for another text. */
function readParts(text: string): readonly TurnPart[] | null {
  if (text.length > LONGEST_MOVE) return null;
  let remainder = loneWord(text)
    .toLowerCase()
    .replace(/^(?:dice )?\(?[1-6][-, x]?[1-6]\)?:\s*/, "")
    .replace(/\s*(?:→|->|>|–|—|−|(?<=[\dr*])-(?=[\dobh])|\/)\s*/g, "/")
    .replace(/\s+(?=[*(])/g, "");
  const parts: TurnPart[] = [];
  while (remainder !== "") {
    const [whole, from = "", path = "", many, times] = partForm.exec(remainder) ?? [];
    if (whole === undefined) return null;
    remainder = remainder.slice(whole.length);
    const steps = path.slice(1).split("/");
    const places = [placeOf(from), ...steps.map((step) => placeOf(step.replace("*", "")))];
    parts.push({
      places,
      stars: steps.flatMap((step, at) => (step.endsWith("*") ? [places[at + 1] ?? OFF] : [])),
      count: Number(many ?? times ?? 1),
    });
  }
  return parts.length > 0 ? parts : null;
}

/** How the parts change the number of one's own checkers, by place. */
function changesBy(parts: readonly TurnPart[]): readonly number[] {
  const changes = Array.from({ length: BAR + 1 }, () => 0);
  for (const { places, count } of parts) {
    const [from = 0, to = 0] = [places[0], places.at(-1)];
    changes[from] = (changes[from] ?? 0) - count;
    changes[to] = (changes[to] ?? 0) + count;
  }
  return changes;
}

const ownOn = (board: Board, place: number): number => Math.max(0, board[place] ?? 0);
/** Whether one board comes from another by these changes, the other side's checkers aside. */
const isChanged = (before: Board, after: Board, changes: readonly number[]): boolean =>
  changes.every((change, place) => ownOn(after, place) === ownOn(before, place) + change);
const hitsOf = ({ steps }: Turn): readonly number[] => steps.flatMap(({ to, hit }) => (hit ? [to] : []));

/** The whole turn that was written, in any order of its parts, with or without the signs of hits. */
export function readTurn(board: Board, dice: Dice, text: string): Result<NamedTurn> {
  const refusal = (kind: (typeof illegalKinds)[number], reason: string) => illegalMove(kind, `${reason}.`);
  const parts = readParts(text);
  if (parts === null)
    return refusal("notation", "write the whole turn as from/to for each checker, such as 8/5 6/5, bar/20 or 6/off");
  const changes = changesBy(parts);
  const places = new Set(parts.flatMap(({ places }) => places));
  const stars = parts.flatMap((part) => part.stars);

  const candidates = namedTurns(board, dice).filter((turn) => isChanged(board, turn.board, changes));
  const marks = candidates.filter((turn) => stars.every((star) => hitsOf(turn).includes(star)));
  const [star] = stars;
  if (candidates.length > 0 && marks.length === 0) return refusal("hit", `that hits nothing on ${star}`);
  const plainest = marks.filter((turn) => hitsOf(turn).every((hit) => places.has(hit)));
  const pool = plainest.length > 0 ? plainest : marks;
  const most = Math.max(...pool.map((turn) => hitsOf(turn).length));
  const [turn, second] = pool.filter((each) => hitsOf(each).length === most);
  if (turn && second) {
    return refusal("hit", `say what is hit on the way: ${[turn, second].map(({ code }) => textOf(code)).join(" or ")}`);
  }
  return turn ? accept(turn) : refusal(...whyNot(board, dice, parts, changes));
}

/** Why a text that can be read is no whole turn: the kind, and the words for it. */
function whyNot(
  board: Board,
  dice: Dice,
  parts: readonly TurnPart[],
  changes: readonly number[],
): [(typeof illegalKinds)[number], string] {
  const pairs = parts.flatMap(({ places }) => places.slice(1).map((to, at) => ({ from: places[at] ?? OFF, to })));
  const wrong = pairs.find(({ from, to }) => from <= to || from > BAR);
  if (wrong)
    return [
      "direction",
      wrong.from > BAR || wrong.to > BAR
        ? "points are numbered from 1 to 24"
        : `checkers move to lower numbers, as you number the points from your own side; ${nameOfPlace(wrong.from)}/${nameOfPlace(wrong.to)} does not`,
    ];
  const lack = changes.findIndex((change, place) => place !== OFF && ownOn(board, place) + change < 0);
  if (lack >= 0) {
    const has = ownOn(board, lack);
    const where = lack === BAR ? "the bar" : `point ${lack}`;
    return ["no-checker", `you have ${has === 0 ? "no checker" : `only ${has}`} on ${where}`];
  }
  const all = diceToPlay(dice);
  const onBar = ownOn(board, BAR);
  const entering = -(changes[BAR] ?? 0);
  if (onBar > entering && parts.some(({ places }) => places[0] !== BAR))
    return ["bar", `${onBar === 1 ? "your checker" : `your ${onBar} checkers`} on the bar must enter first`];
  const block = pairs.find(({ to }) => (board[to] ?? 0) < -1 && to > OFF && to < BAR);
  if (block) return ["blocked", `point ${block.to} is held by ${-(board[block.to] ?? 0)} of the other side`];
  const partly = partsOfTurns(board, dice).flat();
  const shorter = partly.find((turn) => isChanged(board, turn.board, changes));
  if (shorter) {
    const most = Math.max(...wholeTurns(board, dice).map(({ steps }) => steps.length));
    const [higher] = all;
    if (shorter.steps.length === most)
      return ["unused-dice", `only one die can be played, and it must be the ${higher}`];
    return [
      "unused-dice",
      `play ${most === 2 ? "both dice" : `all ${most} that can be played`}, not ${shorter.steps.length === 1 ? "one" : shorter.steps.length}`,
    ];
  }
  const outside = board.findLastIndex((checkers, place) => place > HOME && place <= BAR && checkers > 0);
  if (pairs.some(({ to }) => to === OFF)) {
    if (outside > HOME) return ["bearing-off", "no checker goes off before all of yours are on points 1 to 6"];
    return ["bearing-off", "a checker goes off by its exact number, or by a higher one if none of yours is behind it"];
  }
  return ["dice", `that is not what the dice ${dice.join("-")} let these checkers move`];
}
