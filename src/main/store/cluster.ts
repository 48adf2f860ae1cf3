/**
 * The choice of other hosts' commits that this host hears of. All hosts hear of leagues, and of beginnings, ends and
 * seats of games; of play, only hosts that have entered the game.
 */
export interface Hearing {
  /** Leaves out the play of games not entered, unless all is to be heard of for now, within a second. */
  narrow(isAll: () => boolean): void;
  /** Hears of a game from now on. What happened before it resolves has to be read. */
  enter(gameId: string): Promise<void>;
  leave(gameId: string): void;
}

/** The part of a store that serves several hosts. */
export interface Cluster {
  /** Tells the other hosts that a connection to this one was opened or closed. */
  noteOpen(connection: string): void;
  noteClose(connection: string): void;
  /** The connections among these that are open at any host. Rejects with `Unavailable`. */
  openAmong(connections: readonly string[]): Promise<ReadonlySet<string>>;
  readonly hearing: Hearing;
  /** Gives back all leases, for good, so that others take them at once: this host is about to close. */
  resign(): Promise<void>;
  /** Milliseconds since 1970 by the common clock. */
  now(): number;
  /** Milliseconds by which the common clock was put forward, or ran on while this host slept, so far. */
  leapt(): number;
  /**
   * Announces this host, at its start or after a standstill of its own. Returns the times without any host, oldest
   * first; one that ends now is among them where no other host was there. Rejects with `Unavailable`.
   * @param awakeUntil the last moment at which this host knew itself awake; null where it has just started
   */
  arrive(awakeUntil: number | null): Promise<readonly { readonly from: number; readonly until: number }[]>;
  /** Whether seats belong to the secret with this mark: the first that asks decides. Rejects with `Unavailable`. */
  seatsAreOf(mark: string): Promise<boolean>;
  /** Asks the host that directs to leave an aggregate alone for a moment, when its commits are always faster. */
  requestPriority(league: string): void;
  /** Calls when another host asks for that. Returns a function that stops it. */
  onPriorityRequest(listener: (league: string) => void): () => void;
}
