import { signal } from "@preact/signals";
import { type Game, readGames } from "./read-games.ts";

export type { Game } from "./read-games.ts";

export type Link = "connecting" | "live" | "lost" | "refused";

export const games = signal<readonly Game[]>([]);
export const link = signal<Link>("connecting");

/** Keeps the signals true to the host from now on: asks once, and again whenever the host tells that something happened. */
export function watchGames(): void {
  const refresh = oneAtATime(async () => {
    const answer = await fetch("/api/games");
    if (answer.status === 401) link.value = "refused";
    if (answer.ok) games.value = readGames(await answer.json());
  });
  const events = new EventSource("/api/events");
  events.onopen = () => {
    link.value = "live";
    refresh();
  };
  events.onmessage = refresh;
  events.onerror = () => {
    link.value = "lost";
    // An event stream does not tell why it was refused; the list does.
    refresh();
  };
}

/** Runs a task now, or once more after the run that is under way: never twice at once, and never not after the last call. */
function oneAtATime(task: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  const run = () => {
    again = running;
    if (running) return;
    running = true;
    // A failed request shows as a lost connection, which asks again by itself.
    task()
      .catch(() => {})
      .finally(() => {
        running = false;
        if (again) run();
      });
  };
  return run;
}
