import type { ConnectTarget } from "../../shared/api.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { CheckIcon } from "../ui/icons.tsx";

const stateTexts: Record<ConnectTarget["state"], string | null> = {
  connected: "Connected",
  found: "Installed, not connected",
  missing: "Not found here",
  unknown: null,
};

const explanations: Record<ConnectTarget["id"], string> = {
  "claude-desktop": "Add this to its configuration file, then quit and reopen Claude Desktop.",
  "claude-code": "Run this once in a terminal; every project can use Kibitz from then on.",
  vscode: "Run this once in a terminal; Copilot’s agent mode then lists Kibitz among its tools.",
  cursor: "Add this to its configuration file; Cursor picks it up by itself.",
  http: "For scripts and any other MCP host on this machine; whoever has this token can take agents’ seats, nothing more.",
};

/** One host: whether it is connected, and the block that connects it. */
export function ConnectCard({ target }: { target: ConnectTarget }) {
  const state = stateTexts[target.state];
  const titleId = `connect-${target.id}`;
  return (
    <li class="target" data-state={target.state}>
      <section aria-labelledby={titleId}>
        <div class="target-head">
          <h2 id={titleId}>{target.title}</h2>
          {state !== null && (
            <span class="target-state">
              {target.state === "connected" && <CheckIcon />}
              {state}
            </span>
          )}
        </div>
        <p class="target-words">{explanations[target.id]}</p>
        <p class="target-where">{target.where}</p>
        <div class="block">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre tabIndex={0}>
            <code>{target.block}</code>
          </pre>
          <CopyButton size="small" text={target.block} done={`Block for ${target.title} copied.`}>
            Copy
          </CopyButton>
        </div>
      </section>
    </li>
  );
}
