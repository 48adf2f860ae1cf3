import { useEffect, useState } from "preact/hooks";
import { rebuilt } from "../../shared/rebuilt.ts";
import { getStatus } from "../api/client.ts";
import { connection, hostRebuilt, onConnected, tellRebuilt } from "../api/live.ts";
import { Button } from "../ui/button.tsx";
import * as strings from "./strings.ts";
import "./connection-banner.css";

/** Says over the page, without moving it, that the shown data may be out of date, or that a newer version is there. */
export function ConnectionBanner() {
  const [hidden, setHidden] = useState(false);
  useEffect(() => onConnected(() => void askRebuilt()), []);
  const lost = connection.value === "lost" ? strings.connectionLostTryingAgain : null;
  const text = lost ?? (hostRebuilt.value && !hidden ? strings.hostWasRebuilt : null);
  return (
    <div class="connection" role="status" data-connection={connection.value}>
      {text !== null && (
        <div class="connection-banner">
          <p title={lost === null ? rebuilt : undefined}>{text}</p>
          {lost === null && (
            <Button size="small" onClick={() => setHidden(true)}>
              {strings.hide}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Another host may be there by now, or the event may have come while the page was away. */
async function askRebuilt(): Promise<void> {
  const status = await getStatus();
  if (status.ok) tellRebuilt(status.value.rebuilt);
}
