/** A duty that one host alone has at a time: the leagues, or a game's clocks and drivers. */
export type Leased = "leagues" | { readonly game: string };

/** Shows with a write that its writer still holds the lease that entitles to it. */
export interface Fence {
  readonly key: string;
  /** This host, by a name that no other has or had. */
  readonly holder: string;
  /** Counted up whenever the lease comes to somebody else. */
  readonly epoch: number;
}

/** The leases of this host, among all hosts of its store. What nobody holds for a moment is done by whoever holds it next. */
export interface Leases {
  /** To be asked for when something is decided, and given to the commit; null for a lease that this host does not hold. */
  fenceOf(leased: Leased): Fence | null;
  /** Whether this host holds a lease, as far as it knows: one that slept may be wrong, and its commits are refused. */
  holds(leased: Leased): boolean;
  /** Calls when leases have come or gone. Returns what ends it. */
  listen(changed: () => void): () => void;
}
