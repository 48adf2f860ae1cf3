import type { GameDetail } from "../../shared/api.ts";
import type { Seat } from "../../shared/terms.ts";
import type { Answer } from "../api/answer.ts";
import { answerDraw, answerTakeback, type OfferAnswer } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { type Question, useConfirm } from "../ui/confirm.tsx";
import { type Offer, offersIn, offerWords } from "../ui/offers.ts";
import type { GameModel, Told } from "./game-model.ts";
import { nameOf } from "./game-words.ts";
import * as strings from "./strings.ts";
import "./offer-bar.css";

/** The opponent's offer or request to the person, with two buttons to answer it. Empty while there is none. */
export function OfferBar({ model, told: { game } }: { model: GameModel; told: Told }) {
  for (const offer of offersIn(game)) {
    const seat = game.person_seats.find((own) => own !== offer.by);
    // Each offer has its own state: a question about an earlier one is closed with it.
    if (seat !== undefined)
      return (
        <StandingOffer
          key={`${offer.kind} ${offer.by} ${game.ply}`}
          game={game}
          offer={offer}
          answer={(answer) => void model.take(answers[offer.kind](game.game_id, answer, seat))}
        />
      );
  }
  return null;
}

const answers: Readonly<
  Record<Offer["kind"], (id: string, answer: OfferAnswer, seat: Seat) => Promise<Answer<GameDetail>>>
> = { draw: answerDraw, takeback: answerTakeback };

/** The text of the button that accepts an offer, and the question asked first. */
const accepts: Readonly<
  Record<Offer["kind"], { readonly action: string; readonly question: Omit<Question, "run"> | null }>
> = {
  draw: {
    action: strings.acceptDraw,
    question: { title: strings.acceptDrawLabel, text: strings.gameEndsAsDrawLabel, action: strings.acceptDraw },
  },
  takeback: { action: strings.allowTakeback, question: null },
};

interface StandingOfferProps {
  readonly game: GameDetail;
  readonly offer: Offer;
  readonly answer: (answer: "accept" | "decline") => void;
}

function StandingOffer({ game, offer: { kind, by }, answer }: StandingOfferProps) {
  const { confirm, dialog } = useConfirm();
  const { action, question } = accepts[kind];
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
