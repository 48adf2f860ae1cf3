import { reasonsOf } from "../../games/game.ts";
import { gameOf } from "../../games/register.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import type { LiveGame } from "../tables/live-game.ts";
import {
  isToMove,
  opponentOf,
  opponentSeat,
  rulesOf,
  type Seated,
  seatedAt,
  type Table,
  toMove,
} from "../tables/machine/table.ts";
import { seenMoves } from "../tables/seen-moves.ts";
import { summaryOf } from "../views/game-view.ts";
import { newsFor } from "./news.ts";
import { type Detail, nextFor } from "./next-action.ts";
import type { GameAnswer } from "./output.ts";
import { positionFor, RECENT } from "./position-text.ts";
import type { Reader } from "./reader.ts";
import { kindTitle, nameOf, playerTitle } from "./titles.ts";

/** A game in both halves of an answer. */
export interface Described {
  readonly answer: GameAnswer;
  /** Whether the reader wants few words, and knows from earlier answers what does not change. */
  readonly isBrief: boolean;
  /** The position and what belongs to it. */
  readonly position: string;
  /** Offers, claims and what else is to be known, a line each; empty when there is nothing. */
  readonly notes: string;
  /** The talk, quoted; empty when there is none. */
  readonly talk: string;
}

/** The game as one pair of eyes may see it. */
export function describeGame(live: LiveGame, reader: Reader, now: number): Described {
  const { table } = live;
  const { seat } = reader;
  const moves = seenMoves(live, seat);
  const sans = moves.map(({ san }) => san);
  const last = moves.at(-1);
  const movers = toMove(table);
  const yours = seat !== null && isToMove(table, seat);
  const style = seat === null ? "full" : seatedAt(table, seat).view;
  const position = positionFor(table, seat, style, { sans, isToMove: yours, now });
  const news = newsFor(live, reader);
  const detail: Detail = seat !== null && live.lastActs[seat] === undefined ? "first" : "later";
  const claimable = yours ? claimableDraw(table) : null;

  const answer: GameAnswer = {
    game_id: table.id,
    game: table.kind,
    status: table.outcome ? "game_over" : yours ? "your_turn" : "waiting",
    you: seat,
    turn: movers.length === 1 ? (movers[0] ?? null) : null,
    ply: table.ply,
    ...position.fields,
    last_move: last ? { uci: last.uci, san: last.san, by: last.seat } : null,
    moves_san: sans.slice(-RECENT),
    ...(position.legal ? { legal_moves: position.legal.field } : {}),
    ...(position.check ? { check: true } : {}),
    ...playersFor(table, seat),
    ...(position.clock ? { clock: position.clock } : {}),
    ...news.fields,
    ...(table.drawOffer ? { draw_offer: table.drawOffer } : {}),
    ...(table.takebackOffer ? { takeback_offer: table.takebackOffer } : {}),
    ...(table.declined && !table.outcome ? { declined: table.declined } : {}),
    ...(claimable ? { claimable_draw: claimable } : {}),
    ...(table.rematch ? { rematch: table.rematch } : {}),
    result: summaryOf(table).result,
    next_action: nextFor(table, seat, reader.identity, detail),
  };
  return {
    answer,
    isBrief: style === "compact" && detail === "later" && !reader.everything,
    position: position.text,
    notes: notesFor(table, reader, claimable).join("\n"),
    talk: news.text,
  };
}

function playersFor(table: Table, seat: Seat | null): Pick<GameAnswer, "opponent" | "players"> {
  const shown = (seated: Seated) => ({ kind: seated.kind, name: nameOf(seated) });
  return seat === null
    ? { players: Object.fromEntries(table.seats.map((seated) => [seated.seat, shown(seated)])) }
    : { opponent: shown(opponentOf(table, seat)) };
}

/** The draw that may be claimed with a move, in the game's words; null for none. */
function claimableDraw(table: Table): string | null {
  const outcome = table.outcome ? null : rulesOf(table).claimableDraw(table.state);
  return outcome && (reasonsOf(gameOf(table.kind))[outcome.reason] ?? outcome.reason);
}

function notesFor(table: Table, { seat, identity }: Reader, claimable: string | null): readonly string[] {
  if (seat === null) return spectatorsNotes(table);
  const opponent = opponentSeat(table, seat);
  const title = seatTitle(opponent);
  const call = (tool: string, args: object) => `${tool} ${JSON.stringify({ ...identity, ...args })}`;
  const acceptOrDecline = { answer: "<accept or decline>" };
  return [
    ...(table.drawOffer === opponent
      ? [`- ${title} offers a draw: ${call("offerDraw", acceptOrDecline)}, or play on.`]
      : []),
    ...(table.drawOffer === seat ? ["- Your draw offer stands."] : []),
    ...(table.takebackOffer === opponent
      ? [`- ${title} asks to take its last move back: ${call("answerTakeback", acceptOrDecline)}, or play on.`]
      : []),
    ...(table.declined === seat && !table.outcome ? [`- ${title} declined your offer.`] : []),
    ...(claimable ? [`- A draw may be claimed (${claimable}): pass claim_draw: true with your move.`] : []),
    ...(table.rematch ? [`- There is a rematch, game ${table.rematch}. To play it: ${call("rematch", {})}`] : []),
  ];
}

const spectatorsNotes = ({ drawOffer, takebackOffer, rematch }: Table): readonly string[] => [
  ...(drawOffer ? [`- ${seatTitle(drawOffer)} offers a draw.`] : []),
  ...(takebackOffer ? [`- ${seatTitle(takebackOffer)} asks to take its last move back.`] : []),
  ...(rematch ? [`- The rematch is game ${rematch}.`] : []),
];

/** The line that tells whom one waits for. */
export const waitingLine = (table: Table, seat: Seat): string => `Waiting for ${kindTitle(opponentOf(table, seat))}…`;

/** The last move in a sentence, or null where the reader made it or there is none. */
export function lastMoveLine(live: LiveGame, seat: Seat | null): string | null {
  const last = seenMoves(live, seat).at(-1);
  if (!last || last.seat === seat) return null;
  return `${playerTitle(seatedAt(live.table, last.seat))} played ${last.san}.`;
}
