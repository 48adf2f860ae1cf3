import { useState } from "preact/hooks";
import type { ConnectState, ConnectTarget } from "../../shared/api.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { CheckIcon, KindIcon } from "../ui/icons.tsx";
import { connect, disconnect, kept, problems } from "./targets.ts";

const stateTexts: Record<ConnectState, string> = {
  connected: "Waiting for its first call",
  found: "Not connected",
  called: "Has called, with no entry in its file",
  missing: "Not installed",
  elsewhere: "Connected to another Kibitz",
  stale: "Connected, but the entry is stale",
  unreadable: "Its configuration cannot be read",
};

/** One host: how it stands to Kibitz, and what changes that. */
export function ConnectCard({ target }: { target: ConnectTarget }) {
  const { id, title, about, state, why, called } = target;
  const titleId = `connect-${id}`;
  const hasCalled = state === "connected" && called !== null;
  return (
    <li class="target" data-state={state}>
      <section aria-labelledby={titleId}>
        <div class="target-head">
          {state !== null && (
            <span class="target-mark" aria-hidden="true">
              <KindIcon kind="agent" name={title} />
            </span>
          )}
          <h2 id={titleId}>{title}</h2>
          {state !== null && (
            <span class="target-state">
              {hasCalled && <CheckIcon />}
              {hasCalled ? "Has called" : stateTexts[state]}
            </span>
          )}
        </div>
        <p class="target-words">{hasCalled ? `${about} ${called.name} ${called.version} has called.` : about}</p>
        {why !== null && <p>{why}</p>}
        {state !== null && <Actions target={target} state={state} />}
        {state === "connected" && !hasCalled && target.next !== null && (
          <p role="note" class="target-next">
            {target.next}
          </p>
        )}
        {problems.value[id] !== undefined && (
          <p class="field-error" role="alert">
            {problems.value[id]}
          </p>
        )}
        {(kept.value[id] ?? []).map((file) => (
          <p key={file} class="target-kept">
            What the file was before is kept in <code>{file}</code>
          </p>
        ))}
        {state === null ? (
          <>
            <Block title={title} text={target.block} language={target.language} />
            {target.next !== null && <p class="target-words">{target.next}</p>}
          </>
        ) : (
          <Written target={target} state={state} />
        )}
      </section>
    </li>
  );
}

function Actions({ target: { id, title, link, download }, state }: { target: ConnectTarget; state: ConnectState }) {
  const [busy, setBusy] = useState(false);
  const doing = (what: (id: string) => Promise<void>) => async () => {
    setBusy(true);
    await what(id);
    setBusy(false);
  };
  const canConnect = state === "found" || state === "called" || state === "stale" || state === "elsewhere";
  const canDisconnect = state === "connected" || state === "stale" || state === "elsewhere";
  const hasLink = link !== null && (canConnect || state === "unreadable");
  const get = state === "missing" ? download : null;
  if (!canConnect && !canDisconnect && !hasLink && get === null) return null;
  return (
    <div class="target-actions">
      {canConnect && (
        <Button kind="primary" aria-label={`Connect ${title}`} disabled={busy} onClick={() => void doing(connect)()}>
          Connect
        </Button>
      )}
      {canDisconnect && (
        <Button aria-label={`Disconnect ${title}`} disabled={busy} onClick={() => void doing(disconnect)()}>
          Disconnect
        </Button>
      )}
      {hasLink && <ButtonLink href={link}>Ask in {title}</ButtonLink>}
      {get !== null && (
        <ButtonLink href={get} elsewhere>
          Get {title}
        </ButtonLink>
      )}
    </div>
  );
}

/** A look at what is written where, and the ways to do it by hand. */
function Written({ target, state }: { target: ConnectTarget; state: ConnectState }) {
  const { title, block, language, terminal, files } = target;
  return (
    <details>
      <summary>{state === "connected" ? "What is written" : "What will be written, and how to do it by hand"}</summary>
      <p class="target-where">
        Kibitz’s own entry, and nothing else, in{" "}
        {files.map((file, index) => (
          <>
            {index > 0 && " and "}
            <code key={file}>{file}</code>
          </>
        ))}
      </p>
      <Block title={title} text={block} language={language} />
      {terminal !== null && (
        <>
          <p class="target-where">Or, in a terminal:</p>
          <Block title={`${title}, in a terminal`} text={terminal} language="text" />
        </>
      )}
    </details>
  );
}

function Block({ title, text, language }: { title: string; text: string; language: ConnectTarget["language"] }) {
  return (
    <div class="block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} data-language={language}>
        <code>{text}</code>
      </pre>
      <CopyButton size="small" text={text} done={`Block for ${title} copied.`}>
        Copy
      </CopyButton>
    </div>
  );
}
