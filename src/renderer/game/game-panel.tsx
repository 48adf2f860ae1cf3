import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { findPage } from "../../games/pages.ts";
import { GameControls } from "./controls.tsx";
import { EventLog } from "./event-log.tsx";
import { type GameAt, type GameModel, ownSeat, type Tab, type TableProps } from "./game-model.ts";
import { ReviewPanel } from "./review/lazy.ts";
import * as strings from "./strings.ts";
import { Talk } from "./talk.tsx";
import "./game-panel.css";
import { shownName } from "../ui/format.ts";
import { assign } from "../ui/hooks.ts";

/** Panels beside the board: talk, log, review, and actions for the game as a whole. */
export function GamePanel({ model, live }: TableProps) {
  const tabs = tabsOf(live);
  const choice = model.tab.value;
  // Talk or a review that comes later opens nothing: all beside it would move.
  const [usual] = useState(() => usualTab(live));
  const tab = choice === undefined || (choice !== null && !tabs.includes(choice)) ? usual : choice;
  const isSeen = tab === "Talk";
  const total = othersLines(live).length;
  useLayoutEffect(() => {
    if (isSeen || model.talkRead.peek() === null) model.talkRead.value = total;
  }, [isSeen, total]);
  const unreadCount = isSeen ? 0 : total - (model.talkRead.value ?? total);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    // Where it opens below the window's edge, one would see nothing of it.
    if (choice) list.current?.parentElement?.scrollIntoView({ block: "nearest" });
  }, [choice]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const current = tab ?? tabs[0] ?? "Talk";
    const next = tabs[(tabs.indexOf(current) + step + tabs.length) % tabs.length] ?? current;
    model.tab.value = next;
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  return (
    <section class="game-panel surface" aria-label="The game" data-open={tab !== null} data-tab={tab}>
      <div class="tabs flex pad-0 rigid" role="tablist" aria-label="The game" ref={list} onKeyDown={onKeyDown}>
        {tabs.map((name) => (
          <button
            type="button"
            class="bare anchor quiet"
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
            {strings.tabTitles[name]}
            {name === "Talk" && unreadCount > 0 && (
              <>
                <span class="badge placed text-xs weight-strong figures" aria-hidden="true">
                  {unreadCount}
                </span>
                <span class="visually-hidden">{`${unreadCount} unread`}</span>
              </>
            )}
          </button>
        ))}
      </div>
      {tab !== null && (
        <div class="tab-panel grow" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
          {tab === "Review" && <ReviewPanel model={model} live={live} />}
          {tab === "Talk" && <Talk model={model} live={live} />}
          {tab === "Log" && <EventLog log={model.log()} play={live.play} />}
          {tab === "Game" && <GameControls model={model} live={live} />}
        </div>
      )}
    </section>
  );
}

function tabsOf({ game }: GameAt): readonly Tab[] {
  const reviewable = findPage(game.game)?.engine && game.status === "finished" && game.history.length > 0;
  return ["Talk", "Log", "Game", ...(reviewable ? (["Review"] as const) : [])];
}

/** Windows in which the moves and this panel would compete for space. */
const lowWindow = matchMedia("(max-height: 43rem) and (min-width: 47.5rem)");
/** Windows in which it lies below the others, out of sight. */
const narrowWindow = matchMedia("(max-width: 47.5rem), (max-width: 56.25rem) and (orientation: portrait)");

/** The panel that is open by default: a review where there is one; not talk with the computer. */
function usualTab({ game }: GameAt): Tab | null {
  if (lowWindow.matches) return null;
  if (game.reviewed) return "Review";
  // The status shows what is said as long as it is folded.
  if (narrowWindow.matches) return null;
  const hasTalk = game.talk.length > 0 || (game.remarks?.length ?? 0) > 0;
  return hasTalk || game.seats.some((seat) => game.players[seat]?.kind === "agent") ? "Talk" : null;
}

/** The lines of others than the person, with spectators' remarks at the end. */
function othersLines({ game }: GameAt): readonly { readonly name: string; readonly message: string }[] {
  const own = ownSeat(game);
  const talk = game.talk.filter(({ from }) => from !== own);
  return [...talk.map(({ from, message }) => ({ name: shownName(game, from), message })), ...(game.remarks ?? [])];
}

/** The newest line that the person has not read, with its speaker; null for none. */
export const unreadLine = ({ talkRead }: GameModel, live: GameAt) =>
  othersLines(live)
    .slice(talkRead.value ?? Number.POSITIVE_INFINITY)
    .at(-1) ?? null;
