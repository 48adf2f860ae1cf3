import { useEffect } from "preact/hooks";
import { rebuilt } from "../../shared/rebuilt.ts";
import { getStatus } from "../api/client.ts";
import { connection, hostRebuilt, onConnected, tellRebuilt } from "../api/live.ts";
import * as strings from "./strings.ts";
import "./connection-banner.css";

/** Says over the page, without moving it, that what is shown may no longer be true, or that a newer version is there. */
export function ConnectionBanner() {
  useEffect(() => onConnected(() => void askRebuilt()), []);
  const lost = connection.value === "lost" ? strings.connectionLostTryingAgain : null;
  const text = lost ?? (hostRebuilt.value ? rebuilt : null);
  return (
    <div class="connection" role="status" data-connection={connection.value}>
      {text !== null && <p class="connection-banner">{text}</p>}
    </div>
  );
}

/** It may be another host by now, or have been told while nobody listened. */
async function askRebuilt(): Promise<void> {
  const status = await getStatus();
  if (status.ok) tellRebuilt(status.value.rebuilt);
}
