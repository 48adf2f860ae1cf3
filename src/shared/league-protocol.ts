import { z } from "zod";

/**
 * `league.v1`: how a referee and players that are MCP servers talk. Each message is the arguments of a `tools/call`, and
 * each answer its structured content (or the JSON in its text).
 */

export const LEAGUE_PROTOCOL = "league.v1";

/** What every message carries, in both directions. */
const envelope = {
  protocol: z.literal(LEAGUE_PROTOCOL),
  league_id: z.string(),
  /** Names the question; its answer carries the same. A question that is asked again keeps it. */
  conversation_id: z.string(),
  /** `league:4821`, `referee:4821`, `player:AlphaBot`. */
  sender: z.string(),
  /** ISO 8601. */
  timestamp: z.string(),
  /** The token of the player that it goes to, or comes from. */
  auth_token: z.string(),
};

/** What a message's receiver came to: `you`, `opponent`, or `draw`. */
const winner = z.enum(["you", "opponent", "draw"]);
/** Games won by the receiver and its opponent in this match, a draw as half of one. */
const score = z.strictObject({ you: z.number(), opponent: z.number() });

const message = <Type extends string, Fields extends z.ZodRawShape>(type: Type, fields: Fields) =>
  z.object({ ...envelope, message_type: z.literal(type), ...fields });

export const gameInvite = message("GAME_INVITE", {
  match_id: z.string(),
  opponent_id: z.string(),
  /** The seat in the match's first game. */
  role: z.string(),
  /** Games of the match. */
  rounds: z.number(),
});
export const gameAccept = message("GAME_ACCEPT", { match_id: z.string().optional() });
export const gameStart = message("GAME_START", {
  match_id: z.string(),
  game_id: z.string(),
  your_role: z.string(),
  opponent_role: z.string(),
});
export const moveRequest = message("MOVE_REQUEST", {
  /** The game of the match that it is, from 1. */
  round_number: z.number(),
  game_state: z.looseObject({
    game: z.string(),
    game_id: z.string(),
    ply: z.number(),
    your_role: z.string(),
    /** What your seat may see. */
    view: z.looseObject({ kind: z.string() }),
    /** Absent where the league hides them. */
    legal_moves: z.array(z.string()).optional(),
    /** Your answers for this move that were refused, with the reasons. */
    refused: z.array(z.object({ text: z.string(), reason: z.string() })).optional(),
  }),
  /** Seconds; null for any time. */
  time_limit: z.number().nullable(),
});
export const moveResponse = message("MOVE_RESPONSE", {
  move: z.union([z.string().min(1).max(200), z.number()]),
  metadata: z.looseObject({}).optional(),
});
/** The same without what every message carries: an answer comes over the call that asked for it. */
export const bareMove = z.strictObject({ move: moveResponse.shape.move, metadata: moveResponse.shape.metadata });
export const roundResult = message("ROUND_RESULT", {
  match_id: z.string(),
  game_id: z.string(),
  round_number: z.number(),
  winner,
  /** How the game ended, such as normal, time or forfeit. */
  termination: z.string(),
  score,
});
export const gameEnd = message("GAME_END", { match_id: z.string(), winner, score });
export const standingsUpdate = message("STANDINGS_UPDATE", {
  round: z.number(),
  /** The league's: running, complete, cancelled. */
  status: z.string(),
  standings: z.array(z.looseObject({})),
});

/** The tool of a player by which it takes a message. It must have the first; of the others it is told what it has. */
export const playerTools = {
  MOVE_REQUEST: "make_move",
  GAME_INVITE: "game_invite",
  GAME_START: "game_start",
  ROUND_RESULT: "round_result",
  GAME_END: "game_end",
  STANDINGS_UPDATE: "standings_update",
} as const;
export type MessageType = keyof typeof playerTools;
