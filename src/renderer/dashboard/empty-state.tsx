import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
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
          text="You have White. It begins gently, at level 3."
        >
          <Button
            kind="primary"
            disabled={busy}
            onClick={start({
              game: "chess",
              players: { white: { kind: "human" }, black: { kind: "computer", level: 3 } },
            })}
          >
            Play
          </Button>
        </Way>
        <Way
          kinds={["human", "agent"]}
          title="Play your assistant"
          text="Connect Claude, VS Code, Cursor or any other MCP host once."
        >
          <ButtonLink href="/connect">Connect an assistant</ButtonLink>
        </Way>
        <Way
          kinds={["computer", "computer"]}
          title="Just watch"
          text="Two engines of different strength play each other."
        >
          <Button
            disabled={busy}
            onClick={start({
              game: "chess",
              players: { white: { kind: "computer", level: 7 }, black: { kind: "computer", level: 6 } },
            })}
          >
            Watch
          </Button>
        </Way>
      </ul>
    </div>
  );
}

interface WayProps {
  readonly kinds: readonly ("human" | "agent" | "computer")[];
  readonly title: string;
  readonly text: string;
  readonly children: ComponentChildren;
}

function Way({ kinds: [one = "human", other = "agent"], title, text, children }: WayProps) {
  return (
    <li class="way">
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
