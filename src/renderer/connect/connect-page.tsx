import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ConnectInfo } from "../../shared/api.ts";
import type { Answer } from "../api/answer.ts";
import { getConnect } from "../api/client.ts";
import { onReset } from "../api/live.ts";
import { useTitle } from "../app/use-title.ts";
import { ConnectCard } from "./connect-card.tsx";
import "./connect-page.css";

const answer = signal<Answer<ConnectInfo> | null>(null);

async function ask(): Promise<void> {
  answer.value = await getConnect();
}

/** How to bring each kind of assistant to the table. */
export function ConnectPage() {
  useTitle("Connect an assistant");
  useEffect(() => {
    const end = onReset(ask);
    // Whoever comes back from editing a configuration sees what it did.
    window.addEventListener("focus", ask);
    return () => {
      end();
      window.removeEventListener("focus", ask);
    };
  }, []);
  const told = answer.value;
  return (
    <div class="page reading">
      <h1 tabIndex={-1}>Connect an assistant</h1>
      <p class="lead">
        Once connected, say “Play chess with me on Kibitz”, or paste a game’s join prompt. Any MCP host will do; these
        are the usual ones.
      </p>
      {told !== null && !told.ok && <p role="alert">{told.message}</p>}
      {told?.ok && told.value.obstacle !== null && <p role="alert">{told.value.obstacle}</p>}
      {told?.ok && (
        <ul class="targets">
          {told.value.targets.map((target) => (
            <ConnectCard key={target.id} target={target} />
          ))}
        </ul>
      )}
    </div>
  );
}
