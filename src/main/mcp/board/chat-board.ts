import type { ContentBlock } from "@modelcontextprotocol/server";
import { endingSentence } from "../../../games/game.ts";
import { boardSeedId, boardUri, type ChatBoardSeed, type ChatBoardState } from "../../../shared/chat-board.ts";
import type { Seat } from "../../../shared/terms.ts";
import { type LiveGame, lastMoveIn, seenMoves } from "../../games/live-game.ts";
import { isToMove, kindOf, rulesOf, type SeatState } from "../../games/machine/game-state.ts";
import { hasPgn } from "../../views/export/game-pgn.ts";
import { seededPage } from "../../views/export/replay-page.ts";
import { cardOf } from "../../views/game/game-view.ts";
import type { SentBoard } from "../answers/answer.ts";
import { type AnswerReader, wantsBoard } from "../answers/reader.ts";
import type { Call } from "../tools/call.ts";

const TALK_SHOWN = 20;

/** The state that the board's page shows to the holder of a seat, or to a spectator. */
export function boardState(live: LiveGame, viewer: Seat | null, now: number): ChatBoardState {
  const { state, talk } = live;
  const { game_id, game, seats, view, players, turn, to_move, ply, clock, draw_offer, result } = cardOf(
    state,
    viewer,
    now,
  );
  const moves = seenMoves(live, viewer);
  const last = lastMoveIn(moves);
  return {
    game_id,
    game,
    seats,
    options: state.options,
    view,
    players,
    turn,
    to_move,
    ply,
    last_move: last ? { code: last.code, text: last.text, by: last.seat } : null,
    moves: moves.map(({ text }) => text),
    legal_moves: viewer && isToMove(state, viewer) ? rulesOf(state).legalMoves(state.position, viewer) : [],
    clock,
    draw_offer,
    declined: state.declined,
    talk: talk.slice(-TALK_SHOWN).map(({ seat, message }) => ({ from: seat, message })),
    result,
    ended: state.outcome && endingSentence(kindOf(state), state.outcome, state.position),
    event_id: live.version,
  };
}

/**
 * The board to send along with an answer, or null. Where it was asked for, it comes whenever the reader or the person is
 * to move; for a game with a person it comes unasked to hosts that show it without giving it to the model. The person's
 * secrets, the token and what the game hides of its seat, stand in it only where the reader has shown that it holds a
 * seat, and never in a league, where the client of the agent opposite could move in the person's place. A page in the
 * answer may be read by the model: it begins with what everybody sees, and asks for the rest itself.
 */
export function boardForPerson(live: LiveGame, { call, seat, by }: AnswerReader): SentBoard | null {
  const { state } = live;
  const { authority, now } = call;
  const human = state.seats.find(({ kind }) => kind === "human") ?? null;
  if (seat === null || !wantsBoard(state, call)) return null;
  if (!isToMove(state, seat) && !(human && isToMove(state, human.seat))) return null;
  const isVisible = by !== "nobody-else" && human?.settings.entrant === undefined;
  const seed = seedFor(live, human, call, isVisible);
  const pageToken = seed.seat_token && human && authority.boardTokenOf(state, human, "page");
  const open = { ...boardState(live, null, now()), legal_moves: seed.state.legal_moves };
  return { seed: isVisible ? seed : { ...seed, state: open }, inPage: { ...seed, state: open, seat_token: pageToken } };
}

/** The state that a seat's board starts with; where it `mayMove`, with the secret that moves for that seat. */
export const seedFor = (
  live: LiveGame,
  seatState: SeatState | null,
  { authority, boardUrl, now }: Call,
  mayMove = true,
): ChatBoardSeed => ({
  seat: seatState?.seat ?? null,
  seat_token: seatState && mayMove ? authority.boardTokenOf(live.state, seatState, "data") : null,
  state: boardState(live, seatState?.seat ?? null, now()),
  url: boardUrl(live.state.id),
  has_pgn: hasPgn(live.state.kind),
});

/** A board inside the answer, for hosts that show embedded pages and do not know MCP Apps. */
export function embeddedBoard(seed: ChatBoardSeed, page: string | null): ContentBlock[] {
  if (page === null) return [];
  const text = seededPage(page, boardSeedId, seed);
  const resource = { uri: `ui://${seed.state.game}/${seed.state.game_id}`, mimeType: "text/html", text };
  // For the person only: a model has no use for a page, and must not read the person's token in it.
  return [{ type: "resource", resource, annotations: { audience: ["user"] } }];
}

const boardUses = {
  // By default both model and board may call a tool.
  "shows-board": { resourceUri: boardUri },
  "for-board": { visibility: ["app"] },
};
export type BoardUse = keyof typeof boardUses;

/** By this metadata MCP Apps hosts find a tool's page. Sent to all, since hosts cannot be told apart reliably. */
export const uiMeta = (ui: BoardUse | undefined) => (ui ? { _meta: { ui: boardUses[ui] } } : {});
