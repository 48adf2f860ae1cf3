/** What somebody has to do though nobody asks for it: once, wherever how many hosts are. A game's: its clocks and drivers. */
export type Duty = "leagues" | { readonly game: string };

/** What shows with a write that its writer still has the duty that entitles to it. */
export interface Fence {
  readonly key: string;
  /** This host, by a name that no other has or had. */
  readonly holder: string;
  /** Counted up whenever the duty comes to somebody else. */
  readonly epoch: number;
}

/** The duties of this host, among all hosts of its store. What nobody has for a moment is done by whoever has it next. */
export interface Duties {
  /** To be asked for when something is decided, and given to the commit; null for a duty that this host has not. */
  fenceOf(duty: Duty): Fence | null;
  /** Whether this host has a duty, as far as it knows: one that slept may be wrong, and its commits are refused. */
  holds(duty: Duty): boolean;
  /** Calls when duties have come or gone. Returns what ends it. */
  listen(changed: () => void): () => void;
}

const alone: Fence = { key: "all", holder: "alone", epoch: 1 };

/** Of a host that has its store for itself. */
export const allDuties: Duties = { fenceOf: () => alone, holds: () => true, listen: () => () => {} };
