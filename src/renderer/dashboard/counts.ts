import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { GameCard, GameList, LiveEvent } from "../../shared/api.ts";
import { listGames } from "../api/client.ts";

type GameCounts = GameList["counts"];
type Status = keyof GameCounts;

const countsSignal = signal<GameCounts | null>(null);
/** The number of the host's games; null before its first answer. */
export const counts: ReadonlySignal<GameCounts | null> = countsSignal;

/** Incremented by each event that may have changed the counts. */
let changes = 0;
/** Whether an event came while the host was asked, so that nobody knows which of them is newer. */
let doubtful = false;

/** A point in time, to be passed to {@link learnCounts}. */
export const countsAsked = (): number => changes;

/** Stores the host's counts, which it was asked for at an earlier point. */
export function learnCounts(counts: GameCounts, askedAt: number): void {
  doubtful = changes !== askedAt;
  countsSignal.value = counts;
}

/** Adjusts the counts by a game's state before an event, null for an unknown game, and after it. */
export function countEvent(before: Status | null, after: Status, type: LiveEvent["event"]["type"]): void {
  if (type === "gameDeleted") addToCounts(-1, after);
  else if (type === "gameRestored") addToCounts(1, after);
  if (before === after) return;
  if (before === null && type !== "gameCreated") {
    // A game that finished long ago, or one of a list that is being read.
    if (after !== "finished" || type === "gameOver") changes += 1;
    return;
  }
  addToCounts(1, after);
  if (before !== null) addToCounts(-1, before);
}

function addToCounts(by: number, status: Status): void {
  changes += 1;
  const before = countsSignal.peek();
  if (before !== null) countsSignal.value = { ...before, [status]: before[status] + by };
}

/** Most attempts to get counts without a change in between; on a busy host the last figures are good enough. */
const ATTEMPTS = 3;

/** Asks for the counts again where they may not agree with the events since. */
export async function settleCounts(): Promise<void> {
  for (let attempt = 0; doubtful && attempt < ATTEMPTS; attempt += 1) {
    const askedAt = countsAsked();
    const answer = await listGames({ status: "all", limit: 1 });
    if (!answer.ok) return;
    learnCounts(answer.value.counts, askedAt);
  }
}

/** A game as the page knows it. */
export interface LearntGame {
  readonly game: GameCard;
  /** The time of the host's answer, in milliseconds of the page's own steady clock, from which its clocks count. */
  readonly at: number;
  /** The moment of that answer; see {@link moment}. */
  readonly asOf: number;
}

/** One signal a game, so that a move redraws one card. */
const gameSignals = new Map<string, Signal<LearntGame>>();
const revision = signal(0);
let lastMoment = 0;

/** Incremented with every change of any game. */
export const knownRevision: ReadonlySignal<number> = revision;

export const knownGame = (id: string): ReadonlySignal<LearntGame> | undefined => gameSignals.get(id);
export const knownGames = (): IterableIterator<ReadonlySignal<LearntGame>> => gameSignals.values();
/** The cards of all games that the page knows. */
export const knownCards = computed((): readonly GameCard[] => {
  void revision.value;
  return [...gameSignals.values()].map((entry) => entry.peek().game);
});

/** A number that grows with each call: tells events before a request from those after it. */
export function moment(): number {
  lastMoment += 1;
  return lastMoment;
}

export function learnGame(game: GameCard): void {
  const entry = gameSignals.get(game.game_id);
  const next = { game, at: performance.now(), asOf: moment() };
  if (entry) entry.value = next;
  else gameSignals.set(game.game_id, signal(next));
  revision.value += 1;
}

/** Stores games that were requested at a moment, except those with events since: these are at least as new. */
export function learnAnswer(game: GameCard, askedAt: number): void {
  if ((gameSignals.get(game.game_id)?.peek().asOf ?? 0) < askedAt) learnGame(game);
}

/** Newest first, as in the host's list. */
export function byAge(a: string, b: string): number {
  const [first, second] = [gameSignals.get(a)?.peek().game, gameSignals.get(b)?.peek().game];
  const [createdA, createdB] = [first?.created_at ?? "", second?.created_at ?? ""];
  return createdA < createdB ? 1 : createdA > createdB ? -1 : a < b ? 1 : -1;
}
