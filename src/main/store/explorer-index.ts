import type { Steps } from "../../shared/steps.ts";
import { nameKey } from "../../shared/text.ts";
import { numbersOf, visitPath } from "./paths.ts";
import type { GameColumns, PositionQuery, TriedMove } from "./values.ts";

/** The part of a finished game that a search for positions needs. */
export interface PathGame
  extends Pick<GameColumns, "person" | "result" | "first_kind" | "first_name" | "second_kind" | "second_name"> {
  readonly id: string;
  /** By `writePath`; empty where nobody played. */
  readonly path: string;
}

/** The positions that finished games went through, in memory: 8 bytes for each, and 8 for the names of a game's players. */
export type ExplorerIndex = ReturnType<typeof createExplorerIndex>;

/** Games that are looked at in one step, some tenths of a millisecond. */
const GAMES_A_STEP = 4_096;
const NOBODY = 0;
const GONE = 0b1;
const PERSON = 0b10;
/** The place of the result in the flags of a game. */
const RESULT = 2;
const resultCodes = [null, "first", "second", "draw"] as const;

/** Finds a position by going through all of them, which for four million takes some milliseconds. */
export function createExplorerIndex() {
  const numbers = new Map<string, number>();
  const flags = growingList((size) => new Uint8Array(size));
  /** The first step of each game. */
  const starts = growingList((size) => new Uint32Array(size));
  const lower = growingList((size) => new Uint32Array(size));
  const upper = growingList((size) => new Uint16Array(size));
  const moves = growingList((size) => new Uint16Array(size));
  /** Two for each game: the numbers of its players' names, where it is a record; else none. */
  const players = growingList((size) => new Uint32Array(size));
  const nameNumbers = new Map<string, number>();
  const moveNumbers = new Map<string, number>();
  starts.push(0);

  /** Adds or updates a game. Its path never changes. */
  const put = ({ id, person, result, path, ...game }: PathGame) => {
    const number = numbers.get(id);
    const is = (person ? PERSON : 0) | (resultCodes.indexOf(result) << RESULT);
    if (number !== undefined) {
      flags.all()[number] = is;
      return;
    }
    numbers.set(id, flags.push(is));
    const addPlayer = (kind: string, name: string | null) =>
      players.push(person || kind !== "human" || name === null ? NOBODY : numberIn(nameNumbers, nameKey(name)));
    addPlayer(game.first_kind, game.first_name);
    addPlayer(game.second_kind, game.second_name);
    visitPath(path, (mark, move) => {
      lower.push(mark.lower);
      upper.push(mark.upper);
      moves.push(numberIn(moveNumbers, move));
    });
    starts.push(lower.length());
  };

  return {
    put,
    /** Leaves a game out, where it is known. */
    remove: (id: string): void => {
      const number = numbers.get(id);
      if (number !== undefined) flags.all()[number] = GONE;
    },
    /** The moves that were played in a position, most often first. */
    *find({ position, own }: PositionQuery): Steps<readonly TriedMove[]> {
      const { lower: low, upper: high } = numbersOf(position);
      const [is, from, lows, highs, codes, who] = [flags, starts, lower, upper, moves, players].map((each) =>
        each.all(),
      );
      const ownNumbers = new Set((own ?? []).flatMap((name) => nameNumbers.get(nameKey(name)) ?? []));
      const isOwn = (game: number, flag: number): boolean =>
        (flag & PERSON) !== 0 ||
        (ownNumbers.size > 0 &&
          (ownNumbers.has(who?.[2 * game] ?? NOBODY) || ownNumbers.has(who?.[2 * game + 1] ?? NOBODY)));
      const byMove = new Map<number, [number, number, number, number]>();
      if (!is || !from || !lows || !highs || !codes) return [];
      for (let game = 0, end = flags.length(); game < end; game += 1) {
        if (game % GAMES_A_STEP === 0) yield;
        const flag = is[game] ?? GONE;
        if ((flag & GONE) !== 0 || (own !== null && !isOwn(game, flag))) continue;
        for (let step = from[game] ?? 0, last = from[game + 1] ?? 0; step < last; step += 1) {
          if (lows[step] !== low || highs[step] !== high) continue;
          const move = codes[step] ?? 0;
          const counts = byMove.get(move) ?? [0, 0, 0, 0];
          const result = flag >>> RESULT;
          counts[result] = (counts[result] ?? 0) + 1;
          byMove.set(move, counts);
          break;
        }
      }
      const moveTexts = [...moveNumbers.keys()];
      return [...byMove]
        .map(([move, [unfinishedCount, first, second, draws]]) => ({
          move: moveTexts[move - 1] ?? "",
          games: unfinishedCount + first + second + draws,
          first,
          draws,
          second,
        }))
        .sort((a, b) => b.games - a.games || (a.move < b.move ? -1 : 1));
    },
  };
}

/** The number of a text among those that are known, counted from 1; a new one is the last of them. */
function numberIn(numbers: Map<string, number>, text: string): number {
  const number = numbers.get(text);
  if (number !== undefined) return number;
  numbers.set(text, numbers.size + 1);
  return numbers.size;
}

type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** A growing list of numbers of one size. */
function growingList(make: (size: number) => Numbers) {
  let numbers = make(1024);
  let length = 0;
  return {
    /** Appends a number, and returns its place. */
    push: (value: number): number => {
      if (length === numbers.length) {
        const larger = make(2 * length);
        larger.set(numbers);
        numbers = larger;
      }
      numbers[length] = value;
      length += 1;
      return length - 1;
    },
    length: () => length,
    all: () => numbers,
  };
}
