import { useId, useRef, useState } from "preact/hooks";
import { EventLog } from "./event-log.tsx";
import { type GameModel, ownSeat, type Told } from "./game-model.ts";
import { TableCare } from "./table-care.tsx";
import { Talk } from "./talk.tsx";
import "./table-panel.css";

const tabs = ["Talk", "Log", "Table"] as const;
type Tab = (typeof tabs)[number];

/** What is said at the table, what happened there, and what can be done with the game as a whole. */
export function TablePanel({ model, told }: { model: GameModel; told: Told }) {
  const [tab, setTab] = useState<Tab>("Talk");
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length] ?? tab;
    setTab(next);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  return (
    <section class="table-panel" aria-label="Table">
      <div class="tabs" role="tablist" aria-label="Table" ref={list} onKeyDown={onKeyDown}>
        {tabs.map((name) => (
          <button
            type="button"
            role="tab"
            key={name}
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={name === tab}
            aria-controls={`${id}-panel`}
            tabIndex={name === tab ? 0 : -1}
            onClick={() => setTab(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        {tab === "Talk" && <Talk model={model} game={told.game} seat={ownSeat(told.game)} />}
        {tab === "Log" && <EventLog log={model.log()} />}
        {tab === "Table" && <TableCare model={model} told={told} />}
      </div>
    </section>
  );
}
