import { computed, signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { PlayPart } from "../../games/page.ts";
import type { ApiLogEntry } from "../../shared/api.ts";
import { endAll } from "../../shared/listeners.ts";
import { getLog, LOG_PAGE } from "../api/client.ts";
import { onGameEvent, onReset } from "../api/live.ts";
import { untilAnswered } from "../api/until-answered.ts";
import { Button } from "../ui/button.tsx";
import { coalesce } from "../ui/coalesce.ts";
import { timeText } from "../ui/format.ts";
import { useNewestBelow } from "../ui/hooks.ts";
import { eventInWords } from "./game-words.ts";

/** The events of a game, oldest first, as far as they were read: the newest page, and earlier ones on request. */
export type LogModel = ReturnType<typeof openLog>;

/** Reads a game's log from its newest page on, given the number of its events, and adds later events. */
export function openLog(id: string, version: number) {
  /** The number of the last entry before those that were read. */
  const before = signal(Math.max(0, version - LOG_PAGE));
  const entries = signal<readonly ApiLogEntry[]>([]);
  /** Why they could not be read. */
  const missing = signal<string | null>(null);
  /** The newest known entry, read or not. */
  let newest = 0;
  let reading = false;

  const last = (): number => entries.peek().at(-1)?.seq ?? before.peek();
  const add = (more: readonly ApiLogEntry[]) => {
    const news = more.filter(({ seq }) => seq > last());
    if (news.length > 0) entries.value = [...entries.peek(), ...news];
  };
  const { ask: readLog, close: stopReading } = untilAnswered(async () => {
    reading = true;
    let after: number | null = last();
    while (after !== null) {
      const answer = await getLog(id, after);
      missing.value = answer.ok ? null : answer.message;
      if (!answer.ok) break;
      add(answer.value.entries);
      after = answer.value.next_after;
    }
    reading = false;
    if (missing.value !== null) return false;
    if (newest > last()) readLog();
    return true;
  });

  /** Reads the page before those. */
  const readEarlier = coalesce(async () => {
    const from = Math.max(0, before.peek() - LOG_PAGE);
    const answer = await getLog(id, from);
    missing.value = answer.ok ? null : answer.message;
    if (!answer.ok) return;
    entries.value = [...answer.value.entries.filter(({ seq }) => seq <= before.peek()), ...entries.peek()];
    before.value = from;
  });

  const stopEvents = onGameEvent(({ game_id, seq, at, event }) => {
    if (game_id !== id) return;
    newest = Math.max(newest, seq);
    if (seq === last() + 1) add([{ seq, at, event }]);
    else if (seq > last() && !reading) readLog();
  });
  const stopResets = onReset(readLog);
  return {
    entries,
    hasEarlier: computed(() => before.value > 0),
    readEarlier,
    missing,
    close: endAll(stopEvents, stopResets, stopReading),
  };
}

/** The events of the game, oldest first. */
export function EventLog({ log, play }: { log: LogModel; play: PlayPart }) {
  const entries = log.entries.value;
  const list = useRef<HTMLOListElement>(null);
  useNewestBelow(list, entries.length);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ol class="event-log inward tall pad-2 scrolls small" aria-label="Event log" tabIndex={0} ref={list}>
      {log.missing.value !== null && <li role="alert">{log.missing.value}</li>}
      {log.hasEarlier.value && (
        <li>
          <Button label="Show earlier" size="small" onClick={log.readEarlier} />
        </li>
      )}
      {entries.map(({ seq, at, event }) => {
        const [text, details] = eventInWords(event, play);
        return (
          <li key={seq} class="grid gap-3" data-event={event.type}>
            <time class="figures quiet" dateTime={new Date(at).toISOString()}>
              {timeText(at)}
            </time>
            <span>
              {text}
              {details !== null && (
                <>
                  {" "}
                  <q>
                    <bdi>{details}</bdi>
                  </q>
                </>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
