import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { GameSummary } from "../../shared/api.ts";

/** A game as the page knows it. */
export interface Known {
  readonly game: GameSummary;
  /** When the host told it, in milliseconds since 1970: its clocks count from there. */
  readonly at: number;
}

/** One signal a game, so that a move redraws one card. */
const games = new Map<string, Signal<Known>>();
const revision = signal(0);

/** Rises with every change of any game. */
export const knownRevision: ReadonlySignal<number> = revision;

export const knownGame = (id: string): ReadonlySignal<Known> | undefined => games.get(id);
export const knownGames = (): IterableIterator<ReadonlySignal<Known>> => games.values();

export function learn(game: GameSummary, at = Date.now()): void {
  const known = games.get(game.game_id);
  if (known) known.value = { game, at };
  else games.set(game.game_id, signal({ game, at }));
  revision.value += 1;
}

/** Newest first, as the host lists them. */
export function byAge(a: string, b: string): number {
  const [first, second] = [games.get(a)?.peek().game, games.get(b)?.peek().game];
  const [createdA, createdB] = [first?.created_at ?? "", second?.created_at ?? ""];
  return createdA < createdB ? 1 : createdA > createdB ? -1 : a < b ? 1 : -1;
}
