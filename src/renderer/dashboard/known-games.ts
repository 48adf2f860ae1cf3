import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { GameCard } from "../../shared/api.ts";

/** A game as the page knows it. */
export interface Known {
  readonly game: GameCard;
  /** The time of the host's answer, in milliseconds of the page's own steady clock, from which its clocks count. */
  readonly at: number;
  /** The moment of that answer; see {@link moment}. */
  readonly learned: number;
}

/** One signal a game, so that a move redraws one card. */
const games = new Map<string, Signal<Known>>();
const revision = signal(0);
let lastMoment = 0;

/** Incremented with every change of any game. */
export const knownRevision: ReadonlySignal<number> = revision;

export const knownGame = (id: string): ReadonlySignal<Known> | undefined => games.get(id);
export const knownGames = (): IterableIterator<ReadonlySignal<Known>> => games.values();

/** A number that grows with each call: tells events before a request from those after it. */
export function moment(): number {
  lastMoment += 1;
  return lastMoment;
}

export function learn(game: GameCard): void {
  const known = games.get(game.game_id);
  const next = { game, at: performance.now(), learned: moment() };
  if (known) known.value = next;
  else games.set(game.game_id, signal(next));
  revision.value += 1;
}

/** Stores games that were requested at a moment, except those with events since: these are at least as new. */
export function learnAnswer(game: GameCard, asked: number): void {
  const learned = games.get(game.game_id)?.peek().learned ?? 0;
  if (learned < asked) learn(game);
}

/** Newest first, as in the host's list. */
export function byAge(a: string, b: string): number {
  const [first, second] = [games.get(a)?.peek().game, games.get(b)?.peek().game];
  const [createdA, createdB] = [first?.created_at ?? "", second?.created_at ?? ""];
  return createdA < createdB ? 1 : createdA > createdB ? -1 : a < b ? 1 : -1;
}
