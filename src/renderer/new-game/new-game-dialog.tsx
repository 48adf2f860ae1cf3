import { useState } from "preact/hooks";
import type { GameDetail } from "../../shared/api.ts";
import { createGame } from "../api/client.ts";
import { navigate } from "../app/route.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { type Draft, draftProblem, firstDraft, requestOf } from "./draft.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { NewGameForm } from "./new-game-form.tsx";
import { readPosition } from "./read-position.ts";
import { hideNewGame, positionAtFirst } from "./shown.ts";
import "./new-game.css";

/** Chooses a game and sets the table; where an agent is to come, hands out its invitation. */
export function NewGameDialog() {
  const [draft, setDraft] = useState<Draft>(firstDraft);
  const [position, setPosition] = useState(positionAtFirst.peek());
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<GameDetail | null>(null);

  const create = async (): Promise<string | null> => {
    const wrong = draftProblem(draft);
    if (wrong !== null) return wrong;
    const fen = await readPosition(draft.game === "chess" ? position : "");
    if (!fen.ok) return fen.message;
    const answer = await createGame(requestOf(draft, fen.value));
    if (!answer.ok) return answer.message;
    if (Object.keys(answer.value.join_prompts).length > 0) setMade(answer.value);
    else {
      hideNewGame();
      navigate(`/game/${answer.value.game_id}`);
    }
    return null;
  };
  const submit = async () => {
    setBusy(true);
    setProblem(await create());
    setBusy(false);
  };

  if (made) return <InviteDialog game={made} onClose={hideNewGame} />;
  return (
    <Dialog
      title="New game"
      wide
      onClose={hideNewGame}
      actions={
        <>
          {problem !== null && (
            <p class="new-game-problem field-error" role="alert">
              {problem}
            </p>
          )}
          <Button onClick={hideNewGame}>Cancel</Button>
          <Button kind="primary" type="submit" form="new-game" disabled={busy}>
            {draft.pairing === "computer-computer" ? "Watch" : "Start"}
          </Button>
        </>
      }
    >
      <form
        id="new-game"
        class="new-game-form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <NewGameForm
          draft={draft}
          change={(part) => setDraft((before) => ({ ...before, ...part }))}
          position={position}
          setPosition={setPosition}
        />
      </form>
    </Dialog>
  );
}
