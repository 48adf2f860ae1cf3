import { claimableDraw } from "../../games/game.ts";
import { definitionOf } from "../../games/register.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import { cleanLine } from "../../shared/text.ts";
import type { LiveGame } from "../games/live-game.ts";
import { type GameState, isToMove, opponentOf, rulesOf } from "../games/machine/game-state.ts";
import { CONCEALED, seenMoves } from "../games/seen-moves.ts";
import { clockView } from "../views/clock-view.ts";
import { paragraphs, sentences } from "./answer.ts";
import type { Form, Reply } from "./forms.ts";
import { clockLine, legalMovesFor, movesText, RECENT } from "./position-text.ts";
import { playerTitle } from "./titles.ts";

/** Most moves that are listed as options; in a game with more, a move is typed. */
const MOST_LISTED = 12;
/** Longest text that is accepted as a move, in characters. */
const LONGEST = 60;

const deedNames = ["offer", "accept", "decline", "takeback", "claim", "resign"] as const;
type Deed = (typeof deedNames)[number];

/** An action that a person asks for in a form. */
export type Wish = { readonly move: string } | { readonly deed: Deed };

/** The words for actions other than a move, as a person types them into the form. */
const deeds: Readonly<Record<Deed, string>> = {
  offer: "offer a draw",
  accept: "accept",
  decline: "decline",
  takeback: "take back",
  claim: "claim a draw",
  resign: "resign",
};

/** The actions open to a person's seat besides a move. `mayAsk`: whether it may ask for a takeback. */
function deedsFor(live: LiveGame, seat: Seat, mayAsk: boolean): readonly Deed[] {
  const { state } = live;
  const isAsked = [state.drawOffer, state.takebackOffer].includes(opponentOf(state, seat).seat);
  const asked = isAsked ? (["accept", "decline"] as const) : [];
  if (!isToMove(state, seat)) return asked;
  const hasMoved = live.moves.some((move) => move.seat === seat);
  const mayTakeBack = mayAsk && hasMoved && definitionOf(state.kind).takeback && state.takebackOffer === null;
  return [
    ...asked,
    ...(isAsked || state.drawOffer !== null ? [] : (["offer"] as const)),
    ...(mayTakeBack ? (["takeback"] as const) : []),
    ...(claimableDraw(definitionOf(state.kind), state.position) ? (["claim"] as const) : []),
    "resign",
  ];
}

/** The moves of a game that never has more than a few; null where a move is typed, or where they are hidden. */
function listed(state: GameState, seat: Seat): readonly string[] | null {
  const rules = rulesOf(state);
  const first = rules.start(state.options);
  const begins = first.ok
    ? rules.legalMoves(first.value, rules.toMove(first.value)[0] ?? seat).length
    : MOST_LISTED + 1;
  const moves = rules.legalMoves(state.position, seat);
  return state.legalMoves === "shown" && Math.max(begins, moves.length) <= MOST_LISTED ? moves : null;
}

/** The parameters of a form: whether its seat may ask for a takeback, and those below. */
interface Showing {
  readonly mayAsk: boolean;
  readonly titles: boolean;
  readonly objection: string | null;
  readonly now: number;
  /** The URL of the board. */
  readonly url: string;
}

/**
 * The form in which a person makes a seat's move: one field, since some clients ask field by field. Lines of the board
 * are indented: terminals show them as they are, and markdown keeps them in one width.
 * @param titles whether what is chosen from may have titles
 * @param objection why the last answer was none
 */
export function moveForm(live: LiveGame, seat: Seat, { mayAsk, titles, objection, now, url }: Showing): Form {
  const { state } = live;
  const { words } = definitionOf(state.kind);
  const view = rulesOf(state).view(state.position, seat);
  const yours = isToMove(state, seat);
  const opponent = opponentOf(state, seat);
  const moves = seenMoves(live, seat);
  const recent = moves.slice(-RECENT);
  const choices = yours ? listed(state, seat) : [];
  const others = deedsFor(live, seat, mayAsk).map((deed) => deeds[deed]);
  const clock = clockView(state, now);
  // Some clients show two lines: the first says what an answer needs.
  const last = moves.at(-1);
  const first = sentences(
    last && last.seat !== seat && last.text !== CONCEALED ? `${last.text}.` : null,
    objection,
    yours ? `Your move as ${seatTitle(seat)}.` : `You play ${seatTitle(seat)}.`,
    words.check?.(view) ? "Check!" : null,
    state.drawOffer === opponent.seat ? `${seatTitle(opponent.seat)} offers a draw.` : null,
    state.takebackOffer === opponent.seat ? `${seatTitle(opponent.seat)} asks to take its last move back.` : null,
    state.drawOffer === seat ? "Your draw offer stands." : null,
    state.declined === seat ? `${seatTitle(opponent.seat)} declined your offer.` : null,
  );
  const about = `Game ${state.id} against ${playerTitle(opponent)}. Board: ${url}`;
  const board = (words.diagram?.(view, seat) ?? words.grid(view)).split("\n").map((line) => `    ${line}`);
  const moveLine = recent.length > 0 ? `Moves: ${movesText(state, recent, moves.length - recent.length)}` : null;
  const legal = objection && yours && !choices ? legalMovesFor(state, seat)?.text : null;
  return {
    message: paragraphs(`${first}\n${about}`, board.join("\n"), moveLine, clock && `Clock: ${clockLine(clock)}`, legal),
    requestedSchema: {
      type: "object",
      properties: {
        move: {
          type: "string",
          title: yours ? "Your move" : "Your answer",
          ...(choices
            ? chosenFrom(choices, others, titles)
            : { description: `${words.moveForm}; or ${others.join(", ")}`, maxLength: LONGEST }),
        },
      },
      required: ["move"],
    },
  };
}

/** The moves and other actions as options, with titles as on buttons. */
const chosenFrom = (moves: readonly string[], others: readonly string[], titles: boolean) =>
  titles
    ? {
        oneOf: [
          ...moves.map((move) => ({ const: move, title: move })),
          ...others.map((other) => ({ const: other, title: `${other.charAt(0).toUpperCase()}${other.slice(1)}` })),
        ],
      }
    : { enum: [...moves, ...others] };

/** Reads a person's reply to a form: a move, another action, or null for neither. */
export function wishIn(reply: Extract<Reply, { action: "accept" }>): Wish | null {
  const { move } = reply.content;
  if (typeof move !== "string" || move.length > LONGEST) return null;
  const text = cleanLine(move);
  const plain = text
    .toLowerCase()
    .replace(/[^a-z]+/g, " ")
    .trim();
  const deed = deedNames.find((key) => deeds[key] === plain || alike[plain] === key);
  if (deed !== undefined) return { deed };
  return text === "" ? null : { move: text };
}

/** Synonyms. */
const alike: Readonly<Record<string, Deed>> = { draw: "offer", takeback: "takeback", undo: "takeback", claim: "claim" };
