import type { Seat } from "../../shared/terms.ts";
import { answerDraw, answerTakeback } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { useConfirm } from "../ui/confirm.tsx";
import type { GameModel, Told } from "./game-model.ts";
import { nameOf } from "./game-words.ts";

/** What the opponent offers or asks of the person, over the board, with the two answers. Nothing while nobody does. */
export function OfferBar({ model, told }: { model: GameModel; told: Told }) {
  const { game } = told;
  const { confirm, dialog } = useConfirm();
  const { game_id: id, draw_offer, takeback_offer } = game;
  const answerer = (offer: Seat | null) =>
    offer === null ? undefined : game.person_seats.find((seat) => seat !== offer);
  const seat = answerer(draw_offer) ?? answerer(takeback_offer);
  if (seat === undefined) return null;
  if (draw_offer !== null && draw_offer !== seat)
    return (
      <div class="offer-bar" data-part="draw-offer">
        <p>
          <bdi>{nameOf(game, draw_offer)}</bdi> offers a draw
        </p>
        <Button
          kind="primary"
          onClick={() =>
            confirm({
              title: "Accept the draw?",
              text: "The game ends as a draw.",
              action: "Accept draw",
              run: () => void model.take(answerDraw(id, "accept", seat)),
            })
          }
        >
          Accept draw
        </Button>
        <Button onClick={() => void model.take(answerDraw(id, "decline", seat))}>Decline</Button>
        {dialog}
      </div>
    );
  if (takeback_offer !== null && takeback_offer !== seat)
    return (
      <div class="offer-bar" data-part="takeback-offer">
        <p>
          <bdi>{nameOf(game, takeback_offer)}</bdi> asks to take a move back
        </p>
        <Button kind="primary" onClick={() => void model.take(answerTakeback(id, "accept", seat))}>
          Allow takeback
        </Button>
        <Button onClick={() => void model.take(answerTakeback(id, "decline", seat))}>Decline</Button>
      </div>
    );
  return null;
}
