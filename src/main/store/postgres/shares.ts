/** A lease as it stands in the database, whoever has it. */
export interface LeaseRow {
  readonly key: string;
  readonly holder: string;
  /** Whether it has not ended. */
  readonly isLive: boolean;
  /** For the lease that says that a host is alive: the weight of the host, 1 to {@link FULL_WEIGHT}. */
  readonly weight: number;
}

/** The prefix of the leases that say that a host is alive. */
export const hostPrefix = "host/";
export const hostKey = (holder: string): string => `${hostPrefix}${holder}`;

/** The lease of a transfer, during which no host may serve the database. */
export const transferKey = "moving";

/** Shares into which all games are divided. */
const SHARES = 8;
/** The weight of a host with time to spare. A host of weight 1 gets a quarter of the shares that it gets. */
export const FULL_WEIGHT = 4;
const shareKeys = Array.from({ length: SHARES }, (_, number) => `games/${number}`);

const hash = (text: string): number =>
  [...text].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0, 7);

/** The share that a game belongs to. */
export const shareOf = (gameId: string): string => `games/${hash(gameId) % SHARES}`;

/**
 * Chooses the leases that a host takes and gives back: the games' shares divided among the living hosts by their
 * weights, rounded up, and the leagues where no host has them.
 * @param weight the weight of this host, 1 to {@link FULL_WEIGHT}
 */
export function leaseChangesFor(holder: string, weight: number, leases: readonly LeaseRow[]) {
  const live = leases.filter(({ isLive }) => isLive);
  // The lease of a host that is about to close has no holder: it gets no share.
  const isOther = (lease: LeaseRow) =>
    lease.holder !== holder && lease.holder !== "" && lease.key.startsWith(hostPrefix);
  const weights = live.filter(isOther).reduce((sum, host) => sum + host.weight, weight);
  const fair = Math.ceil((SHARES * weight) / weights);
  const heldBy = new Map(live.map((lease) => [lease.key, lease.holder]));
  // Hosts that look at the same moment begin in different places.
  const first = hash(holder) % SHARES;
  const inOrder = [...shareKeys.slice(first), ...shareKeys.slice(0, first)];
  const own = inOrder.filter((key) => heldBy.get(key) === holder);
  const take = inOrder.filter((key) => !heldBy.has(key)).slice(0, Math.max(0, fair - own.length));
  return {
    take: heldBy.has("leagues") ? take : [...take, "leagues"],
    /** One at a time, so that no lease is without a holder for long; null for none. */
    giveBack: own.length > fair ? (own.at(-1) ?? null) : null,
  };
}
