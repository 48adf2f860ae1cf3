import type { GameDetail } from "../../shared/api.ts";
import { seatTitle } from "../../shared/game-terms.ts";
import { moveInWords } from "../board/words.ts";
import { type GameModel, ownSeat } from "./game-model.ts";

/** Says what happens in words, to those who do not see the board. */
export function Announcer({ model, game }: { model: GameModel; game: GameDetail }) {
  const last = game.history.at(-1);
  const seat = ownSeat(game);
  const words = last ? [moveInWords(last.by, last.san)] : [];
  if (game.result) words.push(game.result.text);
  else if (game.draw_offer && game.draw_offer !== seat) words.push(`${seatTitle(game.draw_offer)} offers a draw`);
  else if (game.takeback_offer && game.takeback_offer !== seat)
    words.push(`${seatTitle(game.takeback_offer)} asks to take a move back`);
  else if (seat !== null && game.turn === seat) words.push("Your turn");
  if (model.viewed.value !== null) words.push(`Viewing ply ${model.viewed.value} of ${game.history.length}`);
  return (
    <p class="visually-hidden" role="status" aria-live="polite" data-part="announcer">
      {words.length > 0 && `${words.join(". ")}.`}
    </p>
  );
}
