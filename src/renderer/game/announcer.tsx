import { useRef } from "preact/hooks";
import type { ApiMove } from "../../shared/api.ts";
import { type Judgement, seatTitle } from "../../shared/terms.ts";
import { isYourTurn } from "../dashboard/filters.ts";
import { endInWords, offerInWords, offersIn } from "../ui/format.ts";
import { type Notice, ownSeat, type Proposal, type TableProps, type Told } from "./game-model.ts";
import { turnInWords } from "./game-words.ts";
import * as strings from "./strings.ts";

/** Reads out the shown position and new events, for people who do not see the board. */
export function Announcer({ model, told }: TableProps) {
  const viewed = model.viewed.value;
  const line = model.line.value;
  const latest = sentences(news(told, model.notice.value, model.proposed.value));
  /** The last announcement about the live position. */
  const heard = useRef(latest);
  if (model.isLive.value) heard.current = latest;
  const shown = line
    ? [
        told.play.moveInWords(line.moves[line.shown - 1]?.text ?? ""),
        strings.moveOfOfLine(line.shown, line.moves.length),
      ]
    : viewed === null
      ? null
      : place(told, viewed, model.review.found.value?.moves[viewed - 1]?.judgement ?? null);
  return (
    <>
      <p class="visually-hidden" role="status" aria-live="polite" data-part="announcer">
        {shown === null ? latest : sentences(shown)}
      </p>
      {/* A person who looks at an earlier ply is told of new events, beside the shown one. */}
      <p class="visually-hidden" role="status" aria-live="polite" data-part="news">
        {latest === heard.current ? "" : latest}
      </p>
    </>
  );
}

const sentences = (words: readonly string[]): string => (words.length === 0 ? "" : `${words.join(". ")}.`);

/** The last move, and the decision that it asks of the person. */
function news(told: Told, notice: Notice | null, proposed: Proposal | null): readonly string[] {
  const { game, play } = told;
  if (proposed && !proposed.isSent)
    return [strings.playEnterConfirmsEscapeCancels(play.moveInWords(play.writeMove(game.view, proposed.move)))];
  const seat = ownSeat(game);
  const last = game.history.at(-1);
  const move = last ? [moveInWords(told, last)] : [];
  if (game.result) return [...move, endInWords(game)];
  const offer = offersIn(game).find(({ by }) => by !== seat);
  if (offer) return [...move, offerInWords(offer)];
  if (notice !== null) return [...move, `${notice.who} ${notice.does}`];
  return seat !== null && isYourTurn(game) ? [...move, turnInWords(game, seat)] : move;
}

/** The shown ply, for a person who steps through the game. */
function place(told: Told, ply: number, judgement: Judgement | null): readonly string[] {
  const { history } = told.game;
  const move = history[ply - 1];
  const judged = judgement === null ? [] : [judgement];
  return [move ? moveInWords(told, move) : strings.start, ...judged, strings.ofLabel(ply, history.length)];
}

/** `Black: knight takes f6, check`. */
const moveInWords = ({ play }: Told, { by, text }: ApiMove): string => `${seatTitle(by)}: ${play.moveInWords(text)}`;
