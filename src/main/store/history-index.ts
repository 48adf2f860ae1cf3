import { foldText, type SearchWord } from "../../shared/text.ts";
import type { GameColumns, HistorySearch } from "./store.ts";

/** What a finished game is found by, and where it stands among the others. */
export interface IndexedGame
  extends Pick<GameColumns, "finishedAt" | "kind" | "person" | "league" | "result" | "ownResult" | "opening" | "elo"> {
  readonly id: string;
  /** As `searchedText` gives it. */
  readonly search: string;
}

/** Finished games by each of the words that they are found by. It knows of no order but that of their ends. */
export interface HistoryIndex {
  /** Takes up a game, or what has become of one. */
  put(game: IndexedGame): void;
  /** Leaves a game out, where it is known. */
  remove(id: string): void;
  /** The ids of one page, and how many are found in all. The order that is asked for has to be that of their ends. */
  page(
    search: HistorySearch,
    offset: number,
    limit: number,
  ): { readonly ids: readonly string[]; readonly total: number };
  /** Whether it holds more of what is gone than of what is there, and is better made anew. */
  worn(): boolean;
}

/** The numbers of games, one bit each. */
type Found = Uint32Array;

/**
 * An index in memory. Games have numbers in the order in which they came; a word has the numbers of the games in which it
 * stands. A word that is looked for may be a part of one, so all that are known are looked at: they are few beside games.
 */
export function createHistoryIndex(): HistoryIndex {
  const games: { readonly id: string; readonly finishedAt: number; readonly elo: number | null }[] = [];
  const numbers = new Map<string, number>();
  const gone = new Set<number>();
  const words = new Map<string, number[]>();
  const sorts = new Map<string, number[]>();
  const openings = new Map<string, number[]>();
  const game = (number: number) => games[number] ?? { id: "", finishedAt: 0, elo: null };
  const byEnd = sorted((a, b) => game(a).finishedAt - game(b).finishedAt || compare(game(a).id, game(b).id));
  const byId = sorted((a, b) => compare(game(a).id, game(b).id));

  const remove = (id: string) => {
    const number = numbers.get(id);
    if (number === undefined) return;
    numbers.delete(id);
    gone.add(number);
  };
  const put = ({ id, finishedAt, search, opening, elo, ...sort }: IndexedGame) => {
    remove(id);
    const number = games.push({ id, finishedAt: finishedAt ?? Number.NEGATIVE_INFINITY, elo }) - 1;
    numbers.set(id, number);
    byEnd.add(number);
    byId.add(number);
    for (const word of new Set(search.split(" "))) append(words, word, number);
    for (const each of sortsOf(sort)) append(sorts, each, number);
    if (opening !== null) append(openings, foldText(opening), number);
  };

  const nothing = (): Found => new Uint32Array(Math.ceil(games.length / 32));
  const everything = () => {
    const found = nothing().fill(~0);
    if (games.length % 32 > 0) found[found.length - 1] = 2 ** (games.length % 32) - 1;
    for (const number of gone) found[number >>> 5] = (found[number >>> 5] ?? 0) & ~(1 << (number & 31));
    return found;
  };
  const withWord = ({ text, isNumber }: SearchWord) => {
    const ids = byId.all();
    const from = firstAt(ids, (number) => game(number).id >= text);
    const to = firstAt(ids, (number) => game(number).id > text && !game(number).id.startsWith(text));
    const found = nothing();
    mark(found, ids, from, to);
    if (!isNumber) for (const [word, list] of words) if (word.includes(text)) mark(found, list);
    return found;
  };
  const ofSort = (sort: string) => {
    const found = nothing();
    mark(found, sorts.get(sort) ?? []);
    return found;
  };
  const withOpening = (looked: readonly string[]) => {
    const found = nothing();
    for (const [opening, list] of openings) if (looked.every((word) => opening.includes(word))) mark(found, list);
    return found;
  };
  const endedBetween = (from: number, until: number) => {
    const order = byEnd.all();
    const firstFrom = (moment: number) => firstAt(order, (number) => game(number).finishedAt >= moment);
    const found = nothing();
    mark(found, order, firstFrom(from), firstFrom(until));
    return found;
  };
  const ratedBetween = (from: number, to: number) => {
    const found = nothing();
    for (const [number, { elo }] of games.entries()) if (elo !== null && elo >= from && elo <= to) set(found, number);
    return found;
  };
  const find = (search: HistorySearch): Found => {
    const { from, until, eloFrom, eloTo } = search;
    const found = everything();
    for (const word of search.words) keep(found, withWord(word));
    for (const sort of sortsAsked(search)) keep(found, ofSort(sort));
    if (search.opening.length > 0) keep(found, withOpening(search.opening));
    // A game whose end nobody knows ended at no moment.
    if (from !== null || until !== null)
      keep(found, endedBetween(from ?? Number.MIN_SAFE_INTEGER, until ?? Number.MAX_SAFE_INTEGER));
    if (eloFrom !== null || eloTo !== null)
      keep(found, ratedBetween(eloFrom ?? Number.NEGATIVE_INFINITY, eloTo ?? Number.POSITIVE_INFINITY));
    return found;
  };

  return {
    put,
    remove,
    page: (search, offset, limit) => {
      const found = find(search);
      const total = count(found);
      const ids: string[] = [];
      const shown = Math.min(limit, total - offset);
      const order = byEnd.all();
      for (let place = 0, passed = 0; ids.length < shown; place += 1) {
        const number = order[search.descending ? order.length - 1 - place : place] ?? 0;
        if (!has(found, number)) continue;
        if (passed < offset) passed += 1;
        else ids.push(game(number).id);
      }
      return { ids, total };
    },
    worn: () => gone.size > numbers.size,
  };
}

/** The properties of a game that somebody may look for. */
function sortsOf({
  kind,
  person,
  league,
  result,
  ownResult,
}: Pick<GameColumns, "kind" | "person" | "league" | "result" | "ownResult">): readonly string[] {
  const sorts = [`kind ${kind}`, `in league ${league !== null}`];
  if (person) sorts.push("person");
  if (league !== null) sorts.push(`league ${league}`);
  if (result !== null) sorts.push(`result ${result}`);
  if (ownResult !== null) sorts.push(`result ${ownResult}`);
  return sorts;
}

/** The same of what somebody looks for. */
function sortsAsked({ kind, person, league, inLeague, result }: HistorySearch): readonly string[] {
  const sorts = person ? ["person"] : [];
  if (kind !== null) sorts.push(`kind ${kind}`);
  if (league !== null) sorts.push(`league ${league}`);
  if (inLeague !== null) sorts.push(`in league ${inLeague}`);
  if (result !== null) sorts.push(`result ${result}`);
  return sorts;
}

/** As a database compares its keys: by their codes. */
const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

function append(lists: Map<string, number[]>, key: string, number: number): void {
  const list = lists.get(key);
  if (list) list.push(number);
  else lists.set(key, [number]);
}

/** Numbers that are put in order when they are asked for: those that come are nearly in order, and many come at once. */
function sorted(order: (a: number, b: number) => number) {
  const numbers: number[] = [];
  let inOrder = true;
  return {
    add: (number: number) => {
      const last = numbers.at(-1);
      inOrder &&= last === undefined || order(last, number) <= 0;
      numbers.push(number);
    },
    all: (): readonly number[] => {
      if (!inOrder) numbers.sort(order);
      inOrder = true;
      return numbers;
    },
  };
}

/** The first place at which something is so, where it is so at all places after it. */
function firstAt(numbers: readonly number[], isSo: (number: number) => boolean): number {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isSo(numbers[middle] ?? 0)) to = middle;
    else from = middle + 1;
  }
  return from;
}

const has = (found: Found, number: number): boolean => (((found[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;

function mark(found: Found, numbers: readonly number[], from = 0, to = numbers.length): void {
  for (let at = from; at < to; at += 1) set(found, numbers[at] ?? 0);
}

function set(found: Found, number: number): void {
  found[number >>> 5] = (found[number >>> 5] ?? 0) | (1 << (number & 31));
}

/** Keeps of some those that are among others as well. */
function keep(found: Found, others: Found): void {
  for (let at = 0; at < found.length; at += 1) found[at] = (found[at] ?? 0) & (others[at] ?? 0);
}

/** How many there are: the bits of each word added up in pairs, fours, eights and all. */
function count(found: Found): number {
  let total = 0;
  for (let bits of found) {
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    total += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return total;
}
