import type { RenderableProps } from "preact";
import { seatTitle } from "../../shared/terms.ts";
import { offerInWords } from "../ui/format.ts";
import type { Assistant, ChatGame, Link, SentAction, SentStep } from "./game.ts";
import { asSentence, isToMove, statusText, untoldText } from "./words.ts";

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
      ? `${offerInWords({ kind: "draw", by: draw_offer })}. Answer it, or play on.`
      : null,
    isOpen && draw_offer === game.seat ? "Your draw offer stands until it is answered or the opponent moves." : null,
    isOpen && draw_offer !== game.seat && declined === game.seat ? "Your offer was declined." : null,
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
              ? `Play ${game.play.writeMove(state.view, choice.code)}?`
              : statusText(state, game.seat, game.play)}
        </p>
        {sending.step === "none" && last_move && last_move.by !== game.seat && last_move.text !== "?" && (
          <p class="chat-last quiet">
            {seatTitle(last_move.by)} played <strong>{last_move.text}</strong>.
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
  asleep: () => "The assistant is asleep until you move.",
  told: () => "The assistant has been told.",
  silent: (label) =>
    `The assistant has not answered yet. If a message is waiting in the chat’s input field, send it; otherwise tell it that ${label}.`,
  "not-listening": (label) => `The assistant is not waiting for you. Tell it that ${label}.`,
};

const sendingTexts: Record<SentStep, (action: SentAction) => string> = {
  sent: ({ label }) => `Sending ${label}…`,
  accepted: ({ label, order }) => (order.tool === "finishTurn" ? `${label} is played.` : "Done."),
  "handed-over": ({ label }) => `Handed to the chat: ${label}. The assistant answers there.`,
  silent: ({ label }) =>
    `No answer to ${label} yet. If the game does not continue, send it again: it never counts twice.`,
};

function linkText(link: Link, playing: boolean): string | null {
  switch (link.kind) {
    case "lost":
      return `Connection lost: ${link.message.replace(/\.$/, "")}. Trying again…`;
    case "gone":
      return asSentence(link.message);
    case "still":
      return playing ? "This chat does not update the board. The next answer brings a new one." : null;
    case "following":
    case "unknown":
      return null;
  }
}
