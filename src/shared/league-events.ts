import { z } from "zod";
import { eventOf } from "./schemas.ts";

/** An entrant by its number in the league, from 1; a match and a round likewise. */
const number = z.int().min(1);

/** The events of a league, in the past tense. The log of a league is a list of these. */
export const leagueEventSchema = z.discriminatedUnion("type", [
  eventOf("leagueCreated", {
    name: z.string(),
    game: z.string(),
    seed: z.number(),
    /** The SHA-256 of seed and secret; absent for a match of a league elsewhere. */
    commitment: z.string().optional(),
    /** Rounds that were played before, elsewhere; absent for none. */
    played: number.optional(),
  }),
  eventOf("entrantJoined", { entrant: number, kind: z.string(), name: z.string() }),
  eventOf("entrantLeft", { entrant: number }),
  /** By the person: before the start, or later one that others waited for. */
  eventOf("entrantTakenOut", { entrant: number }),
  /** By the person: its agent has a new token, and the earlier ones ended. */
  eventOf("placeReissued", { entrant: number }),
  eventOf("leagueStarted", {
    /** The lot of each entrant, which decides where everything else is equal. */
    lots: z.array(number).readonly(),
  }),
  eventOf("roundPaired", {
    round: number,
    /** Null for a bye. */
    pairings: z.array(z.tuple([number, number.nullable()]).readonly()).readonly(),
  }),
  eventOf("matchInvited", { match: number }),
  eventOf("invitationAccepted", { match: number, entrant: number }),
  /** A referee that is a server registered, or came back. */
  eventOf("refereeRegistered", { referee: z.string(), name: z.string() }),
  /** A match was given to a referee elsewhere, or taken from it. */
  eventOf("matchHandedOver", { match: number, referee: z.string() }),
  eventOf("matchTakenBack", { match: number, referee: z.string(), reason: z.string() }),
  eventOf("gameAssigned", {
    match: number,
    game: z.string(),
    /** Whether it decides a level match of a knockout, a draw being a win for the second seat; absent where not. */
    armageddon: z.literal(true).optional(),
  }),
  eventOf("gameReported", { match: number, game: z.string(), winner: number.nullable(), reason: z.string() }),
  /** The winner of a knockout match that stayed level was drawn by lot. */
  eventOf("tieDrawn", { match: number, winner: number }),
  eventOf("matchReported", {
    match: number,
    winner: number.nullable(),
    score: z.tuple([z.number(), z.number()]).readonly(),
    termination: z.string(),
  }),
  eventOf("entrantSuspended", {
    entrant: number,
    misses: z.int(),
    /** The reason, where more is known than that it did not come. */
    reason: z.string().optional(),
  }),
  eventOf("entrantReturned", { entrant: number }),
  eventOf("leaguePaused", {}),
  /** By the person: no further match begins, and the league pauses once those under way are over. */
  eventOf("finishRequested", {}),
  /** An entrant cannot play with its settings: the league is paused until the person has corrected them. */
  eventOf("leagueHeld", { reason: z.string() }),
  /** The provider of an entrant's model failed: its next move is asked for after so many milliseconds. */
  eventOf("leagueWaited", { entrant: z.int(), reason: z.string(), ms: z.int() }),
  eventOf("leagueResumed", {}),
  /**
   * The number of hosts in a row that directed it and did not close, including the present one; 0 when that one closed.
   */
  eventOf("leagueUndertaken", { hosts: z.int().min(0) }),
  /** Too many hosts in a row ended while they directed it: it is paused until the person resumes it. */
  eventOf("leagueSetAside", {}),
  eventOf("leagueCancelled", {}),
  eventOf("leagueRenamed", { name: z.string() }),
  eventOf("leagueDeleted", {}),
  eventOf("leagueRestored", {}),
  eventOf("leagueCompleted", { champion: number.nullable() }),
  /** A host resumed the league; open invitations have their whole time again. */
  eventOf("hostResumed", {}),
]);
export type LeagueEvent = z.infer<typeof leagueEventSchema>;
