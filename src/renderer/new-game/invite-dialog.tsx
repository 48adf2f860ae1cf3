import type { GameDetail } from "../../shared/api.ts";
import { seatTitle } from "../../shared/terms.ts";
import { navigate } from "../app/route.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";

/** The table is set; this brings the agent to it. */
export function InviteDialog({ game, onClose }: { game: GameDetail; onClose: () => void }) {
  const prompts = Object.values(game.join_prompts);
  const open = () => {
    onClose();
    navigate(`/game/${game.game_id}`);
  };
  return (
    <Dialog
      title={`Game ${game.game_id} is ready`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={open}>Open the board</Button>
          <CopyButton kind="primary" text={prompts[0] ?? ""} done="Join prompt copied. Paste it into your assistant.">
            Copy join prompt
          </CopyButton>
        </>
      }
    >
      <p>
        {prompts.length > 1
          ? `Paste this into each of the two assistants. The first to join has ${seatTitle(game.seats[0])}.`
          : "Paste this into your assistant. It sits down, and the game begins."}
      </p>
      <blockquote class="prompt">{prompts[0]}</blockquote>
      <p class="field-hint">
        Is it not connected to Kibitz yet?{" "}
        <a href="/connect" onClick={onClose}>
          Connect an assistant
        </a>
      </p>
    </Dialog>
  );
}
