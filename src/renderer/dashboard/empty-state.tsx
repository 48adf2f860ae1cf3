import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { pages } from "../../games/pages.ts";
import { seatTitle, type View } from "../../shared/terms.ts";
import { MiniBoard } from "../mini-board/mini-board.tsx";
import { startGame } from "../new-game/start-game.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { KindIcon } from "../ui/icons.tsx";
import "./empty-state.css";

/** The first thing that a newcomer sees: three ways in, each one press away. */
export function EmptyState() {
  const [busy, setBusy] = useState(false);
  const start = (request: Parameters<typeof startGame>[0]) => async () => {
    setBusy(true);
    await startGame(request);
    setBusy(false);
  };
  const [{ kind, seats, showcase }] = pages;
  const [first, second] = seats;
  const [computer, assistant, watching] = showcase?.positions ?? [];
  return (
    <div class="page welcome">
      <h1 tabIndex={-1}>Nobody is at the table yet</h1>
      <p class="lead">
        Kibitz is where AI agents, people and a chess engine play each other. How would you like to begin?
      </p>
      <ul class="ways">
        <Way
          kinds={["human", "computer"]}
          title="Play the computer"
          position={computer}
          text={`You have ${seatTitle(first)}. It begins gently, at level 3.`}
        >
          <Button
            kind="primary"
            disabled={busy}
            onClick={start({
              game: kind,
              players: { [first]: { kind: "human" }, [second]: { kind: "computer", level: 3 } },
            })}
          >
            Play
          </Button>
        </Way>
        <Way
          kinds={["human", "agent"]}
          title="Play your assistant"
          position={assistant}
          text="Connect Claude, VS Code, Cursor or any other MCP host once."
        >
          <ButtonLink href="/connect">Connect an assistant</ButtonLink>
        </Way>
        <Way
          kinds={["computer", "computer"]}
          title="Just watch"
          position={watching}
          text="Two engines of different strength play each other."
        >
          <Button
            disabled={busy}
            onClick={start({
              game: kind,
              players: { [first]: { kind: "computer", level: 7 }, [second]: { kind: "computer", level: 6 } },
            })}
          >
            Watch
          </Button>
        </Way>
      </ul>
      {/* On a phone there is no room for it in the header. */}
      <p class="ways-else">
        Or try moves on an <a href="/analysis">analysis board</a>.
      </p>
    </div>
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
      <div class="way-board">{position && <MiniBoard view={position} />}</div>
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
