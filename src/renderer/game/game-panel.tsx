import { signal } from "@preact/signals";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { findPage } from "../../games/pages.ts";
import { GameControls } from "./controls.tsx";
import { EventLog } from "./event-log.tsx";
import { ownSeat, type Tab, type TableProps, type Told } from "./game-model.ts";
import { ReviewPanel } from "./review/lazy.ts";
import * as strings from "./strings.ts";
import { Talk } from "./talk.tsx";
import "./game-panel.css";
import { assign } from "../ui/hooks.ts";

/** Panels beside the board: talk, log, review, and actions for the game as a whole. */
export function GamePanel({ model, told }: TableProps) {
  const tabs = tabsOf(told);
  const chosen = model.tab.value;
  const tab = chosen === undefined || (chosen !== null && !tabs.includes(chosen)) ? usualTab(told) : chosen;
  const unread = useUnread(told, tab === "Talk");
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const here = tab ?? tabs[0] ?? "Talk";
    const next = tabs[(tabs.indexOf(here) + step + tabs.length) % tabs.length] ?? here;
    model.tab.value = next;
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  return (
    <section class="game-panel surface" aria-label={strings.tabs.Table} data-open={tab !== null} data-tab={tab}>
      <div class="tabs rigid" role="tablist" aria-label={strings.tabs.Table} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((name) => (
          <button
            type="button"
            class="bare"
            role="tab"
            key={name}
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={name === tab}
            aria-controls={tab === null ? undefined : `${id}-panel`}
            tabIndex={name === (tab ?? tabs[0]) ? 0 : -1}
            // A click on the open tab collapses it.
            onClick={() => assign(model.tab, name === tab ? null : name)}
          >
            {strings.tabs[name]}
            {name === "Talk" && unread > 0 && (
              <>
                <span class="tabs-unread text-xs weight-strong figures" aria-hidden="true">
                  {unread}
                </span>
                <span class="visually-hidden">{strings.unread(unread)}</span>
              </>
            )}
          </button>
        ))}
      </div>
      {tab !== null && (
        <div class="tab-panel grow" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
          {tab === "Review" && <ReviewPanel model={model} told={told} />}
          {tab === "Talk" && <Talk model={model} told={told} />}
          {tab === "Log" && <EventLog log={model.log()} play={told.play} />}
          {tab === "Table" && <GameControls model={model} told={told} />}
        </div>
      )}
    </section>
  );
}

function tabsOf({ game }: Told): readonly Tab[] {
  const reviewable = findPage(game.game)?.engine && game.status === "finished" && game.history.length > 0;
  return [...(reviewable ? (["Review"] as const) : []), "Talk", "Log", "Table"];
}

/** Widths at which the moves and this panel would compete for space. */
const lowWindow = matchMedia("(max-height: 43rem) and (min-width: 47.5rem)");
const low = signal(lowWindow.matches);
lowWindow.addEventListener("change", ({ matches }) => assign(low, matches));

/** The panel that is open by default: a review where there is one; not talk with the computer. */
function usualTab({ game }: Told): Tab | null {
  if (low.value) return null;
  if (game.reviewed) return "Review";
  const said = game.talk.length > 0 || (game.remarks?.length ?? 0) > 0;
  const agents = game.seats.some((seat) => game.players[seat]?.kind === "agent");
  return said || agents ? "Talk" : null;
}

/** The number of others' lines since the talk was last shown. */
function useUnread({ game }: Told, seen: boolean): number {
  const own = ownSeat(game);
  const heard = game.talk.filter(({ from }) => from !== own).length + (game.remarks?.length ?? 0);
  const [read, setRead] = useState(heard);
  useLayoutEffect(() => {
    if (seen) setRead(heard);
  }, [seen, heard]);
  return seen ? 0 : Math.max(0, heard - read);
}
