import { z } from "zod";
import { effortSchema } from "../../shared/events.ts";
import { whole } from "../../shared/schemas.ts";
import { LONGEST_REMARKS } from "../players/without-secret.ts";

/**
 * `league.v1`: how a league, its referees and players that are MCP servers talk. Each message is the arguments of a
 * `tools/call`, and each answer its structured content (or the JSON in its text). What a message must have is what the
 * protocol says; fields that Kibitz adds are optional here, so that what was written elsewhere is understood.
 */

export const LEAGUE_PROTOCOL = "league.v1";

/** The fields of every message, in both directions. */
const messageEnvelope = {
  protocol: z.literal(LEAGUE_PROTOCOL),
  league_id: z.string(),
  /** The id of the question; its answer carries the same id, and a repeated question keeps it. */
  conversation_id: z.string(),
  /** `league:4821`, `referee:4821`, `player:AlphaBot`. */
  sender: z.string(),
  /** ISO 8601. */
  timestamp: z.string(),
  /** The receiver's token, if it has one; an answer carries the question's token. */
  auth_token: z.string().optional(),
};

/** The fields of a message before its own; an answer repeats the ids of its question, whatever they are. */
export const envelopeOf = (
  message_type: string,
  league_id: unknown,
  conversation_id: unknown,
  sender: string,
  now: number,
) => ({
  protocol: LEAGUE_PROTOCOL,
  message_type,
  league_id,
  conversation_id,
  sender,
  timestamp: new Date(now).toISOString(),
});

/** The winner, seen from the message's receiver: `you`, `opponent`, or `draw`. */
const winnerSchema = z.enum(["you", "opponent", "draw"]);
/** Points of the receiver and its opponent: rounds of a game that has rounds, else games of the match. */
const scoreSchema = z.strictObject({ you: z.number(), opponent: z.number() });

const messageSchema = <Type extends string, Fields extends z.ZodRawShape>(type: Type, fields: Fields) =>
  z.object({ ...messageEnvelope, message_type: z.literal(type), ...fields });

export const gameInvite = messageSchema("GAME_INVITE", {
  match_id: z.string(),
  opponent_id: z.string(),
  /** The seat in the match's first game. */
  role: z.string(),
  /** Rounds of a game that has rounds, else games of the match. */
  rounds: z.number(),
});
export const gameAccept = messageSchema("GAME_ACCEPT", { match_id: z.string().optional() });
export const gameStart = messageSchema("GAME_START", {
  match_id: z.string().optional(),
  game_id: z.string(),
  your_role: z.string(),
  opponent_role: z.string(),
});
export const moveRequest = messageSchema("MOVE_REQUEST", {
  /** The round of a game that has rounds, else the game of the match, from 1. */
  round_number: z.number(),
  game_state: z.looseObject({
    game: z.string().optional(),
    your_role: z.string().optional(),
    /** Absent where the league hides them. */
    legal_moves: z.array(z.union([z.string(), z.number()])).optional(),
  }),
  /** Seconds; null for any time. */
  time_limit: z.number().nullable().optional(),
});
/** Kibitz's additions to a position; absent where another program uses the name for something else. */
export const kibitzState = z.object({
  /** The view of the player's seat. */
  view: z.looseObject({ kind: z.string() }).optional().catch(undefined),
  options: z.record(z.string(), z.unknown()).optional().catch(undefined),
  history: z.array(z.string()).optional().catch(undefined),
  refused: z
    .array(z.object({ text: z.string(), reason: z.string() }))
    .optional()
    .catch(undefined),
});
export const moveResponse = messageSchema("MOVE_RESPONSE", {
  move: z.union([z.string().min(1).max(200), z.number()]),
  metadata: z.looseObject({ thoughts: z.string().optional().catch(undefined) }).optional(),
});
/** The same without what every message carries: an answer comes over the call that asked for it. */
export const bareMove = z.strictObject({ move: moveResponse.shape.move, metadata: moveResponse.shape.metadata });
export const roundResult = messageSchema("ROUND_RESULT", { round_number: z.number().optional(), winner: winnerSchema });
export const gameEnd = messageSchema("GAME_END", {
  match_id: z.string().optional(),
  match_winner: winnerSchema.optional(),
  final_score: scoreSchema.optional(),
});
export const standingsUpdate = messageSchema("STANDINGS_UPDATE", {
  /** The league's: running, complete, cancelled. */
  status: z.string().optional(),
  standings: z.array(z.looseObject({})).optional(),
});

const uuidSchema = z.string().check(z.guid("a UUID, such as 0b6f1c8e-7d0a-4a34-9f0b-1d3a5c7e9f01, is expected"));
const visibleText = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, "visible characters are expected");

export const leagueRegisterRequest = messageSchema("LEAGUE_REGISTER_REQUEST", {
  player_id: uuidSchema,
  display_name: visibleText(40),
  endpoint: z.string().max(500),
  capabilities: z.record(z.string(), z.unknown()).optional(),
});

export const refereeRegisterRequest = messageSchema("REFEREE_REGISTER_REQUEST", {
  referee_id: uuidSchema,
  /** The code that the person gives to the referees of their choice. */
  registration_code: z.string().max(256).optional(),
  display_name: visibleText(40),
  endpoint: z.string().max(500),
  capabilities: z.looseObject({
    /** The games whose rules it knows. */
    games: z.array(z.string().max(40)).min(1).max(50),
    /** Matches that it runs at once. */
    max_matches: whole(1, 256).default(1),
    /** Whether it takes a MATCH_ASSIGN again for a match that it has: the league asks so whether it still has it. */
    repeats: z.boolean().default(false),
    /** Whether it heeds `decider` in a match's settings. */
    deciders: z.boolean().default(false),
  }),
});

const playerInfo = z.looseObject({
  player_id: z.string(),
  display_name: z.string().optional(),
  endpoint: z.string(),
  /** The fields of every message to it. */
  auth_token: z.string().optional(),
});
export const matchAssign = messageSchema("MATCH_ASSIGN", {
  match_id: z.string().max(100),
  player1_info: playerInfo,
  player2_info: playerInfo,
  game: z.string(),
  settings: z
    .looseObject({
      /** Of each game, as the game has them. */
      options: z.record(z.string(), z.unknown()).default({}),
      games_per_match: whole(1, 100).default(1),
      best_of: z.boolean().default(false),
      /** Whether a match must have a winner: a level one is extended by further games. */
      needs_winner: z.boolean().default(false),
      /** For how many games at the most, and what decides after them. */
      decider: z
        .looseObject({
          extra_games: whole(0, 100).default(4),
          /** Whether these are played in pairs. */
          in_pairs: z.boolean().default(false),
          last: z.enum(["lot", "armageddon"]).default("lot"),
          /** The second seat's time in an Armageddon, as a share of the first one's. */
          time_odds: z.number().min(0.1).max(1).default(0.8),
          /** The player with the first seat in that; left out where none comes. */
          first: z.enum(["player1", "player2"]).optional(),
        })
        .prefault({}),
      clock: z.object({ initial_seconds: z.number(), increment_seconds: z.number() }).nullable().default(null),
      move_seconds: z.number().min(0.1).nullable().default(300),
      invite_seconds: z.number().min(0.1).default(120),
      missed_move: z.enum(["forfeit", "random"]).default("forfeit"),
      misses: z.int().min(1).default(3),
      legal_moves: z.enum(["shown", "hidden"]).default("shown"),
      max_illegal: z.int().nullable().default(null),
      longest_game: z.int().nullable().default(null),
    })
    .prefault({}),
  /** The seed of all random choices. */
  seed: z.union([z.string(), z.number()]).optional(),
});

/** Most moves of a reported game, and characters of one. */
const MOST_MOVES = 20_000;
export const matchResult = messageSchema("MATCH_RESULT", {
  match_id: z.string().max(100),
  /** The player's id; null where nobody won. */
  winner_id: z.string().nullable(),
  /** Points by player id. */
  score: z.record(z.string(), z.number()).optional(),
  games: z
    .array(
      z.looseObject({
        moves: z
          .array(
            z.looseObject({
              role: z.string().max(40),
              move: z.union([z.string().min(1).max(200), z.number()]),
              /** Milliseconds that it took. */
              ms: z.number().min(0).max(86_400_000).optional(),
              /** The cost of the move beside time, such as why it was random; absent for a move of the player's own. */
              effort: effortSchema.optional(),
              /** The player's remarks about it, as JSON. */
              metadata: z
                .string()
                .max(2 * LONGEST_REMARKS)
                .optional(),
            }),
          )
          .max(MOST_MOVES),
        /** How it ended: normal, or what kept it from it, such as time or forfeit. */
        termination: z.string().max(40).default("normal"),
      }),
    )
    .max(200),
});

/** How far a match is, in the answer to a MATCH_ASSIGN that is repeated: the number and moves of the game under way. */
export const matchProgress = z.looseObject({
  game_number: whole(1, 200),
  moves: matchResult.shape.games.element.shape.moves,
});

/** The tools with which players and referees receive a message: the first is Kibitz's own name, others are accepted. */
export const calledTools = {
  MOVE_REQUEST: ["make_move", "move_request"],
  GAME_INVITE: ["game_invite"],
  GAME_START: ["game_start"],
  ROUND_RESULT: ["round_result"],
  GAME_END: ["game_end"],
  STANDINGS_UPDATE: ["standings_update"],
  MATCH_ASSIGN: ["match_assign"],
} as const;
export type MessageType = keyof typeof calledTools;

/** The tools by which a league takes a message. */
export const leagueTools = {
  LEAGUE_REGISTER_REQUEST: "league_register_request",
  REFEREE_REGISTER_REQUEST: "referee_register_request",
  MATCH_RESULT: "match_result",
} as const;

/** The league of a referee that registers for all leagues of a host. */
export const ALL_LEAGUES = "*";
