import type { PlayPart } from "../../games/page.ts";
import type { ApiMove, GameDetail, LiveEvent } from "../../shared/api.ts";
import { CHANCE } from "../../shared/terms.ts";

/**
 * Applies an event to a game. Returns the same object where the event is known already; `gap` says that events are
 * missing, so that the game has to be requested. The events of one commit share its card, so between them the card may
 * be ahead of the moves.
 */
export function applyEvent(
  game: GameDetail,
  update: LiveEvent,
  carry: PlayPart["carry"] = (_, after) => after,
): GameDetail | "gap" {
  if (update.seq <= game.version) return game;
  if (update.seq > game.version + 1) return "gap";
  const history = historyAfter(game.history, update);
  if (history === "gap") return "gap";
  return {
    ...game,
    ...update.card,
    version: update.seq,
    view: carry(game.view, update.card.view),
    history,
    talk: talkAfter(game.talk, update),
    remarks: remarksAfter(game.remarks, update),
    legal_moves: update.legal_moves,
    opening: update.opening === undefined ? game.opening : update.opening,
    annotated: game.annotated || update.event.type === "gameAnnotated",
    reviewed: game.reviewed || update.event.type === "gameReviewed",
  };
}

function historyAfter(
  history: GameDetail["history"],
  { event, at, revealed }: LiveEvent,
): GameDetail["history"] | "gap" {
  switch (event.type) {
    case "movePlayed": {
      const { ply, code, text, seat, ms, clock } = event;
      if (ply !== history.length + 1) return "gap";
      return reveal([...history, { ply, code, text, by: seat, at: new Date(at).toISOString(), ms, clock }], revealed);
    }
    case "movesTakenBack":
      return history.slice(0, event.ply);
    default:
      return revealed.length === 0 ? history : reveal(history, revealed);
  }
}

function reveal(history: readonly ApiMove[], revelations: LiveEvent["revealed"]): readonly ApiMove[] {
  if (revelations.length === 0) return history;
  const byPly = new Map(revelations.map(({ ply, code, text }) => [ply, { code, text }]));
  return history.map((move) => ({ ...move, ...byPly.get(move.ply) }));
}

function talkAfter(talk: GameDetail["talk"], { event, at }: LiveEvent): GameDetail["talk"] {
  if (event.type !== "said") return talk;
  return [...talk, { from: event.seat, message: event.message, at: new Date(at).toISOString() }];
}

function remarksAfter(remarks: GameDetail["remarks"], { event, at }: LiveEvent): GameDetail["remarks"] {
  if (event.type !== "kibitzed" || remarks === null) return remarks;
  return [...remarks, { name: event.name, message: event.message, at: new Date(at).toISOString() }];
}

/**
 * Whether an event says that the person has moved, or chance has drawn, without the move itself, of which the host would
 * tell the person more: a page has to request that. `moves`: whether it waits for the answer to a move of its own, which has it.
 */
export function isOwnSecret({ person_seats: seats }: GameDetail, { event, revealed }: LiveEvent, moves = false) {
  if (event.type !== "movePlayed" || event.code !== "?") return false;
  // With two people at one page, neither sees what the other's seat conceals. Of a draw a person may see a part.
  const own = seats.length === 1 && (event.seat === CHANCE || (!moves && seats[0] === event.seat));
  return own && !revealed.some(({ ply }) => ply === event.ply);
}
