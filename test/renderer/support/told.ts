import type { GameCard, GameDetail, LiveEvent } from "../../../src/shared/api.ts";
import type { PublicEvent } from "../../../src/shared/events.ts";

/** A game of chess between a person and an agent, before its first move. */
export const card: GameCard = {
  game_id: "4821",
  game: "chess",
  status: "live",
  players: {
    white: { kind: "human", name: "Ada", level: null },
    black: { kind: "agent", name: "Bot", level: null },
  },
  turn: "white",
  ply: 0,
  result: null,
  created_at: "2026-11-22T00:00:00.000Z",
  seats: ["white", "black"],
  to_move: ["white"],
  move_limit_seconds: null,
  record: null,
  league_match: null,
  turn_since: 0,
  view: { kind: "chess" },
  last_move: null,
  clock: null,
  person_seats: ["white"],
  draw_offer: null,
  takeback_offer: null,
  illegal_moves: { white: 0, black: 0 },
  analysis: "off",
  join_prompts: {},
  rematch: null,
  ended: null,
  league_id: null,
  study: null,
  deleted: false,
};
export const game: GameDetail = {
  ...card,
  version: 3,
  options: {},
  legal_moves_shown: true,
  history: [],
  talk: [],
  remarks: null,
  legal_moves: ["e2e4"],
  opening: null,
  annotated: false,
  reviewed: false,
  rematch_of: null,
  can_rematch: true,
  unrated: null,
};

/** An event of that game. */
export const told = (seq: number, event: PublicEvent, more: Partial<LiveEvent> = {}): LiveEvent => ({
  id: 100 + seq,
  game_id: card.game_id,
  seq,
  at: 1_000,
  event,
  card,
  legal_moves: [],
  opening: null,
  revealed: [],
  ...more,
});
export const move = (ply: number, code: string, text = code): Extract<PublicEvent, { type: "movePlayed" }> => ({
  type: "movePlayed",
  seat: ply % 2 === 1 ? "white" : "black",
  ply,
  code,
  text,
  ms: 12,
  clock: null,
});
