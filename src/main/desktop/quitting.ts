import { app } from "electron";
import type { Log } from "../log.ts";

/** Milliseconds within which everything is to have closed before the process ends regardless. */
const LONGEST_MS = 10_000;

/** Closes what runs, once, before the application ends, however it was asked to. */
export function closeBeforeQuitting(close: () => Promise<void>, log: Log): void {
  let closing = false;
  app.on("will-quit", (event) => {
    event.preventDefault();
    if (closing) return;
    closing = true;
    const timer = setTimeout(() => {
      log.error(`closing took longer than ${LONGEST_MS / 1000} s`);
      app.exit(1);
    }, LONGEST_MS);
    close()
      .then(
        () => 0,
        (error: unknown) => {
          log.error(`closing failed: ${String(error)}`);
          return 1;
        },
      )
      .then((code) => {
        clearTimeout(timer);
        app.exit(code);
      });
  });
}
