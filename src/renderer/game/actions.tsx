import { useLayoutEffect } from "preact/hooks";
import type { GameDetail } from "../../shared/api.ts";
import { CHANCE, otherSeat, type Seat, seatTitle } from "../../shared/terms.ts";
import { answerDraw, answerTakeback, resign } from "../api/client.ts";
import type { Answer } from "../api/request.ts";
import { Button } from "../ui/button.tsx";
import { useConfirm } from "../ui/dialog.tsx";
import { type Offer, offersIn, offerWords } from "../ui/format.ts";
import { assign } from "../ui/hooks.ts";
import { endQuestion } from "./controls.tsx";
import type { TableProps } from "./game-model.ts";
import { nameOf, textShown } from "./game-words.ts";
import { confirmMove } from "./send-move.ts";
import * as strings from "./strings.ts";

/** A player's actions besides a move. Those that end the game stand apart and ask first. */
export function Actions({ model, live, seat }: TableProps & { seat: Seat }) {
  const { confirm, dialog } = useConfirm();
  const { game, play } = live;
  const { game_id: id } = game;
  const other = otherSeat(game.seats, seat);
  const isShared = game.person_seats.length === 2;
  const computer = game.players[other]?.kind === "computer";
  const winner = isShared ? seatTitle(other) : computer ? "The computer" : "Your opponent";
  const last = game.history.at(-1)?.by ?? null;
  const hasMoved = isShared ? last !== null : game.history.some(({ by }) => by === seat);
  const draw = {
    ...(isShared ? strings.agreeOnDraw : strings.offerDraw),
    run: () => void model.take(isShared ? agreeOnDraw(answerDraw, id, seat, other) : answerDraw(id, "offer", seat)),
  };
  return (
    <fieldset class="button-row actions" aria-label="Offers">
      {game.league_id === null && game.takeback_offer === seat && !isShared ? (
        <Button
          label="Withdraw"
          title="Takes your request back"
          onClick={() => void model.take(answerTakeback(id, "decline", seat))}
        />
      ) : (
        game.league_id === null && (
          <Button
            label="Take back"
            title={
              isShared
                ? "Takes the last move back"
                : computer
                  ? "Takes your last move back"
                  : "Asks your opponent to take your last move back"
            }
            disabled={!hasMoved || !play.takeback}
            onClick={() =>
              void model.take(
                isShared && last !== null
                  ? agreeOnDraw(answerTakeback, id, last, otherSeat(game.seats, last))
                  : answerTakeback(id, "offer", seat),
              )
            }
          />
        )
      )}
      <Button disabled={game.status === "open" || game.draw_offer !== null} onClick={() => confirm(draw)}>
        {draw.action}
      </Button>
      <span class="actions-apart push">
        {game.history.filter(({ by }) => by !== CHANCE).length < 2 && game.league_id === null ? (
          <Button label={strings.abortGame.action} onClick={() => confirm(endQuestion(model, strings.abortGame))} />
        ) : (
          <Button
            label="Resign"
            onClick={() =>
              confirm({
                title: isShared ? `Resign for ${seatTitle(seat)}?` : "Resign this game?",
                text: `${winner} wins. This cannot be undone.`,
                action: "Resign",
                danger: true,
                run: () => void model.take(resign(id, seat)),
              })
            }
          />
        )}
      </span>
      {dialog}
    </fieldset>
  );
}

/** A draw by agreement of two people at one board, in one step. */
async function agreeOnDraw(answer: typeof answerDraw, id: string, one: Seat, other: Seat): Promise<Answer<GameDetail>> {
  const offer = await answer(id, "offer", one);
  return offer.ok ? answer(id, "accept", other) : offer;
}

/** The opponent's offer or request to the person, with two buttons to answer it. Empty while there is none. */
export function OfferBar({ model, live }: TableProps) {
  const { game } = live;
  for (const offer of offersIn(game)) {
    const seat = game.person_seats.find((own) => own !== offer.by);
    // Each offer has its own state: a question about an earlier one is closed with it.
    if (seat !== undefined)
      return (
        <StandingOffer
          key={`${offer.kind} ${offer.by} ${game.ply}`}
          model={model}
          live={live}
          offer={offer}
          seat={seat}
        />
      );
  }
  return null;
}

/** How an offer is answered, the button that accepts it, and the question asked first. */
const offerAnswers = {
  draw: { send: answerDraw, action: strings.acceptDraw.action, question: strings.acceptDraw },
  takeback: { send: answerTakeback, action: "Allow takeback", question: null },
};

function StandingOffer({ model, live, offer: { kind, by }, seat }: TableProps & { offer: Offer; seat: Seat }) {
  const { confirm, dialog } = useConfirm();
  const { send, action, question } = offerAnswers[kind];
  const answer = (how: "accept" | "decline") => void model.take(send(model.id, how, seat));
  const accept = () => answer("accept");
  return (
    <div class="offer-bar tight line" data-part={`${kind}-offer`}>
      <p class="grow shrinks weight-strong">
        <bdi>{nameOf(live.game, by)}</bdi> {offerWords[kind]}
      </p>
      <Button label={action} kind="primary" onClick={question ? () => confirm({ ...question, run: accept }) : accept} />
      <Button label="Decline" onClick={() => answer("decline")} />
      {dialog}
    </div>
  );
}

/** Whether a key pressed there is for the move on the board, and not for the focused element. */
function isFree(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return true;
  if (key === "Enter" && target.closest("button, summary, a")) return false;
  // Another move is being typed.
  if (key === "Enter" && target instanceof HTMLInputElement && target.value.trim() !== "") return false;
  return (
    target.closest(".board-area, .play-form, .confirm-bar") !== null ||
    !target.closest('input, textarea, select, dialog, [role="radiogroup"]')
  );
}

/** Asks whether to play the move on the board. Empty while there is none. */
export function ConfirmBar({ model, live }: TableProps) {
  const proposal = model.isLive.value && model.proposal.value?.isSent === false ? model.proposal.value : null;
  // A layout effect, so that keys work as soon as the question is visible.
  useLayoutEffect(() => {
    if (proposal === null) return;
    // In the capture phase, before the board and the fields handle the key.
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event;
      if ((key !== "Enter" && key !== "Escape") || !isFree(target, key)) return;
      event.preventDefault();
      event.stopPropagation();
      if (key === "Escape") model.proposal.value = null;
      else if (!event.repeat) void confirmMove(model);
    };
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, [model, proposal]);
  if (proposal === null) return null;
  const { game, play } = live;
  return (
    <div class="offer-bar confirm-bar tight line" data-part="confirm-move">
      <p class="grow shrinks weight-strong">{`Play ${textShown(play, play.writeMove(game.view, proposal.move))}?`}</p>
      <Button label="Confirm" kind="primary" onClick={() => void confirmMove(model)} />
      <Button label="Cancel" onClick={() => assign(model.proposal, null)} />
    </div>
  );
}
