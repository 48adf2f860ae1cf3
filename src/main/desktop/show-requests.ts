import { app } from "electron";
import { gameInLink, gameOnLine } from "./deep-link.ts";

/** Shows a game's board, or with null the window where it was. */
export type Show = (gameId: string | null) => void;

/**
 * Collects what the system asks a running application to show: a second start, a click on its icon, a link. They come
 * from before it is ready on, and while its host opens; the last game that was asked for then waits until somebody
 * listens.
 */
export function collectShowRequests(): { listen(show: Show): void } {
  let waiting: { readonly gameId: string | null } | null = null;
  let show: Show = (gameId) => {
    if (gameId !== null || waiting === null) waiting = { gameId };
  };
  app.on("second-instance", (_event, argv) => {
    const gameId = gameOnLine(argv);
    // One that was started for an assistant has found us; the person has not asked for anything.
    if (gameId !== null || !argv.includes("--no-window")) show(gameId);
  });
  app.on("activate", () => show(null));
  // macOS hands links over by this.
  app.on("open-url", (event, link) => {
    event.preventDefault();
    const gameId = gameInLink(link);
    if (gameId !== null) show(gameId);
  });
  return {
    listen: (listener) => {
      show = listener;
      if (waiting !== null) listener(waiting.gameId);
      waiting = null;
    },
  };
}
