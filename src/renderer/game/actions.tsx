import { otherSeat, type Seat } from "../../shared/terms.ts";
import { answerDraw, answerTakeback, resign } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import "./actions.css";
import { useConfirm } from "../ui/confirm.tsx";
import { endGameAfterQuestion } from "./end-game.ts";
import type { GameModel, Told } from "./game-model.ts";

export interface ActionsProps {
  readonly model: GameModel;
  readonly told: Told;
  readonly seat: Seat;
}

/** What a player can do beside moving. What ends the game stands apart and asks first. */
export function Actions({ model, told, seat }: ActionsProps) {
  const { confirm, dialog } = useConfirm();
  const { game, play } = told;
  const { game_id: id } = game;
  const endGame = endGameAfterQuestion(model, confirm);
  const computer = game.players[otherSeat(game.seats, seat)]?.kind === "computer";
  const moved = game.history.some(({ by }) => by === seat);
  return (
    <fieldset class="actions" aria-label="Offers">
      <Button
        title={computer ? "Takes your last move back" : "Asks your opponent to take your last move back"}
        disabled={!moved || game.takeback_offer === seat || !play.capabilities.takeback}
        onClick={() => void model.take(answerTakeback(id, "offer", seat))}
      >
        Takeback
      </Button>
      <Button
        disabled={game.status === "open" || game.draw_offer !== null}
        onClick={() =>
          confirm({
            title: "Offer a draw?",
            text: "If your opponent accepts, the game ends as a draw. The offer stands until they answer or move.",
            action: "Offer draw",
            run: () => void model.take(answerDraw(id, "offer", seat)),
          })
        }
      >
        Offer draw
      </Button>
      <span class="actions-apart">
        {game.history.length < 2 ? (
          <Button onClick={() => endGame("Abort")}>Abort</Button>
        ) : (
          <Button
            onClick={() =>
              confirm({
                title: "Resign this game?",
                text: "Your opponent wins. This cannot be undone.",
                action: "Resign",
                danger: true,
                run: () => void model.take(resign(id, seat)),
              })
            }
          >
            Resign
          </Button>
        )}
      </span>
      {dialog}
    </fieldset>
  );
}
