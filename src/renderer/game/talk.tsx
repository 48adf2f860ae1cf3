import { useRef } from "preact/hooks";
import type { GameDetail } from "../../shared/api.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import { TALK_LENGTH } from "../../shared/text.ts";
import { say } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { shownName } from "../ui/shown-name.ts";
import { Input } from "../ui/text-field.tsx";
import type { GameModel } from "./game-model.ts";
import * as strings from "./strings.ts";
import { useNewestBelow } from "./use-newest-below.ts";

export interface TalkProps {
  readonly model: GameModel;
  readonly game: GameDetail;
  readonly seat: Seat | null;
}

/** The players' talk, and the person's field. */
export function Talk({ model, game, seat }: TalkProps) {
  const list = useRef<HTMLDivElement>(null);
  useNewestBelow(list, game.talk.length);
  return (
    <div class="talk">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div class="talk-scroll" role="log" aria-label={strings.tableTalk} tabIndex={0} ref={list}>
        <ol class="talk-list">
          {game.talk.length === 0 && <li class="talk-none quiet small">{strings.nobodyHasSaidAnythingYet}</li>}
          {game.talk.map(({ from, message, at }, index) => (
            <li key={`${at}${index}`} data-seat={from} data-own={from === seat}>
              <Line
                name={shownName(game, from)}
                seat={from}
                again={game.talk[index - 1]?.from === from}
                message={message}
              />
            </li>
          ))}
        </ol>
      </div>
      {seat === null ? (
        <p class="talk-none quiet small">{strings.onlyPlayersSpeak}</p>
      ) : (
        <TalkBox model={model} game={game} seat={seat} />
      )}
      <Remarks remarks={game.remarks ?? []} />
    </div>
  );
}

/** Spectators' remarks, apart from the talk; hidden while there are none. */
function Remarks({ remarks }: { readonly remarks: NonNullable<GameDetail["remarks"]> }) {
  const list = useRef<HTMLDivElement>(null);
  useNewestBelow(list, remarks.length);
  if (remarks.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div class="remarks" role="log" aria-label={strings.spectators} tabIndex={0} ref={list}>
      <p class="remarks-title quiet small">{strings.spectators}</p>
      <ol class="talk-list">
        {remarks.map(({ name, message, at }, index) => (
          <li key={`${at}${index}`}>
            <Line name={name} again={remarks[index - 1]?.name === name} message={message} />
          </li>
        ))}
      </ol>
    </div>
  );
}

interface LineProps {
  readonly name: string;
  /** The remark of a player. */
  readonly seat?: Seat;
  /** Whether the line before it has the same speaker: then the name is only for screen readers. */
  readonly again: boolean;
  readonly message: string;
}

function Line({ name, seat, again, message }: LineProps) {
  return (
    <>
      <p class={again ? "visually-hidden" : "talk-from"}>
        <bdi>{name}</bdi>
        {seat !== undefined && <span>{seatTitle(seat)}</span>}
      </p>
      <p class="talk-words">
        <bdi>{message}</bdi>
      </p>
    </>
  );
}

function TalkBox({ model, game, seat }: TalkProps & { readonly seat: Seat }) {
  const field = useRef<HTMLInputElement>(null);
  const text = model.saying;
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    const message = text.value.trim();
    if (message === "") return;
    text.value = "";
    if (await model.take(say(game.game_id, message, seat))) return;
    // The person may have gone on typing meanwhile.
    text.value = `${message} ${text.value}`.trim();
  };
  return (
    <form class="talk-box" onSubmit={(event) => void onSubmit(event)}>
      <fieldset class="talk-taunts" aria-label={strings.tauntsTitle}>
        {strings.taunts.map((taunt) => (
          <button
            type="button"
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
      <div class="talk-entry">
        <Input
          name="talk"
          aria-label={strings.saySomething}
          placeholder={strings.saySomething}
          maxLength={TALK_LENGTH}
          text={text.value}
          ref={field}
          onText={(typed) => {
            text.value = typed;
          }}
        />
        <Button type="submit">{strings.say}</Button>
      </div>
    </form>
  );
}
