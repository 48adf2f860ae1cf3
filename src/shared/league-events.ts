import { z } from "zod";

/** An entrant by its number in the league, from 1; a match and a round likewise. */
const number = z.int().min(1);

/** The events of a league, in the past tense. The log of a league is a list of these. */
export const leagueEventSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("leagueCreated"),
    name: z.string(),
    game: z.string(),
    seed: z.number(),
    /** The SHA-256 of seed and secret; absent for a match of a league elsewhere. */
    commitment: z.string().optional(),
    /** Rounds that were played before, elsewhere; absent for none. */
    played: number.optional(),
  }),
  z.object({ type: z.literal("entrantJoined"), entrant: number, kind: z.string(), name: z.string() }),
  z.object({ type: z.literal("entrantLeft"), entrant: number }),
  /** By the person, before the start. */
  z.object({ type: z.literal("entrantTakenOut"), entrant: number }),
  z.object({
    type: z.literal("leagueStarted"),
    /** The lot of each entrant, which decides where everything else is equal. */
    lots: z.array(number).readonly(),
  }),
  z.object({
    type: z.literal("roundPaired"),
    round: number,
    /** Null for a bye. */
    pairings: z.array(z.tuple([number, number.nullable()]).readonly()).readonly(),
  }),
  z.object({ type: z.literal("matchInvited"), match: number }),
  z.object({ type: z.literal("invitationAccepted"), match: number, entrant: number }),
  /** A referee that is a server registered, or came back. */
  z.object({ type: z.literal("refereeRegistered"), referee: z.string(), name: z.string() }),
  /** A match was given to a referee elsewhere, or taken from it. */
  z.object({ type: z.literal("matchHandedOver"), match: number, referee: z.string() }),
  z.object({ type: z.literal("matchTakenBack"), match: number, referee: z.string(), reason: z.string() }),
  z.object({
    type: z.literal("gameAssigned"),
    match: number,
    game: z.string(),
    /** Whether it decides a level match of a knockout, a draw being a win for the second seat; absent where not. */
    armageddon: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal("gameReported"),
    match: number,
    game: z.string(),
    winner: number.nullable(),
    reason: z.string(),
  }),
  /** The winner of a knockout match that stayed level was drawn by lot. */
  z.object({ type: z.literal("tieDrawn"), match: number, winner: number }),
  z.object({
    type: z.literal("matchReported"),
    match: number,
    winner: number.nullable(),
    score: z.tuple([z.number(), z.number()]).readonly(),
    termination: z.string(),
  }),
  z.object({
    type: z.literal("entrantSuspended"),
    entrant: number,
    misses: z.int(),
    /** The reason, where more is known than that it did not come. */
    reason: z.string().optional(),
  }),
  z.object({ type: z.literal("entrantReturned"), entrant: number }),
  z.object({ type: z.literal("leaguePaused") }),
  /** An entrant cannot play with its settings: the league is paused until the person has corrected them. */
  z.object({ type: z.literal("leagueHeld"), reason: z.string() }),
  z.object({ type: z.literal("leagueResumed") }),
  /**
   * The number of hosts in a row that directed it and did not close, including the present one; 0 when that one closed.
   */
  z.object({ type: z.literal("leagueUndertaken"), hosts: z.int().min(0) }),
  /** Too many hosts in a row ended while they directed it: it is paused until the person resumes it. */
  z.object({ type: z.literal("leagueSetAside") }),
  z.object({ type: z.literal("leagueCancelled") }),
  z.object({ type: z.literal("leagueCompleted"), champion: number.nullable() }),
  /** A host resumed the league; open invitations have their whole time again. */
  z.object({ type: z.literal("hostResumed") }),
]);
export type LeagueEvent = z.infer<typeof leagueEventSchema>;
