import type { GameDetail } from "../../shared/api.ts";
import { answerDraw, answerTakeback } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { useConfirm } from "../ui/confirm.tsx";
import { type Offer, offersIn, offerWords } from "../ui/offers.ts";
import type { TableProps } from "./game-model.ts";
import { nameOf } from "./game-words.ts";
import * as strings from "./strings.ts";
import "./offer-bar.css";

/** The opponent's offer or request to the person, with two buttons to answer it. Empty while there is none. */
export function OfferBar({ model, told: { game } }: TableProps) {
  for (const offer of offersIn(game)) {
    const seat = game.person_seats.find((own) => own !== offer.by);
    // Each offer has its own state: a question about an earlier one is closed with it.
    if (seat !== undefined)
      return (
        <StandingOffer
          key={`${offer.kind} ${offer.by} ${game.ply}`}
          game={game}
          offer={offer}
          answer={(answer) => void model.take(ways[offer.kind].send(game.game_id, answer, seat))}
        />
      );
  }
  return null;
}

/** How an offer is answered, the button that accepts it, and the question asked first. */
const ways = {
  draw: {
    send: answerDraw,
    action: strings.acceptDraw,
    question: { title: strings.acceptDrawLabel, text: strings.gameEndsAsDrawLabel, action: strings.acceptDraw },
  },
  takeback: { send: answerTakeback, action: strings.allowTakeback, question: null },
};

interface StandingOfferProps {
  readonly game: GameDetail;
  readonly offer: Offer;
  readonly answer: (answer: "accept" | "decline") => void;
}

function StandingOffer({ game, offer: { kind, by }, answer }: StandingOfferProps) {
  const { confirm, dialog } = useConfirm();
  const { action, question } = ways[kind];
  const accept = () => answer("accept");
  return (
    <div class="offer-bar" data-part={`${kind}-offer`}>
      <p>
        <bdi>{nameOf(game, by)}</bdi> {offerWords[kind]}
      </p>
      <Button kind="primary" onClick={question ? () => confirm({ ...question, run: accept }) : accept}>
        {action}
      </Button>
      <Button onClick={() => answer("decline")}>{strings.decline}</Button>
      {dialog}
    </div>
  );
}
