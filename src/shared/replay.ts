import type { ThoughtMove } from "./lines.ts";
import type { GameKind, Outcome, Seat, Seats, View } from "./terms.ts";

/** The id of the element with the game of the replay page, or with the list of its games, as JSON. */
export const replaySeedId = "kibitz-replay";
/** The id of the element with one of several games, by its index in the list. */
export const replaySeedIdOf = (place: number): string => `${replaySeedId}-${place}`;

/** A move as the page shows it. */
export interface ReplayMove extends ThoughtMove {
  /** The number that stands before it: `12.` or `12…`; empty where the game has none. */
  readonly number: string;
  /** The view after it. */
  readonly view: View;
}

/** A game with everything that a page needs to replay it offline. */
export interface ReplaySeed {
  readonly game: GameKind;
  readonly game_id: string;
  /** First and second seat, with the players' names. */
  readonly players: readonly [ReplayPlayer, ReplayPlayer];
  /** How it ended, in words. */
  readonly result: string;
  /** Further facts, as pairs of a name and a value. */
  readonly facts: readonly (readonly [string, string])[];
  /** The view before the first move. */
  readonly start: View;
  readonly comment?: string | undefined;
  readonly moves: readonly ReplayMove[];
  /** Whether the page asks for it again while it goes on; absent for a game that was saved. */
  readonly live?: true;
  /** The colours and pieces of the person who saved it. */
  readonly look: { readonly board: string; readonly pieces: string };
}

/** The games of a league on one page. Each is in an element of its own, which is parsed when the game is opened. */
export interface ReplayBook {
  readonly league: string;
  /** The number of the league's finished games, which may be more than are here. */
  readonly over: number;
  readonly games: readonly ReplayEntry[];
  readonly look: ReplaySeed["look"];
}

export interface ReplayEntry {
  readonly round: number;
  readonly names: readonly [string, string];
  readonly seats: Seats;
  readonly result: Outcome;
}

interface ReplayPlayer {
  readonly seat: Seat;
  readonly name: string;
}
