import { type ReadonlySignal, signal } from "@preact/signals";
import type { GameList, LiveEvent } from "../../shared/api.ts";
import { listGames } from "../api/client.ts";

type Counts = GameList["counts"];
type Status = keyof Counts;

const countsSignal = signal<Counts | null>(null);
/** How many games the host has; null until it told. */
export const counts: ReadonlySignal<Counts | null> = countsSignal;

/** Rises with every event that may have changed the counts. */
let changes = 0;
/** Whether the host's figures and an event met, so that nobody knows which of them came first. */
let doubtful = false;

/** A point to give back to {@link learnCounts}. */
export const countsAsked = (): number => changes;

/** Learns what the host counted, in an answer to a question of an earlier point. */
export function learnCounts(counted: Counts, asked: number): void {
  doubtful = changes !== asked;
  countsSignal.value = counted;
}

/** Keeps the counts by what a game was, null for one that the page did not know, and what it is after an event. */
export function countEvent(before: Status | null, after: Status, type: LiveEvent["event"]["type"]): void {
  if (type === "gameDeleted") countDeletion(after, -1);
  else if (type === "gameRestored") countDeletion(after, 1);
  if (before === after) return;
  if (before === null && type !== "gameCreated") {
    // A finished game of long ago, or one of a list that is being read.
    if (after !== "finished" || type === "gameOver") changes += 1;
    return;
  }
  changes += 1;
  const known = countsSignal.peek();
  if (known === null) return;
  const next = { ...known, [after]: known[after] + 1 };
  countsSignal.value = before === null ? next : { ...next, [before]: next[before] - 1 };
}

function countDeletion(status: Status, by: number): void {
  changes += 1;
  const known = countsSignal.peek();
  if (known !== null) countsSignal.value = { ...known, [status]: known[status] + by };
}

/** Attempts to count while nothing changes; on a busy host, the last figures will do. */
const ATTEMPTS = 3;

/** Asks for the counts again where they may not agree with the events since. */
export async function settleCounts(): Promise<void> {
  for (let attempt = 0; doubtful && attempt < ATTEMPTS; attempt += 1) {
    const asked = countsAsked();
    const answer = await listGames({ status: "all", limit: 1 });
    if (!answer.ok) return;
    learnCounts(answer.value.counts, asked);
  }
}
