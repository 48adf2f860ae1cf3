import { z } from "zod";
import type { ApiMove } from "../../../shared/api.ts";
import { NAME_LENGTH } from "../../../shared/text.ts";
import { withoutSign } from "./schema.ts";

// The fields are explained here where their names do not, for those who make them.

const record = z.looseObject({});
const list = z.array(z.unknown());
/** Fields of a game as one viewer may see it. An absent field means no, or, in few words, no change. */
const fields = {
  message: z.string(),
  game_id: z.string(),
  game: z.string(),
  /** `your_turn`, `waiting`, `timeout` or `game_over`. */
  status: z.string(),
  /** The reader's seat; null for a spectator. */
  you: z.string().nullable(),
  seat_token: z.string(),
  /** The seat to move; null when the game is over or both are. */
  turn: z.string().nullable(),
  /** Moves made so far. */
  ply: z.number(),
  fen: z.string(),
  /** The position, in games without FEN. */
  state: record,
  last_move: record.nullable(),
  moves_san: list,
  legal_moves: list,
  check: z.boolean(),
  opponent: record,
  clock: record,
  /** Lines of others that the reader has not seen. */
  talk: list,
  /** The seat that offers a draw now; likewise for a takeback. */
  draw_offer: z.string(),
  takeback_offer: z.string(),
  claimable_draw: z.string(),
  rematch: z.string(),
  board_url: z.string(),
  notes: list,
  join_prompt: z.string(),
  result: record.nullable(),
};

/** An answer with some of these fields and always the next action, or an error. */
export const answerOrError = (shape: z.ZodRawShape) =>
  z.looseObject({ ...z.object(shape).partial().shape, error: record.optional(), next_action: record.nullable() });

export const gameOutput = answerOrError(fields);
export const fullGameOutput = answerOrError({ ...fields, players: record, history: list, pgn: z.string() });
/** Fields of answers about something other than the course of the game. */
const { game_id, status, you, ply, talk, result } = fields;
export const briefOutput = answerOrError({ game_id, status, you, ply, talk, result });
export const gameListOutput = answerOrError({ games: list, next_cursor: z.string().nullable() });
export const seatListOutput = answerOrError({ games: list });
/** For the board's page, which knows the form of its state; errors as everywhere. */
export const boardOutput = z.object({
  board: record.optional(),
  error: record.optional(),
  next_action: record.nullable().optional(),
});

/** A move as agents are told it in every game: `uci` is what machines exchange, `san` what people read. */
export const toldMove = <Move extends Pick<ApiMove, "code" | "text">>({ code, text, ...rest }: Move) => ({
  ...rest,
  uci: code,
  san: text,
});

/** Hides the length limits of arguments copied from an answer: they are enforced, but models need not read them. */
export const copiedText = { minLength: undefined, maxLength: undefined };

export const gameId = z
  .string()
  .min(1)
  .max(20)
  .meta(copiedText)
  .transform(withoutSign)
  .describe("The game's id, such as 4821.");

export const seatToken = z
  .string()
  .max(200)
  .meta(copiedText)
  .optional()
  .describe("Your seat's secret, where the next action spells it or your host restarted.");

/** The arguments by which a caller names a game, and shows its seat in it. */
export const aboutGame = { game_id: gameId, seat_token: seatToken };

export const nameArgument = z.string().max(NAME_LENGTH).optional().describe("How you are shown.");

export const timeoutSeconds = z
  .number()
  .min(0)
  .optional()
  .describe("Most seconds to wait. Default: what your host allows.");

export const waitedSeconds = z
  .number()
  .min(0)
  .default(0)
  .meta({ default: undefined })
  .describe("Copied from the next action.");
