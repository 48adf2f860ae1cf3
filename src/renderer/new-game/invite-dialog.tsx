import type { GameDetail } from "../../shared/api.ts";
import { seatTitle } from "../../shared/terms.ts";
import { navigate } from "../app/route.ts";
import { connectAddress } from "../connect/address.ts";
import { gameAddress } from "../game/address.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { JoinPromptButton } from "../ui/join-prompt-button.tsx";
import * as strings from "./strings.ts";

/** The prompt that brings the agent to a created game. */
export function InviteDialog({ game, onClose }: { game: GameDetail; onClose: () => void }) {
  const prompts = Object.values(game.join_prompts);
  const open = () => {
    onClose();
    navigate(gameAddress.path({ id: game.game_id }));
  };
  return (
    <Dialog
      title={strings.gameIsReady(game.game_id)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={open}>{strings.openBoard}</Button>
          <JoinPromptButton kind="primary" text={prompts[0] ?? ""} />
        </>
      }
    >
      <p>
        {prompts.length > 1 ? strings.pasteThisIntoEach(seatTitle(game.seats[0])) : strings.pasteThisIntoYourAssistant}
      </p>
      <blockquote class="prompt">{prompts[0]}</blockquote>
      <p class="quiet small">
        {strings.isItNotConnected}{" "}
        <a href={connectAddress.path({})} onClick={onClose}>
          {strings.connectAssistant}
        </a>
      </p>
    </Dialog>
  );
}
