import { useEffect } from "preact/hooks";
import { pages } from "../../games/pages.ts";
import type { ConnectTarget } from "../../shared/api.ts";
import { onReturn } from "../api/live.ts";
import { useTitle } from "../app/lazy.tsx";
import { ConnectCard } from "./connect-card.tsx";
import * as strings from "./strings.ts";
import { ask, connectInfo, someoneIsToCall } from "./targets.ts";
import "../ui/field.css";
import "./connect-page.css";

/** Milliseconds between two checks whether an assistant has called. */
const LOOK_MS = 2_000;

/** The page that connects assistants. */
export function ConnectPage() {
  useTitle(strings.connectAssistant);
  useEffect(() => {
    // A person who comes back from editing a configuration sees the effect.
    const end = onReturn(ask);
    const looking = setInterval(() => {
      if (!document.hidden && someoneIsToCall()) void ask();
    }, LOOK_MS);
    return () => {
      end();
      clearInterval(looking);
    };
  }, []);
  const told = connectInfo.value;
  return (
    <div class="page reading">
      <h1 tabIndex={-1}>{strings.connectAssistant}</h1>
      <p class="lead">{strings.onceConnectedSayPlay(pages[0].title)}</p>
      {told !== null && !told.ok && <p role="alert">{told.message}</p>}
      {told?.ok && told.value.obstacle !== null && <p role="alert">{told.value.obstacle}</p>}
      {told?.ok && <Targets targets={told.value.targets} />}
    </div>
  );
}

function Targets({ targets }: { targets: readonly ConnectTarget[] }) {
  const none = targets.every(({ state }) => state === null || state === "missing");
  // Where none is installed, the most used ones come first, with their download pages.
  const isShown = ({ state, download }: ConnectTarget) => state !== "missing" || (none && download !== null);
  const here = targets.filter(isShown);
  const missing = targets.filter((target) => !isShown(target));
  return (
    <>
      {none && <p>{strings.noneOfUsualAssistants}</p>}
      <Cards targets={here} />
      {missing.length > 0 && (
        <details class="more missing">
          <summary>{strings.notFoundOnThisMachine(missing.map(({ title }) => title).join(", "))}</summary>
          <Cards targets={missing} />
        </details>
      )}
    </>
  );
}

const Cards = ({ targets }: { targets: readonly ConnectTarget[] }) => (
  <ul class="targets">
    {targets.map((target) => (
      <ConnectCard key={target.id} target={target} />
    ))}
  </ul>
);
