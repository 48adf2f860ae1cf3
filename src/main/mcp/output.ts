import { z } from "zod";
import type { ApiMove } from "../../shared/api.ts";
import type { Fields } from "../../shared/fields.ts";

// Output schemas have only names and types: every client reads them with the list of tools, whether it plays or not.
// The fields are explained where they are made.

const record = z.looseObject({});
/** The next call; null when there is nothing left to do. */
export type NextAction = {
  readonly tool: string;
  /** A text in <…> is for the caller to fill in. */
  readonly arguments: Fields;
  /** The purpose of the call, where that is not plain from it. */
  readonly text?: string;
} | null;

const list = z.array(z.unknown());
const fields = {
  message: z.string(),
  game_id: z.string(),
  game: z.string(),
  status: z.string(),
  you: z.string().nullable(),
  seat_token: z.string(),
  turn: z.string().nullable(),
  ply: z.number(),
  fen: z.string(),
  state: record,
  last_move: record.nullable(),
  moves_san: list,
  legal_moves: list,
  check: z.boolean(),
  opponent: record,
  clock: record,
  talk: list,
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
export const toldMove = <Told extends Pick<ApiMove, "code" | "text">>({ code, text, ...rest }: Told) => ({
  ...rest,
  uci: code,
  san: text,
});

interface Line {
  /** A seat, or a spectator's name. */
  readonly from: string;
  readonly name?: string;
  readonly message: string;
}

/** A game as one viewer may see it. An absent field means no, or, in few words, no change. */
export interface GameAnswer {
  readonly game_id: string;
  readonly game: string;
  readonly status: "your_turn" | "waiting" | "timeout" | "game_over";
  /** The reader's seat; null for a spectator. */
  readonly you: string | null;
  readonly seat_token?: string;
  /** The seat to move; null when the game is over or both are. */
  readonly turn: string | null;
  /** Moves made so far. */
  readonly ply: number;
  readonly last_move: { readonly uci: string; readonly san: string; readonly by: string } | null;
  /** The last ten plies. */
  readonly moves_san: readonly string[];
  readonly legal_moves?: readonly string[];
  readonly check?: true;
  /** For a player. */
  readonly opponent?: { readonly kind: string; readonly name: string };
  /** For a spectator. */
  readonly players?: Readonly<Record<string, { readonly kind: string; readonly name: string }>>;
  readonly clock?: object;
  /** Lines of others that the reader has not seen, at most the five newest. */
  readonly talk: readonly Line[];
  /** The number of further lines. */
  readonly more_talk?: number;
  /** Spectators' remarks, for spectators, and for players once the game is over. */
  readonly remarks?: readonly Line[];
  /** The seat that offers a draw now, asks to take a move back, or was declined. */
  readonly draw_offer?: string;
  readonly takeback_offer?: string;
  readonly declined?: string;
  /** The draw that may be claimed with the next move. */
  readonly claimable_draw?: string;
  /** The ply of a repeated move that was not played again. */
  readonly repeated?: number;
  /** The game that follows this one. */
  readonly rematch?: string;
  /** The URL of the board for a person. */
  readonly board_url?: string;
  /** Offers and what else there is to know. */
  readonly notes?: readonly string[];
  /** For a person to give to a second assistant. */
  readonly join_prompt?: string;
  readonly result: { readonly winner: string | null; readonly reason: string; readonly text: string } | null;
  readonly next_action: NextAction;
  /** The position: `fen`, or `state` in games without. */
  readonly [position: string]: unknown;
}
