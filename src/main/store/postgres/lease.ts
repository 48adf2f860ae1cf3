import type { Fence } from "../../duties.ts";
import type { Ask } from "./connections.ts";

/** Milliseconds after which a lease that nobody renewed is anybody's, and between two renewals. */
const LEASE_MS = 5_000;
const RENEWAL_MS = 1_500;

export interface Lease {
  /** What entitles this host now; null while another one holds the lease, or nobody can tell. */
  fence(): Fence | null;
  /** Resolves once the lease has been taken for the first time. */
  readonly taken: Promise<void>;
  /** Lets go, so that another host need not wait. */
  close(): Promise<void>;
}

export interface LeaseOptions {
  readonly ask: Ask;
  readonly key: string;
  /** This host, by a name that no other has or had. */
  readonly holder: string;
  /** It was taken, or taken again. */
  readonly onTaken?: () => void;
  /** Another host has it, or the database could not be asked for so long that one may. */
  readonly onLost: () => void;
}

const taking = `
  INSERT INTO leases AS held (key, holder, epoch, expires_at)
  VALUES ($1, $2, 1, clock_timestamp() + $3 * interval '1 millisecond')
  ON CONFLICT (key) DO UPDATE
    SET holder = excluded.holder, epoch = held.epoch + 1, expires_at = excluded.expires_at
    WHERE held.expires_at < clock_timestamp()
  RETURNING epoch`;
const renewing = `
  UPDATE leases SET expires_at = clock_timestamp() + $3 * interval '1 millisecond'
  WHERE key = $1 AND holder = $2 AND epoch = $4 RETURNING epoch`;

/** Tries to hold a lease as long as it is not closed: takes it where it is free, and renews it. */
export function holdLease({ ask, key, holder, onTaken = () => {}, onLost }: LeaseOptions): Lease {
  let held: { readonly epoch: number; readonly until: number } | null = null;
  let closed = false;
  const first = Promise.withResolvers<void>();

  const renew = async () => {
    const asked = performance.now();
    const known = held;
    const [row] = await ask(known ? renewing : taking, [key, holder, LEASE_MS, ...(known ? [known.epoch] : [])]);
    if (closed) return;
    // By our own clock it ends a little earlier than by the database's, which began to count later.
    if (row) held = { epoch: Number(row.epoch), until: asked + LEASE_MS };
    else held = null;
    if (row && !known) {
      first.resolve();
      onTaken();
    }
    if (!row && known) onLost();
  };
  const look = async () => {
    try {
      await renew();
    } catch {
      // Those who want to write hear why.
      if (!held || performance.now() < held.until) return;
      held = null;
      onLost();
    }
  };
  let next: NodeJS.Timeout | null = null;
  let looking: Promise<void> = Promise.resolve();
  const lookOn = () => {
    looking = look().then(() => {
      if (!closed) next = setTimeout(lookOn, RENEWAL_MS).unref();
    });
  };
  lookOn();

  return {
    fence: () => held && { key, holder, epoch: held.epoch },
    taken: first.promise,
    close: async () => {
      closed = true;
      if (next) clearTimeout(next);
      await looking;
      const letGo = "UPDATE leases SET expires_at = clock_timestamp() WHERE key = $1 AND holder = $2";
      await ask(letGo, [key, holder]).catch(() => {});
    },
  };
}
