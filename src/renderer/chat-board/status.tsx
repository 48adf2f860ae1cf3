import type { RenderableProps } from "preact";
import { seatTitle } from "../../shared/terms.ts";
import { offerInWords } from "../ui/format.ts";
import type { Assistant, ChatGame, Link, SentAction, SentStep } from "./game.ts";
import * as strings from "./strings.ts";
import { isToMove, sentence, statusText, untoldText } from "./words.ts";

/**
 * The state of the game and the sending of the move, in a place of constant height; then what can be pressed; below that
 * news, which come and go, and problems.
 */
export function Status({ game, children }: RenderableProps<{ readonly game: ChatGame }>) {
  const state = game.state.value;
  const sending = game.sending.value;
  const choice = game.choice.value;
  const { draw_offer, declined, last_move } = state;
  const problem = game.problem.value;
  const assistant = game.seat === null ? null : assistantTexts[game.assistant.value](untoldText(state, game.seat));
  const isOpen = game.seat !== null && state.result === null;
  const link = linkText(game.link.value, isOpen);
  const notes = [
    state.result === null && draw_offer !== null && draw_offer !== game.seat
      ? strings.answerOrPlayOn(offerInWords({ kind: "draw", by: draw_offer }))
      : null,
    isOpen && draw_offer === game.seat ? strings.ownOffer : null,
    isOpen && draw_offer !== game.seat && declined === game.seat ? strings.declinedText : null,
    link,
    assistant,
  ].filter((note) => note !== null);
  return (
    <>
      {/* A screen reader reads only changed lines: the line of the turn does not repeat the move before it. */}
      <div
        class="chat-status"
        role="status"
        aria-atomic="false"
        data-mine={isToMove(state, game.seat) && sending.step === "none"}
      >
        <p class="chat-turn text-l weight-strong">
          {sending.step !== "none"
            ? sendingTexts[sending.step](sending.action)
            : choice?.kind === "move"
              ? strings.playMove(game.play.writeMove(state.view, choice.code))
              : statusText(state, game.seat, game.play)}
        </p>
        {sending.step === "none" && last_move && last_move.by !== game.seat && last_move.text !== "?" && (
          <p class="chat-last quiet">
            {seatTitle(last_move.by)} {strings.playedText} <strong>{last_move.text}</strong>.
          </p>
        )}
      </div>
      {children}
      <div class="chat-notes stack gap-1 quiet" role="status" aria-atomic="false">
        <p class="chat-problem rounded" role="alert">
          {/* The same words once more are said again. */}
          {problem && <span key={problem}>{problem.words}</span>}
        </p>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </>
  );
}

/** The state of the agent across, by what it has not been told yet. */
const assistantTexts: Record<Assistant, (label: string) => string | null> = {
  there: () => null,
  asleep: () => strings.assistantIsAsleep,
  told: () => strings.assistantTold,
  silent: strings.assistantHasNotAnswered,
  "not-listening": strings.assistantIsNotListening,
};

const sendingTexts: Record<SentStep, (action: SentAction) => string> = {
  sent: ({ label }) => strings.sendingOf(label),
  accepted: ({ label, order }) => (order.tool === "finishTurn" ? strings.isPlayed(label) : strings.doneText),
  "handed-over": ({ label }) => strings.handedOver(label),
  silent: ({ label }) => strings.noAnswer(label),
};

function linkText(link: Link, playing: boolean): string | null {
  switch (link.kind) {
    case "lost":
      return strings.lost(link.message.replace(/\.$/, ""));
    case "gone":
      return sentence(link.message);
    case "still":
      return playing ? strings.boardIsNotUpdated : null;
    case "following":
    case "unknown":
      return null;
  }
}
