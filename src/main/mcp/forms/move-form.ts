import { type Seat, seatTitle } from "../../../shared/terms.ts";
import { cleanLine } from "../../../shared/text.ts";
import { CONCEALED, type LiveGame, lastMoveIn, seenMoves } from "../../games/live-game.ts";
import { type GameState, kindOf, opponentOf, rulesOf, viewOf } from "../../games/machine/game-state.ts";
import { clockView } from "../../views/game/game-view.ts";
import { paragraphs, sentences } from "../answers/answer.ts";
import { clockLine, legalMovesFor, movesText, playerTitle, RECENT } from "../answers/position-text.ts";
import type { Form, Reply } from "./forms.ts";

/** Most moves that are listed as options; in a game with more, a move is typed. */
const MOST_LISTED = 12;
/** Longest text that is accepted as a move, in characters. */
const LONGEST_MOVE = 60;

/** The moves of a game that never has more than a few; null where a move is typed, or where they are hidden. */
function movesToList(state: GameState, seat: Seat): readonly string[] | null {
  const rules = rulesOf(state);
  const first = rules.start(state.options);
  const begins = first.ok
    ? rules.legalMoves(first.value, rules.toMove(first.value)[0] ?? seat).length
    : MOST_LISTED + 1;
  const moves = rules.legalMoves(state.position, seat);
  return state.legalMoves === "shown" && Math.max(begins, moves.length) <= MOST_LISTED ? moves : null;
}

interface Showing {
  readonly titles: boolean;
  readonly objection: string | null;
  readonly now: number;
  readonly url: string;
}

/**
 * The form in which a person makes a seat's move: one field, since some clients ask field by field, and moves alone,
 * since whoever could answer in the person's place must not end a game or agree to anything. Lines of the board are
 * indented: terminals show them as they are, and markdown keeps them in one width.
 * @param titles whether a move to choose may have a title
 * @param objection why the last answer was none
 */
export function moveForm(live: LiveGame, seat: Seat, { titles, objection, now, url }: Showing): Form {
  const { state } = live;
  const { words } = kindOf(state);
  const view = viewOf(state, seat);
  const opponent = opponentOf(state, seat);
  const moves = seenMoves(live, seat);
  const recent = moves.slice(-RECENT);
  const choices = movesToList(state, seat);
  const clock = clockView(state, now);
  // Some clients show two lines: the first says what an answer needs.
  const last = lastMoveIn(moves);
  const first = sentences(
    last && last.seat !== seat && last.text !== CONCEALED ? `${last.text}.` : null,
    objection,
    `Your move as ${seatTitle(seat)}.`,
    words.check?.(view) ? "Check!" : null,
    state.drawOffer === opponent.seat ? `${seatTitle(opponent.seat)} offers a draw: accept it on the board.` : null,
    state.takebackOffer === opponent.seat ? `${seatTitle(opponent.seat)} asks to take its last move back.` : null,
  );
  const about = `Game ${state.id} against ${playerTitle(opponent)}. Board, also to resign or to offer a draw: ${url}`;
  const board = (words.diagram?.(view, seat) ?? words.grid(view)).split("\n").map((line) => `    ${line}`);
  const moveLine = recent.length > 0 ? `Moves: ${movesText(state, recent, moves.length - recent.length)}` : null;
  const legal = objection && !choices ? legalMovesFor(state, seat)?.text : null;
  return {
    message: paragraphs(`${first}\n${about}`, board.join("\n"), moveLine, clock && `Clock: ${clockLine(clock)}`, legal),
    requestedSchema: {
      type: "object",
      properties: {
        move: {
          type: "string",
          title: "Your move",
          ...(choices
            ? titles
              ? { oneOf: choices.map((move) => ({ const: move, title: move })) }
              : { enum: [...choices] }
            : { description: words.moveForm, maxLength: LONGEST_MOVE }),
        },
      },
      required: ["move"],
    },
  };
}

/** The move in a person's reply to a form; null where it is none. */
export function moveIn({ content: { move } }: Extract<Reply, { action: "accept" }>): string | null {
  if (typeof move !== "string" || move.length > LONGEST_MOVE) return null;
  return cleanLine(move) || null;
}
