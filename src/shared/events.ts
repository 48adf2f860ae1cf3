import { z } from "zod";
import { failureCauses } from "./causes.ts";
import { linesSchema } from "./line-schemas.ts";
import { eventOf, gameKindSchema, outcomeSchema, playerKindSchema, seatSchema, whole } from "./schemas.ts";
import { struct } from "./struct.ts";
import { thoughtsSchema } from "./thoughts.ts";

/** Milliseconds left on the clocks of the first and the second seat. */
const clockTimesSchema = z.tuple([z.number(), z.number()]).readonly();

const seatPlayerSchema = struct({
  seat: seatSchema,
  kind: playerKindSchema,
  /** Null while the seat waits for an agent. */
  name: z.string().nullable(),
  /** The computer's level, 1–10. */
  level: z.number().nullable(),
});
export type SeatPlayer = z.infer<typeof seatPlayerSchema>;

/** Most characters of an answer that are recorded, the last ones. */
export const LONGEST_RECORD = 16_384;

/** A model's answer, and how it was read. */
const recordedAnswerSchema = struct({
  /** The answer without the key: its last {@link LONGEST_RECORD} characters. */
  text: z.string(),
  /** The number of characters of the whole, and its SHA-256 in hexadecimal. */
  length: z.int(),
  sha256: z.string(),
  /** The form in which it named its move, such as `move-line`; null where it named none. */
  form: z.string().nullable(),
  /** The code of the legal move that it named, or RESIGN; null for none, absent in older records. */
  choice: z.string().nullable().optional(),
  /** Why it ended, such as `stop` or `length`, and what the vendor calls the model that answered, and its setup. */
  finish: z.string(),
  model: z.string(),
  /** The request's settings as they were sent, beside the prompt, as JSON. */
  sent: z.string(),
});

/** The cost of a move apart from time, for players that are models, servers or programs. */
export const effortSchema = struct({
  retries: z.int().min(0),
  /** Unusable answers: invalid ones, errors, time-outs. Moves that the rules refused are events of their own. */
  unusable: z.int().min(0),
  /** The reason why the move is a random one instead of the player's own; null if it is its own. */
  fallback: z.string().nullable(),
  /** The first few failures on the way, in words. */
  failures: z.array(z.string()).readonly(),
  /** The number of failures of each cause; absent for none. */
  causes: z.partialRecord(z.enum(failureCauses), whole(0, 1_000_000)).readonly().optional(),
  /** The last answer of a model, or the first for the move that most voted for; absent where none came. */
  answer: recordedAnswerSchema.optional(),
  /** All answers of that vote, in the order of their requests; absent for a model that is asked once. */
  votes: z.array(recordedAnswerSchema).readonly().optional(),
  /** Tokens that a model read, wrote, and thought (which are among those it wrote); null where none was asked. */
  tokens: struct({ input: z.number(), output: z.number(), reasoning: z.number() }).nullable(),
  /** Dollars; null if it costs nothing. */
  cost: z.number().nullable(),
});
export type Effort = z.infer<typeof effortSchema>;

/** An engine's judgement of a position of a game, from the first seat's side. */
export const reviewedPositionSchema = struct({
  /** Centipawns, or moves to mate, negative when the second seat is better. */
  score: struct({ kind: z.enum(["cp", "mate"]), value: z.number() }),
  /** The engine's line instead, where the played move gets a judgement; else empty. */
  line: z.array(struct({ code: z.string(), text: z.string() })).readonly(),
});
export type ReviewedPosition = z.infer<typeof reviewedPositionSchema>;

/** The quality of some of a side's moves. */
const playSchema = z.object({
  moves: z.int(),
  /** 0–100; null without a move. */
  accuracy: z.number().nullable(),
  /** The mean loss of its moves; null without a move. */
  centipawnLoss: z.number().nullable(),
});

/** An engine's review of a finished game, by seat. */
export const reviewSchema = struct({
  /** The number of nodes for each position. */
  nodes: z.int(),
  /** The name that the engine gives itself; null where the game had no move. */
  engine: z.string().nullable(),
  seats: z
    .record(
      seatSchema,
      playSchema
        .extend({
          inaccuracies: z.int(),
          mistakes: z.int(),
          blunders: z.int(),
          /** Its moves up to the last position that the opening names know, and after it; absent in older reviews. */
          theory: playSchema.readonly().optional(),
          later: playSchema.readonly().optional(),
        })
        .readonly(),
    )
    .readonly(),
});
export type GameReviewed = z.infer<typeof reviewSchema>;

/** The same, with the evaluations from which it is computed. */
export interface FullReview extends GameReviewed {
  /** One for each position, the first one the start. */
  readonly positions: readonly ReviewedPosition[];
}

/** The events of a game, in the past tense. The log of a game is a list of these. */
export const gameEventSchema = z.discriminatedUnion("type", [
  eventOf("gameCreated", {
    game: gameKindSchema,
    players: z.tuple([seatPlayerSchema, seatPlayerSchema]).readonly(),
    rematchOf: z.string().nullable(),
    /** Whether the game was played elsewhere and read from a PGN. */
    imported: z.boolean().optional(),
    /** Whether players may have positions analysed for them. */
    analysis: z.boolean().optional(),
    /** Milliseconds until the first turn begins, so that a person can sit down first; absent for none. */
    sitDownMs: z.number().optional(),
  }),
  eventOf("seatTaken", { seat: seatSchema, name: z.string() }),
  eventOf("seatFreed", { seat: seatSchema }),
  /** The person gave an entrant's place a new token: whoever held the seat by the old one holds it no more. */
  eventOf("seatReissued", { seat: seatSchema }),
  /** The person gave an agent's seat to somebody else: to themself, or to the computer. */
  eventOf("seatHandedOver", seatPlayerSchema.unwrap().shape),
  /** The holder of a seat came back, over another connection or for the first time since it was seated unasked. */
  eventOf("holderReturned", { seat: seatSchema }),
  eventOf("movePlayed", {
    seat: seatSchema,
    /** 1 for the first move: the ply that the move leads to. */
    ply: z.int(),
    code: z.string(),
    text: z.string(),
    /** Thinking time in milliseconds, without the time in which the host was down. */
    ms: z.number(),
    clock: clockTimesSchema.nullable(),
    /** Absent if the move cost nothing but time. */
    effort: effortSchema.optional(),
    /** A player server's remarks about its move, as JSON; absent for none. */
    metadata: z.string().optional(),
    /** Absent where the player said nothing. */
    thoughts: thoughtsSchema.optional(),
  }),
  /** A player that gave no move loses the game. */
  eventOf("moveMissed", {
    seat: seatSchema,
    /** The cost of the failed attempt, and the reason why no move came. */
    effort: effortSchema,
  }),
  /** Both had made their first move, and the clocks of a game that waited for that began to run. */
  eventOf("clocksStarted", {}),
  eventOf("moveRefused", {
    seat: seatSchema,
    text: z.string(),
    reason: z.string(),
    /** The kind of the illegal move; absent where nobody noted it. */
    kind: z.string().optional(),
  }),
  /** The number of refused moves beyond those that the log has one by one. */
  eventOf("movesRefused", {
    seat: seatSchema,
    count: z.int().min(1),
    kinds: z.record(z.string(), z.int()).readonly().optional(),
  }),
  eventOf("drawOffered", { seat: seatSchema }),
  eventOf("drawDeclined", { seat: seatSchema }),
  eventOf("takebackOffered", { seat: seatSchema }),
  /** Withdrawn where the seat declined its own request. */
  eventOf("takebackDeclined", { seat: seatSchema, withdrawn: z.boolean().optional() }),
  eventOf("movesTakenBack", {
    /** The seat that had asked for it. */
    seat: seatSchema,
    /** The ply that the game went back to. */
    ply: z.int().min(0),
  }),
  eventOf("analysisSwitched", { on: z.boolean() }),
  eventOf("positionShared", {
    /** The ply after which the position was on this board. */
    ply: z.int().min(0),
    /** The other game with the position, in which a computer moved. */
    game: z.string(),
  }),
  eventOf("gameReviewed", { ...reviewSchema.unwrap().shape, positions: z.array(reviewedPositionSchema).readonly() }),
  /** A study written about the game, with its variations; replaces the one before. */
  eventOf("gameAnnotated", { lines: linesSchema }),
  eventOf("said", { seat: seatSchema, message: z.string() }),
  /** A spectator's remark. */
  eventOf("kibitzed", { name: z.string(), message: z.string() }),
  eventOf("hostResumed", {
    /** Milliseconds in which no host ran, or a driver waited for others; charged to nobody. */
    downMs: z.number(),
    /** The seat whose driver waited: its provider failed, or was asked by others. */
    waited: seatSchema.optional(),
  }),
  eventOf("gameOver", { outcome: outcomeSchema }),
  eventOf("gameDeleted", {}),
  eventOf("gameRestored", {}),
  eventOf("rematchCreated", { next: z.string() }),
]);
export type GameEvent = z.infer<typeof gameEventSchema>;

/** An event as everyone may see it: without concealed parts and those with a route of their own, with the outcome in words. */
export type PublicEvent =
  | Exclude<GameEvent, { readonly type: "gameOver" | "gameReviewed" | "gameAnnotated" }>
  | Omit<Extract<GameEvent, { readonly type: "gameReviewed" }>, "positions">
  | { readonly type: "gameAnnotated" }
  | (Extract<GameEvent, { readonly type: "gameOver" }> & { readonly text: string });

export interface LoggedEvent {
  /** Its position in the log of the whole host, increasing, so that a reader can ask for later events. */
  readonly id: number;
  readonly gameId: string;
  /** Its number among the events of its game or league, from 1. */
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly event: GameEvent;
}
