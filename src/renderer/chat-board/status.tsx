import { seatTitle } from "../../shared/terms.ts";
import { offerInWords } from "../ui/offers.ts";
import type { Assistant, ChatGame, Link, Sending } from "./game.ts";
import { isToMove, sentence, statusText } from "./words.ts";

/** Where the game stands, what becomes of the move, and what went wrong. */
export function Status({ game }: { readonly game: ChatGame }) {
  const state = game.state.value;
  const sending = game.sending.value;
  const choice = game.choice.value;
  const { draw_offer, last_move } = state;
  const chosen = sending.step === "none" && choice?.kind === "move";
  const problem = game.problem.value;
  const link = linkText(game.link.value, game.seat !== null && state.result === null);
  const assistant = state.result === null ? assistantTexts[game.assistant.value] : null;
  return (
    // Of all this, what is new is read aloud: whose turn it is says nothing of the move before it.
    <div
      class="chat-status"
      role="status"
      aria-atomic="false"
      data-mine={isToMove(state, game.seat) && sending.step === "none"}
      data-over={state.result !== null}
    >
      <p class="chat-turn">
        {sendingText(sending) ??
          (chosen ? `Play ${game.play.writeMove(state.view, choice.uci)}?` : statusText(state, game.seat, game.play))}
      </p>
      {sending.step === "none" && last_move && last_move.by !== game.seat && last_move.san !== "?" && (
        <p class="chat-last">
          {seatTitle(last_move.by)} played <strong>{last_move.san}</strong>.
        </p>
      )}
      {draw_offer && draw_offer !== game.seat && !state.result && (
        <p class="chat-note">{offerInWords({ kind: "draw", by: draw_offer })}. Accept it in Kibitz, or play on.</p>
      )}
      <p class="chat-problem" role="alert">
        {/* The same words once more are said again. */}
        {problem && <span key={problem}>{problem.words}</span>}
      </p>
      {link !== null && <p class="chat-note">{link}</p>}
      {assistant !== null && <p class="chat-note">{assistant}</p>}
    </div>
  );
}

const assistantTexts: Readonly<Record<Assistant, string | null>> = {
  there: null,
  told: "The assistant has been told of your move.",
  silent:
    "The assistant has not answered yet. Send the message if it stands in the chat’s input field; else write that you have moved.",
  asleep: "The assistant is not listening. Write in the chat that you have moved.",
};

function sendingText(sending: Sending): string | null {
  switch (sending.step) {
    case "none":
      return null;
    case "sent":
      return `Sending ${sending.sent.san}…`;
    case "accepted":
      return `${sending.sent.san} is played.`;
    case "handed-over":
      return `${sending.sent.san} is handed to the chat. The assistant answers there.`;
    case "silent":
      return `No answer to ${sending.sent.san} yet. If the game does not go on, send it again: it is never played twice.`;
  }
}

function linkText(link: Link, playing: boolean): string | null {
  switch (link.kind) {
    case "lost":
      return `Connection lost: ${link.message.replace(/\.$/, "")}. Trying again…`;
    case "gone":
      return sentence(link.message);
    case "still":
      return playing ? "This chat does not update the board. The next answer brings a new one." : null;
    case "following":
    case "unknown":
      return null;
  }
}
