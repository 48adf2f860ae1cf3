import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { pages } from "../../games/pages.ts";
import type { ConnectOutcome, ConnectState, ConnectTarget } from "../../shared/api.ts";
import { connectHost, disconnectHost } from "../api/client.ts";
import { onReturn } from "../api/live.ts";
import type { Answer } from "../api/request.ts";
import { useTitle } from "../app/lazy.tsx";
import { CoachButton } from "../coach/coach-button.tsx";
import { startAsLastTime } from "../new-game/start-game.ts";
import { Button, ButtonLink, CheckIcon } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Problem } from "../ui/field.tsx";
import { useBusy } from "../ui/hooks.ts";
import { AgentMark } from "../ui/player-icon.tsx";
import { toast } from "../ui/toasts.tsx";
import { connectInfo, fetchTargets, someoneIsToCall } from "./targets.ts";
import "../ui/field.css";
import "./connect-page.css";

const stateTitles: Readonly<Record<ConnectState, string>> = {
  connected: "Waiting for its first call",
  found: "Not connected",
  called: "Has called, but is not in its configuration",
  missing: "Not installed",
  off: "Connected, but switched off",
  elsewhere: "Connected to another Kibitz",
  stale: "Connected, but the entry does not work",
  unreadable: "Its configuration cannot be read",
};

/** The backup files of the configuration files that were changed, by the id of their host. */
const backupFiles = signal<Readonly<Record<string, readonly string[]>>>({});

/** Why the last change of a host's files failed, wholly or in part, by the host's id. */
const changeProblems = signal<Readonly<Record<string, string>>>({});

const connect = (id: string, toolsets?: string): Promise<void> =>
  change(id, () => connectHost(id, toolsets), "is connected.");
const disconnect = (id: string): Promise<void> => change(id, disconnectHost, "is disconnected.");

async function change(id: string, how: (id: string) => Promise<Answer<ConnectOutcome>>, note: string): Promise<void> {
  const { [id]: _, ...others } = changeProblems.value;
  changeProblems.value = others;
  const answer = await how(id);
  if (answer.ok) {
    const { target, changed } = answer.value;
    backupFiles.value = { ...backupFiles.value, [id]: changed.flatMap(({ backup }) => backup ?? []) };
    toast(`${target.title} ${note}`);
  } else changeProblems.value = { ...changeProblems.value, [id]: `${answer.message}.` };
  await fetchTargets();
}

/** Milliseconds between two checks whether an assistant has called. */
const POLL_MS = 2_000;

export function ConnectPage() {
  useTitle("Connect an assistant");
  useEffect(() => {
    // A person who comes back from editing a configuration sees the effect.
    const end = onReturn(fetchTargets);
    const looking = setInterval(() => {
      if (!document.hidden && someoneIsToCall()) void fetchTargets();
    }, POLL_MS);
    return () => {
      end();
      clearInterval(looking);
    };
  }, []);
  const answer = connectInfo.value;
  return (
    <div class="page reading">
      <h1 tabIndex={-1}>Connect an assistant</h1>
      <p class="lead">{`Once connected, say “Play ${pages[0].title.toLowerCase()} with me on Kibitz”, or paste a game’s join prompt. Any program that can use MCP servers will do; these are the most common.`}</p>
      <p>
        Connect adds one entry to the assistant’s configuration file and keeps a copy of it; Disconnect takes the entry
        out again.
      </p>
      {answer !== null && !answer.ok && <p role="alert">{answer.message}</p>}
      {answer?.ok && answer.value.obstacle !== null && <p role="alert">{answer.value.obstacle}</p>}
      {answer?.ok && <Targets targets={answer.value.targets} />}
    </div>
  );
}

function Targets({ targets }: { targets: readonly ConnectTarget[] }) {
  const none = targets.every(({ state }) => state === null || state === "missing");
  // Where none is installed, the most used ones come first, with their download pages.
  const isShown = ({ state, download }: ConnectTarget) => state !== "missing" || (none && download !== null);
  const targetsHere = targets.filter(isShown);
  const missing = targets.filter((target) => !isShown(target));
  return (
    <>
      {none && <p>None of the usual assistants was found on this machine. These are the most used.</p>}
      <Cards targets={targetsHere} />
      {missing.length > 0 && (
        <details class="more missing">
          <summary>{`Not found on this machine: ${missing.map(({ title }) => title).join(", ")}`}</summary>
          <Cards targets={missing} />
        </details>
      )}
    </>
  );
}

const Cards = ({ targets }: { targets: readonly ConnectTarget[] }) => (
  <ul class="targets stack">
    {targets.map((target) => (
      <ConnectCard key={target.id} target={target} />
    ))}
  </ul>
);

/** States in which something is to be mended. */
const troubledStates: ReadonlySet<ConnectState> = new Set(["stale", "elsewhere", "unreadable", "off"]);

/** `CC` for Claude Code, `Cu` for Cursor: many names begin with the same letter. */
function initialsOf(title: string): string {
  const [word = "", next] = title.split(" ");
  return word.charAt(0) + (next ?? word.slice(1)).charAt(0);
}

/** The card of one host: its state, and the buttons that change it. */
function ConnectCard({ target }: { target: ConnectTarget }) {
  const { id, title, about, state, why, called } = target;
  const titleId = `connect-${id}`;
  const hasCalled = state === "connected" && called !== null;
  return (
    <li class="target" data-state={state}>
      <section class="group gap-2" aria-labelledby={titleId}>
        <div class="target-head gap-1-3 middle spread row">
          {state !== null && (
            <span class="line" aria-hidden="true">
              <AgentMark name={title} initials={initialsOf(title)} />
            </span>
          )}
          <h2 id={titleId} class="grow">
            {title}
          </h2>
          {state !== null && (
            <span class={`target-state line gap-1 small ${troubledStates.has(state) ? "trouble" : "quiet"}`}>
              {hasCalled && <CheckIcon />}
              {hasCalled ? "Has called" : stateTitles[state]}
            </span>
          )}
        </div>
        <p class="quiet">{hasCalled ? `${about} ${called.name} ${called.version} has called.` : about}</p>
        {why !== null && <p>{why}</p>}
        {state === "unreadable" && <p>Repair the file, then reload this page.</p>}
        {state !== null && <Actions target={target} state={state} />}
        {state === "connected" && !hasCalled && target.next !== null && <p role="note">{target.next}</p>}
        <Problem text={changeProblems.value[id]} />
        {(backupFiles.value[id] ?? []).map((file) => (
          <p key={file} class="quiet small">
            The previous version of the file is kept in <code>{file}</code>
          </p>
        ))}
        {state === null ? (
          <>
            <Block title={title} text={target.block} language={target.language} />
            {target.next !== null && <p class="quiet">{target.next}</p>}
          </>
        ) : (
          <ConfigurationText target={target} state={state} />
        )}
      </section>
    </li>
  );
}

function Actions({ target, state }: { target: ConnectTarget; state: ConnectState }) {
  const { id, title, link, download } = target;
  const [busy, run] = useBusy();
  const runs = (action: () => Promise<unknown>) => ({ disabled: busy, onClick: () => void run(action) });
  const canConnect = state === "found" || state === "called" || state === "stale" || state === "elsewhere";
  const canDisconnect = state === "connected" || state === "off" || state === "stale" || state === "elsewhere";
  const hasLink = link !== null && (canConnect || state === "unreadable");
  const get = state === "missing" ? download : null;
  if (!canConnect && !canDisconnect && !hasLink && get === null) return null;
  return (
    <div class="button-row target-actions">
      {canConnect && (
        <Button kind="primary" aria-label={`Connect ${title}`} {...runs(() => connect(id))}>
          {state === "stale" ? "Repair" : state === "elsewhere" ? "Connect to this Kibitz instead" : "Connect"}
        </Button>
      )}
      {state === "connected" && (
        <Button kind="primary" aria-label={`Play ${title}`} {...runs(() => startAsLastTime("you-agent", title))}>
          Play
        </Button>
      )}
      {state === "connected" && (
        <CoachButton {...target} disabled={busy} onAdd={(toolsets) => void run(() => connect(id, toolsets))} />
      )}
      {canDisconnect && (
        <Button aria-label={`Disconnect ${title}`} {...runs(() => disconnect(id))}>
          Disconnect
        </Button>
      )}
      {hasLink && <ButtonLink label={`Let ${title} add it`} href={link} />}
      {get !== null && <ButtonLink label={`Get ${title}`} href={get} elsewhere />}
    </div>
  );
}

/** Shows what is written where, and the ways to do it by hand. */
function ConfigurationText({ target, state }: { target: ConnectTarget; state: ConnectState }) {
  const { title, block, language, terminal, files } = target;
  return (
    <details class="more">
      <summary>
        {state === "connected" || state === "off"
          ? "What is written"
          : "What will be written, and how to do it by hand"}
      </summary>
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

const Block = ({ title, text, language }: { title: string; text: string; language: ConnectTarget["language"] }) => (
  <div class="block anchor sunken rounded">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
    <pre tabIndex={0} data-language={language}>
      <code>{text}</code>
    </pre>
    <CopyButton label="Copy" size="small" text={text} note={`Block for ${title} copied.`} />
  </div>
);
