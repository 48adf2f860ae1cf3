import { useState } from "preact/hooks";
import { importPgn } from "../api/client.ts";
import { navigate } from "../app/route.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toasts.tsx";
import { hideNewGame } from "./shown.ts";

/** Keeps the pasted game as a finished one, to look at. */
export function ImportButton({ pgn }: { pgn: string }) {
  const [busy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    const answer = await importPgn(pgn);
    setBusy(false);
    if (!answer.ok) return toast(answer.message, "problem");
    hideNewGame();
    navigate(`/game/${answer.value.game_id}`);
  };
  return (
    <p class="import">
      <Button size="small" disabled={busy} onClick={() => void keep()}>
        Import the whole game
      </Button>{" "}
      <span class="field-hint">to look at it instead of playing on</span>
    </p>
  );
}
