import { claimableDraw, reasonsOf } from "../../games/game.ts";
import { gameOf } from "../../games/register.ts";
import { armageddonTerms } from "../../shared/league-words.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import type { LiveGame } from "../tables/live-game.ts";
import {
  isToMove,
  opponentOf,
  opponentSeat,
  type Seated,
  seatedAt,
  type Table,
  toMove,
} from "../tables/machine/table.ts";
import { CONCEALED, seenMoves } from "../tables/seen-moves.ts";
import { summaryOf } from "../views/game-view.ts";
import { askNext, type Detail, nextFor, watchOrPlayNext } from "./next-action.ts";
import type { GameAnswer } from "./output.ts";
import { positionFor, RECENT, styleFor } from "./position-text.ts";
import type { Reader } from "./reader.ts";
import { kindTitle, nameOf, playerTitle } from "./titles.ts";
import { unreadTalkFor } from "./unread-talk.ts";

/** A game in both halves of an answer. */
export interface Described {
  readonly answer: GameAnswer;
  /** Whether the reader wants few words, and knows unchanging facts from earlier answers. */
  readonly isBrief: boolean;
  /** The position with its facts. */
  readonly position: string;
  /** The same without the legal moves. */
  readonly board: string;
  /** Offers and other notes. */
  readonly notes: readonly Note[];
  /** The talk, quoted; empty when there is none. */
  readonly talk: string;
}

/** A line about the game. */
export interface Note {
  readonly line: string;
  /** The tool that it suggests. */
  readonly asks?: string;
}

/** The game as one viewer may see it. */
export function describeGame(live: LiveGame, reader: Reader, now: number): Described {
  const { table } = live;
  const { seat } = reader;
  const moves = seenMoves(live, seat);
  const texts = moves.map(({ text }) => text);
  const last = moves.at(-1);
  const movers = toMove(table);
  const yours = seat !== null && isToMove(table, seat);
  const style = styleFor(table, seat);
  const drawToClaim = yours ? claimable(table) : null;
  const position = positionFor(table, seat, style, { moves, isToMove: yours, claimable: drawToClaim, now });
  const news = unreadTalkFor(live, reader);
  const isNew = reader.isNew || (seat !== null && live.lastActs[seat] === undefined);
  const detail: Detail = isNew ? "first" : "later";

  const declined = declinedIn(table);
  const answer: GameAnswer = {
    game_id: table.id,
    game: table.kind,
    status: table.outcome ? "game_over" : yours ? "your_turn" : "waiting",
    you: seat,
    turn: movers.length === 1 ? (movers[0] ?? null) : null,
    ply: table.ply,
    ...position.fields,
    last_move: last ? { uci: last.code, san: last.text, by: last.seat } : null,
    moves_san: texts.slice(-RECENT),
    ...(position.legal ? { legal_moves: position.legal.field } : {}),
    ...(position.check ? { check: true } : {}),
    ...playersFor(table, seat),
    ...(position.clock ? { clock: position.clock } : {}),
    ...news.fields,
    ...(table.drawOffer ? { draw_offer: table.drawOffer } : {}),
    ...(table.takebackOffer ? { takeback_offer: table.takebackOffer } : {}),
    ...(declined ? { declined } : {}),
    ...(drawToClaim ? { claimable_draw: drawToClaim } : {}),
    ...(table.rematch ? { rematch: table.rematch } : {}),
    result: summaryOf(table).result,
    next_action:
      seat === null && reader.plays && !table.outcome
        ? watchOrPlayNext(table.id, table.ply)
        : !table.outcome && asksPerson(reader, table)
          ? askNext(reader.identity)
          : nextFor(table, seat, reader.identity, detail),
  };
  return {
    answer,
    isBrief: style === "compact" && detail === "later" && !reader.everything,
    position: position.text,
    board: position.board,
    notes: notesFor(table, reader),
    talk: news.text,
  };
}

/**
 * Whether the reader continues by asking its person: always for its own seat, for the other seat when that alone is to
 * move.
 */
const asksPerson = ({ seat, person }: Reader, table: Table): boolean =>
  seat !== null &&
  typeof person === "string" &&
  (person === seat || (isToMove(table, person) && !isToMove(table, seat)));

function playersFor(table: Table, seat: Seat | null): Pick<GameAnswer, "opponent" | "players"> {
  const shown = (seated: Seated) => ({ kind: seated.kind, name: nameOf(seated) });
  return seat === null
    ? { players: Object.fromEntries(table.seats.map((seated) => [seated.seat, shown(seated)])) }
    : { opponent: shown(opponentOf(table, seat)) };
}

/** The draw that may be claimed with a move, in the game's words; null for none. */
function claimable(table: Table): string | null {
  const outcome = table.outcome ? null : claimableDraw(gameOf(table.kind), table.state);
  return outcome && (reasonsOf(gameOf(table.kind))[outcome.reason] ?? outcome.reason);
}

function notesFor(table: Table, { seat, identity }: Reader): readonly Note[] {
  if (seat === null) return spectatorsNotes(table).map((line) => ({ line }));
  const opponent = opponentSeat(table, seat);
  const title = seatTitle(opponent);
  const asking = (what: string, asks: string, args: object, otherwise = ""): Note => ({
    line: `- ${what}: ${asks} ${JSON.stringify({ ...identity, ...args })}${otherwise}`,
    asks,
  });
  const answer = { answer: "<accept or decline>" };
  const isArmageddon = table.league?.armageddon === true && !table.outcome;
  return [
    // A player that offers or accepts a draw should know its worth here.
    ...(isArmageddon ? [{ line: `- ${armageddonTerms(table.seats[1].seat)}.` }] : []),
    ...(table.drawOffer === opponent ? [asking(`${title} offers a draw`, "offerDraw", answer, ", or play on.")] : []),
    ...(table.drawOffer === seat
      ? [{ line: "- Your draw offer stands until it is answered or the opponent moves." }]
      : []),
    ...(table.takebackOffer === opponent
      ? [asking(`${title} asks to take its last move back`, "answerTakeback", answer, ", or play on.")]
      : []),
    ...(declinedIn(table) === seat ? [{ line: `- ${title} declined your offer.` }] : []),
    ...(table.rematch ? [asking(`There is a rematch, game ${table.rematch}. To play it`, "rematch", {})] : []),
  ];
}

/** The seat whose offer was declined; null where it has made another one, which stands. */
const declinedIn = ({ declined, drawOffer, takebackOffer, outcome }: Table): Seat | null =>
  outcome !== null || declined === drawOffer || declined === takebackOffer ? null : declined;

const spectatorsNotes = ({ drawOffer, takebackOffer, rematch }: Table): readonly string[] => [
  ...(drawOffer ? [`- ${seatTitle(drawOffer)} offers a draw.`] : []),
  ...(takebackOffer ? [`- ${seatTitle(takebackOffer)} asks to take its last move back.`] : []),
  ...(rematch ? [`- The rematch is game ${rematch}.`] : []),
];

/** The line that says whom the reader waits for. */
export const waitingLine = (table: Table, seat: Seat): string => `Waiting for ${kindTitle(opponentOf(table, seat))}…`;

/**
 * The last move in a sentence, or null where the reader made it or there is none. Where both choose at once it is the
 * other's choice of the round that has just been settled, whoever was first, or that the other has chosen.
 */
export function lastMoveLine(live: LiveGame, seat: Seat | null): string | null {
  const { table } = live;
  const moves = seenMoves(live, seat);
  const both = gameOf(table.kind).simultaneous && moves.length % 2 === 0;
  const last = both && seat !== null ? moves.slice(-2).find((move) => move.seat !== seat) : moves.at(-1);
  if (!last || last.seat === seat) return null;
  const who = playerTitle(seatedAt(table, last.seat));
  return last.text === CONCEALED ? `${who} has chosen.` : `${who} played ${last.text}.`;
}
