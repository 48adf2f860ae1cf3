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
  "claude-desktop": "Any chat in Claude Desktop can sit down and play.",
  "claude-code": "Claude Code can play in every project.",
  vscode: "Copilot’s agent mode finds Kibitz among its tools.",
  cursor: "Cursor’s agent finds Kibitz among its tools.",
  http: "For scripts and any other MCP host on this machine; the token opens agents’ seats and nothing else.",
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
        {target.state === "connected" ? (
          <details>
            <summary>Show how</summary>
            <Block target={target} />
          </details>
        ) : (
          <Block target={target} />
        )}
      </section>
    </li>
  );
}

function Block({ target }: { target: ConnectTarget }) {
  return (
    <>
      <p class="target-where">{target.where}</p>
      <div class="block">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre tabIndex={0} data-language={target.language}>
          <code>{target.block}</code>
        </pre>
        <CopyButton size="small" text={target.block} done={`Block for ${target.title} copied.`}>
          Copy
        </CopyButton>
      </div>
    </>
  );
}
