/** Work that nobody asks for and one host alone does: the leagues, or the clocks and drivers of a game. */
export type Duty = "leagues" | { readonly game: string };

/** The work that a host does by itself. Duties that no host has for a moment are taken by the next one. */
export interface Duties {
  /** Whether this host has a duty, as far as it knows: after a standstill its commits may be refused. */
  holds(duty: Duty): boolean;
  /** Identifies the time for which this host has had a duty without a break; null where it does not have it. */
  term(duty: Duty): number | null;
  /** How many of the eight shares of games this host has, and of the leagues, which are one. */
  count(): { readonly games: number; readonly leagues: number };
  /** Calls when duties were taken or lost. Returns a function that stops it. */
  listen(onChange: () => void): () => void;
}

/** The duties of a host that has its store for itself: all of them, or none where it can store nothing. */
export const ownDuties = (all: boolean): Duties => ({
  holds: () => all,
  term: () => (all ? 1 : null),
  count: () => ({ games: all ? 8 : 0, leagues: all ? 1 : 0 }),
  listen: () => () => {},
});
