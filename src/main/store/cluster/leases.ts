/** Work that one host alone does at a time: the leagues, or the clocks and drivers of a game. */
export type LeaseName = "leagues" | { readonly game: string };

/** Proves with a write that its writer still holds the lease that it needs. */
export interface Fence {
  readonly key: string;
  /** This host, by a name that no other has or had. */
  readonly holder: string;
  /** Increases whenever the lease goes to another holder. */
  readonly epoch: number;
}

/**
 * The leases of this host, among all hosts of its store. Work that no host holds for a moment is done by the next
 * holder.
 */
export interface Leases {
  /** The fence for a commit, read when it is decided; null for a lease that this host does not hold. */
  fenceOf(lease: LeaseName): Fence | null;
  /**
   * Whether this host holds a lease, as far as it knows: after a standstill it may be wrong, and its commits are
   * refused.
   */
  holds(lease: LeaseName): boolean;
  /** How many of the shares of games are held, and of the leagues, which are one. */
  count(): { readonly games: number; readonly leagues: number };
  /** Calls when leases were taken or lost. Returns a function that stops it. */
  listen(onChange: () => void): () => void;
}
