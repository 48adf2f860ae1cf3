import { app } from "electron";
import { gameInLink, gameOnLine } from "./deep-link.ts";

/** Shows a game's board, or with null the window where it was. */
export type Show = (gameId: string | null) => void;

/**
 * Collects requests to show something: a second start, a click on the icon, a link. They come even before the
 * application is ready, and while its host opens; the last requested game then waits until there is a listener.
 */
export function collectShowRequests(): { listen(show: Show): void } {
  let waiting: { readonly gameId: string | null } | null = null;
  let show: Show = (gameId) => {
    if (gameId !== null || waiting === null) waiting = { gameId };
  };
  app.on("second-instance", (_event, argv) => {
    const gameId = gameOnLine(argv);
    // A second start for an assistant found this host; the person did not ask for a window.
    if (gameId !== null || !argv.includes("--no-window")) show(gameId);
  });
  app.on("activate", () => show(null));
  // macOS passes links on by this event.
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
