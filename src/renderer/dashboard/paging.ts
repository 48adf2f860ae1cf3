import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { GameList } from "../../shared/api.ts";
import type { Failure } from "../api/answer.ts";
import { listGames } from "../api/client.ts";
import { hasNewsSince, markStale, newsNow } from "./freshness.ts";
import { learn } from "./known-games.ts";

const PAGE = 100;
type Status = "open" | "live" | "finished";

const countsSignal = signal<GameList["counts"] | null>(null);
const failureSignal = signal<Failure | null>(null);

/** How many games the host has; null until it told. */
export const counts: ReadonlySignal<GameList["counts"] | null> = countsSignal;
/** Why the list could not be had; null when it could. */
export const listFailure: ReadonlySignal<Failure | null> = failureSignal;

/** Fetches one page and learns what is on it. Answers where the next one begins, or null after the last. */
async function loadPage(status: Status, cursor: string | null): Promise<string | null> {
  const asked = newsNow();
  const answer = await listGames({ status, limit: PAGE, ...(cursor === null ? {} : { cursor }) });
  if (!answer.ok) {
    failureSignal.value = answer;
    return null;
  }
  const { games, next_cursor } = answer.value;
  batch(() => {
    failureSignal.value = null;
    countsSignal.value = answer.value.counts;
    for (const game of games) {
      learn(game);
      if (hasNewsSince(game.game_id, asked)) markStale(game.game_id);
    }
  });
  return next_cursor;
}

let round = 0;

/** Learns all games that are not over, newest first. A later call ends an earlier one. */
export async function loadUnfinished(): Promise<void> {
  round += 1;
  const mine = round;
  const rest = async (status: Status) => {
    let cursor: string | null = null;
    do {
      cursor = await loadPage(status, cursor);
    } while (cursor !== null && mine === round);
  };
  await Promise.all([rest("live"), rest("open")]);
}

interface Finished {
  readonly cursor: string | null;
  readonly state: "unread" | "loading" | "more" | "all";
}
const finishedSignal = signal<Finished>({ cursor: null, state: "unread" });
/** How far the finished games have been read. */
export const finishedState = (): Finished["state"] => finishedSignal.value.state;

export async function loadMoreFinished(): Promise<void> {
  const { cursor, state } = finishedSignal.peek();
  if (state === "loading" || state === "all") return;
  finishedSignal.value = { cursor, state: "loading" };
  const next = await loadPage("finished", cursor);
  const failed = failureSignal.peek() !== null;
  if (failed) finishedSignal.value = { cursor, state };
  else finishedSignal.value = { cursor: next, state: next === null ? "all" : "more" };
}

/** Reads the newest finished games again; the older ones do not change. */
export function rereadFinished(): void {
  if (finishedSignal.peek().state === "unread") return;
  void loadPage("finished", null);
}

let recounting = false;
/** Counts anew, soon, and once for many changes. */
export function recountSoon(): void {
  if (recounting) return;
  recounting = true;
  setTimeout(async () => {
    recounting = false;
    const answer = await listGames({ status: "all", limit: 1 });
    if (answer.ok) countsSignal.value = answer.value.counts;
  }, 200);
}
