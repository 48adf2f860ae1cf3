import type { ComponentChildren } from "preact";
import { findPage, pages } from "../../games/pages.ts";
import { type PlayerKind, seatTitle, type View } from "../../shared/terms.ts";
import type { NewPlayer } from "../api/client.ts";
import { analysisAddress } from "../app/address.ts";
import { connectAddress } from "../connect/address.ts";
import { MiniBoard } from "../mini-board/mini-board.tsx";
import { levelWord, savedDraft, startAsLastTime, startGame } from "../new-game/draft.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { useBusy } from "../ui/hooks.ts";
import { KindIcon } from "../ui/icons.tsx";
import { connected } from "./connected.tsx";
import * as strings from "./strings.ts";
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
  return (
    <>
      <ul class="ways" data-newcomer={newcomer}>
        <Way
          kinds={["human", "computer"]}
          title={strings.playComputer}
          position={computer}
          text={
            newcomer
              ? strings.youHaveItBeginsGently(seatTitle(first))
              : strings.level(page.title, draft.level, levelWord(draft.level).toLowerCase())
          }
        >
          <Button
            kind="primary"
            aria-label={strings.playComputer}
            disabled={busy}
            onClick={() =>
              void run(() =>
                newcomer ? play({ kind: "human" }, { kind: "computer", level: 3 }) : startAsLastTime("you-computer"),
              )
            }
          >
            {strings.play}
          </Button>
        </Way>
        <Way
          kinds={["human", "agent"]}
          title={strings.playYourAssistant}
          position={assistant}
          text={
            connected.value.length > 0
              ? strings.youGetPromptThatBrings
              : newcomer
                ? strings.connectClaudeVsCodeCursor
                : strings.connectClaudeCursorOrAnother
          }
        >
          {connected.value.length === 0 ? (
            <ButtonLink href={connectAddress.path({})}>
              {newcomer ? strings.connectAssistant : strings.connect}
            </ButtonLink>
          ) : (
            <Button
              aria-label={strings.playYourAssistant}
              disabled={busy}
              onClick={() => void run(() => startAsLastTime("you-agent"))}
            >
              {strings.play}
            </Button>
          )}
        </Way>
        <Way
          kinds={["computer", "computer"]}
          title={strings.justWatch}
          position={watching}
          text={strings.twoEnginesOfDifferentStrength}
        >
          <Button
            disabled={busy}
            onClick={() => void run(() => play({ kind: "computer", level: 7 }, { kind: "computer", level: 6 }))}
          >
            {strings.watch}
          </Button>
        </Way>
      </ul>
      {/* On a phone there is no room for it in the header. */}
      <p class="ways-else">
        {strings.orTryMovesOn} <a href={analysisAddress.path({ query: "" })}>{strings.analysisBoard}</a>.
      </p>
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

function Way({ kinds: [one, other], title, text, position, children }: WayProps) {
  return (
    <li class="way surface">
      {position && (
        <div class="way-board">
          <MiniBoard view={position} />
        </div>
      )}
      <span class="way-kinds" aria-hidden="true">
        <KindIcon kind={one} />
        <KindIcon kind={other} />
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </li>
  );
}
