import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { findPage, pages } from "../../games/pages.ts";
import { seatTitle, type View } from "../../shared/terms.ts";
import { MiniBoard } from "../mini-board/mini-board.tsx";
import { requestOf } from "../new-game/draft.ts";
import { keptDraft } from "../new-game/kept-draft.ts";
import { levelWord } from "../new-game/levels.ts";
import { startGame } from "../new-game/start-game.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { KindIcon } from "../ui/icons.tsx";
import { connected } from "./connected.tsx";
import "./ways.css";

/** Three ways to begin, each one press away. */
export function Ways({ newcomer = false }: { newcomer?: boolean }) {
  const [busy, setBusy] = useState(false);
  const start = (request: () => Parameters<typeof startGame>[0]) => async () => {
    setBusy(true);
    await startGame(request());
    setBusy(false);
  };
  const [{ kind, seats, showcase }] = pages;
  const [first, second] = seats;
  const [computer, assistant, watching] = (newcomer ? showcase?.positions : null) ?? [];
  const draft = keptDraft();
  const page = findPage(draft.game) ?? pages[0];
  const asLastTime = (pairing: "you-computer" | "you-agent") =>
    start(() => requestOf({ ...draft, pairing }, page.seats, {}));
  return (
    <>
      <ul class="ways" data-newcomer={newcomer}>
        <Way
          kinds={["human", "computer"]}
          title="Play the computer"
          position={computer}
          text={
            newcomer
              ? `You have ${seatTitle(first)}. It begins gently, at level 3.`
              : `${page.title}, level ${draft.level}: ${levelWord(draft.level).toLowerCase()}.`
          }
        >
          <Button
            kind="primary"
            aria-label="Play the computer"
            disabled={busy}
            onClick={
              newcomer
                ? start(() => ({
                    game: kind,
                    players: { [first]: { kind: "human" }, [second]: { kind: "computer", level: 3 } },
                  }))
                : asLastTime("you-computer")
            }
          >
            Play
          </Button>
        </Way>
        <Way
          kinds={["human", "agent"]}
          title="Play your assistant"
          position={assistant}
          text={
            connected.value.length > 0
              ? "You get a prompt that brings it to the table."
              : newcomer
                ? "Connect Claude, VS Code, Cursor or any other MCP host once."
                : "Connect Claude, Cursor or another host once."
          }
        >
          {connected.value.length === 0 ? (
            <ButtonLink href="/connect">{newcomer ? "Connect an assistant" : "Connect"}</ButtonLink>
          ) : (
            <Button aria-label="Play your assistant" disabled={busy} onClick={asLastTime("you-agent")}>
              Play
            </Button>
          )}
        </Way>
        <Way
          kinds={["computer", "computer"]}
          title="Just watch"
          position={watching}
          text="Two engines of different strength play each other."
        >
          <Button
            disabled={busy}
            onClick={start(() => ({
              game: kind,
              players: { [first]: { kind: "computer", level: 7 }, [second]: { kind: "computer", level: 6 } },
            }))}
          >
            Watch
          </Button>
        </Way>
      </ul>
      {/* On a phone there is no room for it in the header. */}
      <p class="ways-else">
        Or try moves on an <a href="/analysis">analysis board</a>.
      </p>
    </>
  );
}

interface WayProps {
  readonly kinds: readonly ("human" | "agent" | "computer")[];
  readonly title: string;
  readonly text: string;
  /** Stands for it. */
  readonly position: View | undefined;
  readonly children: ComponentChildren;
}

function Way({ kinds: [one = "human", other = "agent"], title, text, position, children }: WayProps) {
  return (
    <li class="way">
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
