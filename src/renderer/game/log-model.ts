import { type ReadonlySignal, signal } from "@preact/signals";
import type { ApiLogEntry } from "../../shared/api.ts";
import { getLog } from "../api/client.ts";
import { onGameEvent, onReset } from "../api/live.ts";
import { oneAtATime } from "./one-at-a-time.ts";

/** Everything that happened at a table, oldest first, as far as it was read. */
export interface LogModel {
  readonly entries: ReadonlySignal<readonly ApiLogEntry[]>;
  /** Why there is nothing to read. */
  readonly missing: ReadonlySignal<string | null>;
  close(): void;
}

/** Reads a game's log page by page, and adds from then on what happens. */
export function openLog(id: string): LogModel {
  const entries = signal<readonly ApiLogEntry[]>([]);
  const missing = signal<string | null>(null);
  /** The newest entry that was heard of, read or not. */
  let heard = 0;
  let reading = false;

  const last = (): number => entries.peek().at(-1)?.seq ?? 0;
  const add = (more: readonly ApiLogEntry[]) => {
    const news = more.filter(({ seq }) => seq > last());
    if (news.length > 0) entries.value = [...entries.peek(), ...news];
  };
  const read = oneAtATime(async () => {
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
    if (heard > last() && missing.value === null) read();
  });

  const stopEvents = onGameEvent(({ game_id, seq, at, event }) => {
    if (game_id !== id) return;
    heard = Math.max(heard, seq);
    if (seq === last() + 1) add([{ seq, at, event }]);
    else if (seq > last() && !reading) read();
  });
  const stopResets = onReset(read);
  return {
    entries,
    missing,
    close: () => {
      stopEvents();
      stopResets();
    },
  };
}
