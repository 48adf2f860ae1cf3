import type { GameSummary } from "../../shared/api.ts";
import { getGame } from "../api/client.ts";
import { learn } from "./known-games.ts";

/** Requests that run at the same time. */
const AT_ONCE = 4;

/** Games whose picture is behind. */
const stale = new Set<string>();
/** Games that somebody sees. */
const seen = new Set<string>();
const asking = new Set<string>();
/** For each game, the number of its last news; an answer that was asked for earlier is not newer. */
const news = new Map<string, number>();
let lastNews = 0;

/** A moment to compare news with. */
export const newsNow = (): number => lastNews;
/** Whether something happened in a game after that moment. */
export const hasNewsSince = (id: string, moment: number): boolean => (news.get(id) ?? 0) > moment;

/** Notes that a game has changed; it is asked for at once where somebody sees it, else when it comes into sight. */
export function markStale(id: string): void {
  lastNews += 1;
  news.set(id, lastNews);
  stale.add(id);
  askForSeen();
}

/** Keeps a game up to date for as long as it is in sight. */
export function keepFresh(id: string): () => void {
  seen.add(id);
  askForSeen();
  return () => void seen.delete(id);
}

function askForSeen(): void {
  for (const id of seen) {
    if (asking.size >= AT_ONCE) return;
    if (stale.has(id) && !asking.has(id)) void ask(id);
  }
}

async function ask(id: string): Promise<void> {
  asking.add(id);
  stale.delete(id);
  const answer = await getGame(id);
  asking.delete(id);
  if (answer.ok) learn(summaryOf(answer.value));
  // After a lost connection it is told anew what to ask for.
  askForSeen();
}

/** The card's part of a game, without its long history. */
function summaryOf(detail: GameSummary): GameSummary {
  const { game_id, game, status, players, turn, ply, turn_since, result, created_at } = detail;
  const { view, last_move, clock, person_seats } = detail;
  return {
    game_id,
    game,
    status,
    players,
    turn,
    ply,
    turn_since,
    result,
    created_at,
    view,
    last_move,
    clock,
    person_seats,
  };
}

/** Asks for one game, seen or not. */
export async function fetchGame(id: string): Promise<boolean> {
  const answer = await getGame(id);
  if (answer.ok) learn(summaryOf(answer.value));
  return answer.ok;
}
