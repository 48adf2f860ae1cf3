import { connection } from "../api/live.ts";
import "./connection-banner.css";

/** Says over the page, without moving it, that what is shown may no longer be true. */
export function ConnectionBanner() {
  const text = connection.value === "lost" ? "Connection lost. Trying again…" : null;
  return (
    <div class="connection" role="status" data-connection={connection.value}>
      {text !== null && <p class="connection-banner">{text}</p>}
    </div>
  );
}
