import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
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
          fen="rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
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
          fen="r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
          text="Connect Claude, VS Code, Cursor or any other MCP host once."
        >
          <ButtonLink href="/connect">Connect an assistant</ButtonLink>
        </Way>
        <Way
          kinds={["computer", "computer"]}
          title="Just watch"
          fen="r4rk1/pb1q1ppp/1p2pn2/2b5/3N4/1PN1P1P1/PB2QPBP/R4RK1 w - - 3 16"
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
  /** A position that stands for it. */
  readonly fen: string;
  readonly children: ComponentChildren;
}

function Way({ kinds: [one = "human", other = "agent"], title, text, fen, children }: WayProps) {
  return (
    <li class="way">
      <div class="way-board">
        <MiniBoard view={{ kind: "chess", fen, check: false }} />
      </div>
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
