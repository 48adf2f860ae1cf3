import { computed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { findPage, pages } from "../../games/pages.ts";
import type { GameCard } from "../../shared/api.ts";
import { endAll } from "../../shared/listeners.ts";
import { type PlayerKind, seatTitle, type View } from "../../shared/terms.ts";
import type { NewPlayer } from "../api/client.ts";
import { onGameEvent, onReturn } from "../api/live.ts";
import { connectAddress, practiceAddress } from "../app/address.ts";
import { connectInfo, fetchTargets, someoneIsToCall } from "../connect/targets.ts";
import { knownCards } from "../dashboard/counts.ts";
import { MiniBoard } from "../mini-board/mini-board.tsx";
import { levelWord, savedDraft, savedOptions } from "../new-game/draft.ts";
import { startAsLastTime, startGame } from "../new-game/start-game.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { useBusy } from "../ui/hooks.ts";
import { KindIcon } from "../ui/player-icon.tsx";
import "./ways.css";

/** Three ways to begin, each with one click. */
export function Ways({ newcomer = false }: { newcomer?: boolean }) {
  const [busy, run] = useBusy();
  const [{ kind, seats, showcase }] = pages;
  const [first, second] = seats;
  const play = (one: NewPlayer, other: NewPlayer) =>
    startGame({ game: kind, players: { [first]: one, [second]: other } });
  const [computer, assistant, watching] = (newcomer ? showcase?.positions : null) ?? [];
  const draft = savedDraft();
  const page = findPage(draft.game) ?? pages[0];
  const isSetUp = Object.keys(savedOptions()).length > 0;
  return (
    <>
      <ul class="ways gap-4 grid">
        <Way
          kinds={["human", "computer"]}
          title="Play the computer"
          position={computer}
          text={
            newcomer
              ? `You play ${seatTitle(first)} against an easy level (3).`
              : `${page.title}, level ${draft.level} (${levelWord(draft.level).toLowerCase()})${isSetUp ? ", set up as last time" : ""}.`
          }
        >
          <Button
            label="Play"
            kind="primary"
            aria-label="Play the computer"
            disabled={busy}
            onClick={() =>
              void run(() =>
                newcomer ? play({ kind: "human" }, { kind: "computer", level: 3 }) : startAsLastTime("you-computer"),
              )
            }
          />
        </Way>
        <Way
          kinds={["human", "agent"]}
          title="Play your assistant"
          position={assistant}
          text={
            hasAssistant.value
              ? "You get a prompt that brings it to the table."
              : newcomer
                ? "Connect Claude, VS Code, Cursor or any other MCP host once."
                : "Connect Claude, Cursor or another host once."
          }
        >
          {!hasAssistant.value ? (
            <ButtonLink label={newcomer ? "Connect an assistant" : "Connect"} href={connectAddress.path({})} />
          ) : (
            <Button
              label="Play"
              aria-label="Play your assistant"
              disabled={busy}
              onClick={() => void run(() => startAsLastTime("you-agent"))}
            />
          )}
        </Way>
        <Way
          kinds={["computer", "computer"]}
          title="Just watch"
          position={watching}
          text="Two levels of the computer play each other."
        >
          <Button
            label="Watch"
            disabled={busy}
            onClick={() => void run(() => play({ kind: "computer", level: 7 }, { kind: "computer", level: 6 }))}
          />
        </Way>
      </ul>
      {!newcomer && (
        <p class="above-2 small quiet">
          <a href={practiceAddress.path({})}>Practise mistakes</a>
        </p>
      )}
    </>
  );
}

interface WayProps {
  readonly kinds: readonly [PlayerKind, PlayerKind];
  readonly title: string;
  readonly text: string;
  /** Stands for it. */
  readonly position: View | undefined;
  readonly children: ComponentChildren;
}

const Way = ({ kinds: [one, other], title, text, position, children }: WayProps) => (
  <li class="way clips anchor gap-2 surface stack">
    {position && (
      <div class="way-board">
        <MiniBoard view={position} />
      </div>
    )}
    <span class="way-kinds flex gap-1" aria-hidden="true">
      <KindIcon kind={one} />
      <KindIcon kind={other} />
    </span>
    <h2>{title}</h2>
    <p class="grow below-3 quiet">{text}</p>
    {children}
  </li>
);

/** Whether there is an assistant to ask: a connected one, or one that has played here. */
const hasAssistant = computed((): boolean => {
  const hasPlayed = ({ person_seats: own, players }: GameCard) =>
    own.length === 1 && Object.values(players).some(({ kind, name }) => kind === "agent" && name !== null);
  const targets = connectInfo.value?.ok ? connectInfo.value.value.targets : [];
  const isConnected = targets.some(({ state, called }) => state === "connected" || called !== null);
  return isConnected || knownCards.value.some(hasPlayed);
});

/** Asks which hosts are connected, and again when the person comes back to the page or a new agent takes a seat. */
export function useConnected(): void {
  useEffect(() => {
    const endReturn = onReturn(() => void fetchTargets());
    const endEvents = onGameEvent(({ event }) => {
      if (event.type === "seatTaken" && someoneIsToCall()) void fetchTargets();
    });
    return endAll(endReturn, endEvents);
  }, []);
}
