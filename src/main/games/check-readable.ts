import type { LoggedEvent } from "../../shared/events.ts";
import { accept, messageOf, type Result } from "../../shared/result.ts";
import type { Steps } from "../../shared/steps.ts";
import { readData, readEvent, storageFailed } from "../store/commit.ts";
import { columnsOf, openWith, snapshotOf } from "./game-aggregate.ts";
import type { LiveGame } from "./live-game.ts";
import type { Step } from "./machine/game-state.ts";

/**
 * Reads a step back from the text that would be stored of it, as the next start would. Used for imports: none is
 * acknowledged before it is known to be readable. Returns the step, or refuses with `STORAGE_FAILED`. Yields between
 * events.
 */
export function* checkReadable(before: LiveGame, step: Step): Steps<Result<Step>> {
  const { state, events } = step;
  const entries: LoggedEvent[] = [];
  try {
    for (const event of events) {
      const seq = before.version + entries.length + 1;
      entries.push({ id: 0, gameId: state.id, seq, at: 0, event: readEvent(JSON.stringify(event)) });
      yield;
    }
    const { form, data } = snapshotOf(state);
    const snapshot = { form, data: readData(JSON.stringify(data)) };
    const version = before.version + entries.length;
    const reading = openWith({ id: state.id, version, columns: columnsOf(state, () => []), snapshot }, entries, before);
    return reading.ok ? accept(step) : unreadable(reading.message);
  } catch (error) {
    return unreadable(error);
  }
}

const unreadable = (reason: unknown) =>
  storageFailed(
    new Error(`it could not be read again: ${messageOf(reason)}`),
    "Nothing of yours is changed; this is a fault of Kibitz: please report it with what you sent",
  );
