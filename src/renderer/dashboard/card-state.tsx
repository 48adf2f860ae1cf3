import { useComputed } from "@preact/signals";
import { durationText } from "../../shared/duration.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import { endInWords } from "../ui/end-in-words.ts";
import { JoinPromptButton } from "../ui/join-prompt-button.tsx";
import { now } from "../ui/now.ts";
import { isYourTurn } from "./filters.ts";
import type { Known } from "./known-games.ts";
import * as strings from "./strings.ts";
import { StudyName } from "./study-name.tsx";

/** The state of a game, in a few words. */
export function CardState({ known: { game } }: { known: Known }) {
  if (game.study !== null)
    return (
      <span class="card-state one-line">
        <StudyName name={game.study} />
      </span>
    );
  if (game.result) return <span class="card-state result one-line">{endInWords(game)}</span>;
  switch (game.status) {
    case "finished":
      return <span class="card-state">{strings.over}</span>;
    case "open": {
      const [prompt = ""] = Object.values(game.join_prompts);
      return <JoinPromptButton size="small" text={prompt} />;
    }
    case "live": {
      const yours = isYourTurn(game);
      // Names the person to move where two share the board.
      const own = yours && game.person_seats.length === 1;
      const { turn } = game;
      return (
        <span class={`card-state${yours ? " yours" : ""}`}>
          <span class="one-line">
            {own ? strings.yourTurn : turn === null ? strings.bothToChoose : <ToMove seat={turn} />}
          </span>{" "}
          <span class="since figures">
            <Elapsed key={game.turn_since} since={game.turn_since} />
          </span>
        </span>
      );
    }
  }
}

/** The mark at the player's line shows it too, where a card is too narrow for all of it. */
const ToMove = ({ seat }: { seat: Seat }) => (
  <>
    {seatTitle(seat)}
    <span class="turn-words"> {strings.toMove}</span>
  </>
);

/** The time since a moment; ticks without redrawing the card. */
function Elapsed({ since }: { since: number }) {
  const text = useComputed(() => durationText(now.value - since));
  return <>{text}</>;
}
