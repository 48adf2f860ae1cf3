import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { SetAsideList } from "../../shared/api.ts";
import { getGame, listGames } from "../api/client.ts";
import type { Answer, Failure } from "../api/request.ts";
import { untilAnswered } from "../api/until-answered.ts";
import { recall, remember } from "../ui/remember.ts";
import { countsAsked, knownGames, learnAnswer, learnCounts, moment, settleCounts } from "./counts.ts";

const STORAGE_KEY = "kibitz.set-aside";

const toldSignal = signal<SetAsideList>({ games: [], leagues: [], more: 0 });
const hiddenSignal = signal(recall(STORAGE_KEY));

/** Names the unreadable records, such as “game 1000, game 1001 and league 7”; null where there are none. */
export const setAside: ReadonlySignal<string | null> = computed(() => {
  const { games, leagues, more } = toldSignal.value;
  const names = [...games.map((id) => `game ${id}`), ...leagues.map((id) => `league ${id}`)];
  const words = new Intl.ListFormat("en").format(more > 0 ? [...names, `${more} more`] : names);
  return words === "" || words === hiddenSignal.value ? null : words;
});

/** Hides the notice until there are others. */
export function hideSetAside(): void {
  hiddenSignal.value = setAside.peek();
  if (hiddenSignal.value !== null) remember(STORAGE_KEY, hiddenSignal.value);
}

const PAGE = 100;
type Status = "open" | "live" | "finished";

const failureSignal = signal<Failure | null>(null);

/** Why the list could not be read; null when it could. */
export const listFailure: ReadonlySignal<Failure | null> = failureSignal;

/** Fetches one page and stores its games. Returns the beginning of the next one, or null after the last. */
async function loadPage(status: Status, cursor: string | null): Promise<Answer<string | null>> {
  const askedAt = moment();
  const counts = countsAsked();
  const answer = await listGames({ status, limit: PAGE, ...(cursor === null ? {} : { cursor }) });
  if (!answer.ok) {
    failureSignal.value = answer;
    return answer;
  }
  const { games, next_cursor, set_aside } = answer.value;
  batch(() => {
    if (JSON.stringify(set_aside) !== JSON.stringify(toldSignal.peek())) toldSignal.value = set_aside;
    learnCounts(answer.value.counts, counts);
    for (const game of games) learnAnswer(game, askedAt);
  });
  return { ok: true, value: next_cursor };
}

/** Asks for one game. Returns whether the host answered. */
async function fetchGame(id: string): Promise<boolean> {
  const askedAt = moment();
  const answer = await getGame(id);
  if (answer.ok) learnAnswer(answer.value, askedAt);
  return answer.ok;
}

let round = 0;
const { ask } = untilAnswered(() => {
  const mine = round;
  return learnUnfinished(() => mine === round);
});

/** Reads all unfinished games, newest first. A later call ends an earlier one. */
export function loadUnfinished(): void {
  round += 1;
  ask();
}

/** Returns whether all could be read, as long as it is wanted. */
async function learnUnfinished(isWanted: () => boolean): Promise<boolean> {
  const startedAt = moment();
  const learnRest = async (status: Status) => {
    let cursor: string | null = null;
    do {
      const answer = await loadPage(status, cursor);
      if (!answer.ok) return false;
      cursor = answer.value;
    } while (cursor !== null && isWanted());
    return true;
  };
  const [live, open] = await Promise.all([learnRest("live"), learnRest("open")]);
  if (!live || !open || !isWanted()) return false;
  failureSignal.value = null;
  await settleCounts();
  // A game that is missing from the list ended without an event.
  const missing = [...knownGames()].map((game) => game.peek());
  let isLearned = true;
  for (const { game, asOf } of missing)
    if (game.status !== "finished" && asOf < startedAt) isLearned = (await fetchGame(game.game_id)) && isLearned;
  return isLearned;
}
