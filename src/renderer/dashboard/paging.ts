import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { Failure } from "../api/answer.ts";
import { getGame, listGames } from "../api/client.ts";
import { countsAsked, learnCounts, settleCounts } from "./counts.ts";
import { knownGames, learnAnswer, moment } from "./known-games.ts";
import { learnSetAside } from "./set-aside.ts";

const PAGE = 100;
type Status = "open" | "live" | "finished";

const failureSignal = signal<Failure | null>(null);

/** Why the list could not be had; null when it could. */
export const listFailure: ReadonlySignal<Failure | null> = failureSignal;

/** Fetches one page and learns what is on it. Answers where the next one begins, or null after the last. */
async function loadPage(status: Status, cursor: string | null): Promise<string | null> {
  const asked = moment();
  const counted = countsAsked();
  const answer = await listGames({ status, limit: PAGE, ...(cursor === null ? {} : { cursor }) });
  if (!answer.ok) {
    failureSignal.value = answer;
    return null;
  }
  const { games, next_cursor, set_aside } = answer.value;
  batch(() => {
    failureSignal.value = null;
    learnSetAside(set_aside);
    learnCounts(answer.value.counts, counted);
    for (const game of games) learnAnswer(game, asked);
  });
  return next_cursor;
}

/** Asks for one game. */
async function fetchGame(id: string): Promise<void> {
  const asked = moment();
  const answer = await getGame(id);
  if (answer.ok) learnAnswer(answer.value, asked);
}

let round = 0;

/** Learns all games that are not over, newest first. A later call ends an earlier one. */
export async function loadUnfinished(): Promise<void> {
  round += 1;
  const mine = round;
  const began = moment();
  const rest = async (status: Status) => {
    let cursor: string | null = null;
    do {
      cursor = await loadPage(status, cursor);
    } while (cursor !== null && mine === round);
  };
  await Promise.all([rest("live"), rest("open")]);
  if (mine !== round) return;
  await settleCounts();
  // What was not listed any more has ended while nobody told.
  const left = [...knownGames()].map((known) => known.peek());
  for (const { game, learned } of left)
    if (game.status !== "finished" && learned < began && failureSignal.peek() === null) await fetchGame(game.game_id);
}
