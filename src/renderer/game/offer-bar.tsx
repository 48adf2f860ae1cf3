import type { Seat } from "../../shared/terms.ts";
import { answerDraw, answerTakeback } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { useConfirm } from "../ui/dialog.tsx";
import { type Offer, offersIn, offerWords } from "../ui/game-words.ts";
import type { TableProps } from "./game-model.ts";
import { nameOf } from "./game-words.ts";
import * as strings from "./strings.ts";
import "./offer-bar.css";

/** The opponent's offer or request to the person, with two buttons to answer it. Empty while there is none. */
export function OfferBar({ model, told }: TableProps) {
  const { game } = told;
  for (const offer of offersIn(game)) {
    const seat = game.person_seats.find((own) => own !== offer.by);
    // Each offer has its own state: a question about an earlier one is closed with it.
    if (seat !== undefined)
      return (
        <StandingOffer
          key={`${offer.kind} ${offer.by} ${game.ply}`}
          model={model}
          told={told}
          offer={offer}
          seat={seat}
        />
      );
  }
  return null;
}

/** How an offer is answered, the button that accepts it, and the question asked first. */
const ways = {
  draw: { send: answerDraw, action: strings.acceptDraw.action, question: strings.acceptDraw },
  takeback: { send: answerTakeback, action: strings.allowTakeback, question: null },
};

function StandingOffer({ model, told, offer: { kind, by }, seat }: TableProps & { offer: Offer; seat: Seat }) {
  const { confirm, dialog } = useConfirm();
  const { send, action, question } = ways[kind];
  const answer = (how: "accept" | "decline") => void model.take(send(model.id, how, seat));
  const accept = () => answer("accept");
  return (
    <div class="offer-bar" data-part={`${kind}-offer`}>
      <p>
        <bdi>{nameOf(told.game, by)}</bdi> {offerWords[kind]}
      </p>
      <Button kind="primary" onClick={question ? () => confirm({ ...question, run: accept }) : accept}>
        {action}
      </Button>
      <Button onClick={() => answer("decline")}>{strings.decline}</Button>
      {dialog}
    </div>
  );
}
