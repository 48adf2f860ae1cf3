import { useRef } from "preact/hooks";
import type { PlayPart } from "../../games/page.ts";
import { Button } from "../ui/button.tsx";
import { timeText } from "../ui/format.ts";
import { eventInWords } from "./game-words.ts";
import type { LogModel } from "./log-model.ts";
import * as strings from "./strings.ts";
import { useNewestBelow } from "./use-newest-below.ts";

/** The events of the game, oldest first. */
export function EventLog({ log, play }: { log: LogModel; play: PlayPart }) {
  const entries = log.entries.value;
  const list = useRef<HTMLOListElement>(null);
  useNewestBelow(list, entries.length);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ol class="event-log" aria-label={strings.eventLog} tabIndex={0} ref={list}>
      {log.missing.value !== null && <li role="alert">{log.missing.value}</li>}
      {log.hasEarlier.value && (
        <li>
          <Button size="small" onClick={log.readEarlier}>
            {strings.showEarlier}
          </Button>
        </li>
      )}
      {entries.map(({ seq, at, event }) => {
        const [text, typed] = eventInWords(event, play);
        return (
          <li key={seq} data-event={event.type}>
            <time class="figures" dateTime={new Date(at).toISOString()}>
              {timeText(at)}
            </time>
            <span>
              {text}
              {typed !== null && (
                <>
                  {" "}
                  <q>
                    <bdi>{typed}</bdi>
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
