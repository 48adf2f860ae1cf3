import type { GameDetail } from "../../shared/api.ts";
import { otherSeat, type Seat, seatTitle } from "../../shared/terms.ts";
import type { Answer } from "../api/answer.ts";
import { answerDraw, answerTakeback, type OfferAnswer, resign } from "../api/client.ts";
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
  const other = otherSeat(game.seats, seat);
  const shared = game.person_seats.length === 2;
  const computer = game.players[other]?.kind === "computer";
  const last = game.history.at(-1)?.by ?? null;
  const moved = shared ? last !== null : game.history.some(({ by }) => by === seat);
  return (
    <fieldset class="actions" aria-label="Offers">
      <Button
        title={
          shared
            ? "Takes the last move back"
            : computer
              ? "Takes your last move back"
              : "Asks your opponent to take your last move back"
        }
        disabled={!moved || game.takeback_offer === seat || !play.capabilities.takeback}
        onClick={() =>
          void model.take(
            shared && last !== null
              ? agreed((answer, by) => answerTakeback(id, answer, by), last, otherSeat(game.seats, last))
              : answerTakeback(id, "offer", seat),
          )
        }
      >
        Takeback
      </Button>
      <Button
        disabled={game.status === "open" || game.draw_offer !== null}
        onClick={() =>
          confirm(
            shared
              ? {
                  title: "Agree on a draw?",
                  text: "The game ends as a draw. This cannot be undone.",
                  action: "Agree on a draw",
                  run: () => void model.take(agreed((answer, by) => answerDraw(id, answer, by), seat, other)),
                }
              : {
                  title: "Offer a draw?",
                  text: "If your opponent accepts, the game ends as a draw. The offer stands until they answer or move.",
                  action: "Offer draw",
                  run: () => void model.take(answerDraw(id, "offer", seat)),
                },
          )
        }
      >
        {shared ? "Agree on a draw" : "Offer draw"}
      </Button>
      <span class="actions-apart">
        {game.history.length < 2 && game.league_id === null ? (
          <Button onClick={() => endGame("Abort")}>Abort</Button>
        ) : (
          <Button
            onClick={() =>
              confirm({
                title: shared ? `Does ${seatTitle(seat)} resign?` : "Resign this game?",
                text: `${shared ? seatTitle(other) : "Your opponent"} wins. This cannot be undone.`,
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

/** What two people at one board agree on, in one go. */
async function agreed(
  answer: (answer: OfferAnswer, by: Seat) => Promise<Answer<GameDetail>>,
  one: Seat,
  other: Seat,
): Promise<Answer<GameDetail>> {
  const asked = await answer("offer", one);
  return asked.ok ? answer("accept", other) : asked;
}
