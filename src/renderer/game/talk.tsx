import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { RemarkLine } from "../../shared/api.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import { TALK_LENGTH } from "../../shared/text.ts";
import { say } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Input } from "../ui/field.tsx";
import { shownName } from "../ui/format.ts";
import { assign, useNewestBelow } from "../ui/hooks.ts";
import { type GameModel, ownSeat, type TableProps } from "./game-model.ts";
import * as strings from "./strings.ts";

/** The players' talk, the person's field, and apart from them spectators' remarks, hidden while there are none. */
export function Talk({ model, live: { game } }: TableProps) {
  const { talk, remarks } = game;
  const seat = ownSeat(game);
  return (
    <div class="talk column tall">
      <Messages
        class="talk-scroll inward scrolls grow"
        label="Table talk"
        lines={talk.map(({ from, ...line }) => ({ ...line, name: shownName(game, from), seat: from }))}
        own={seat}
      />
      {remarks && remarks.length > 0 && (
        <Messages class="remarks inward scrolls ruled rigid" label="Spectators" lines={remarks}>
          <p class="remarks-title quiet small">Spectators</p>
        </Messages>
      )}
      {seat === null ? (
        <p class="talk-none pad-2 quiet small">Only the players can talk in this game.</p>
      ) : (
        <TalkBox model={model} seat={seat} />
      )}
    </div>
  );
}

interface MessagesProps {
  readonly class: string;
  readonly label: string;
  /** Those of players have a seat. */
  readonly lines: readonly (RemarkLine & { readonly seat?: Seat })[];
  /** The person's seat. */
  readonly own?: Seat | null;
  readonly children?: ComponentChildren;
}

function Messages({ label, lines, own, children, ...rest }: MessagesProps) {
  const list = useRef<HTMLDivElement>(null);
  useNewestBelow(list, lines.length);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div {...rest} role="log" aria-label={label} tabIndex={0} ref={list}>
      {children}
      <ol class="talk-list pad-3 stack gap-1">
        {lines.length === 0 && <li class="talk-none pad-2 quiet small">Nobody has said anything yet.</li>}
        {lines.map(({ name, seat, message, at }, index) => {
          const before = lines[index - 1];
          // After a line of the same speaker, the name is only for screen readers.
          const again = before?.name === name && before.seat === seat;
          return (
            <li key={`${at}${index}`} data-seat={seat} data-own={seat && seat === own}>
              <p class={again ? "visually-hidden" : "talk-from line text-xs quiet"}>
                <bdi class="shrinks weight-strong">{name}</bdi>
                {seat !== undefined && <span class="rigid">{seatTitle(seat)}</span>}
              </p>
              <p class="talk-words">
                <bdi>{message}</bdi>
              </p>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function TalkBox({ model, seat }: { model: GameModel; seat: Seat }) {
  const field = useRef<HTMLInputElement>(null);
  const text = model.saying;
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    const message = text.value.trim();
    if (message === "") return;
    text.value = "";
    if (await model.take(say(model.id, message, seat))) return;
    // The person may have gone on typing meanwhile.
    text.value = `${message} ${text.value}`.trim();
  };
  return (
    <form class="talk-box grid gap-2 pad-2 ruled rigid" onSubmit={(event) => void onSubmit(event)}>
      <fieldset class="talk-taunts line gap-1" aria-label="Taunts">
        {strings.taunts.map((taunt) => (
          <button
            type="button"
            class="bare rigid hoverable pointable pad-0 quiet text-xs"
            key={taunt}
            onClick={() => {
              text.value = taunt;
              field.current?.focus();
            }}
          >
            {taunt}
          </button>
        ))}
      </fieldset>
      <div class="row">
        <Input
          class="grow shrinks"
          name="talk"
          aria-label="Say something"
          placeholder="Say something"
          maxLength={TALK_LENGTH}
          text={text.value}
          ref={field}
          onText={(value) => assign(text, value)}
        />
        <Button label="Say" type="submit" />
      </div>
    </form>
  );
}
