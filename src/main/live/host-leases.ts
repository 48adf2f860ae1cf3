import type { LeaseName, Leases } from "../store/cluster/leases.ts";
import { SHARES } from "../store/cluster/shares.ts";
import type { Store } from "../store/store.ts";

/** The leases of a host that has its store for itself: all of them, or none where it can store nothing. */
const ownLeases = (all: boolean): Leases => ({
  fenceOf: () => (all ? { key: "all", holder: "alone", epoch: 1 } : null),
  holds: () => all,
  count: () => ({ games: all ? SHARES : 0, leagues: all ? 1 : 0 }),
  listen: () => () => {},
});

/** The games and leagues that this host sees to by itself. */
export const leasesIn = ({ cluster, readOnly }: Pick<Store, "cluster" | "readOnly">): Leases =>
  cluster?.leases ?? ownLeases(readOnly === undefined);

/** Identifies the time for which this host has held a lease without a break; null where it does not hold it. */
export const termOf = ({ fenceOf }: Pick<Leases, "fenceOf">, lease: LeaseName): number | null =>
  fenceOf(lease)?.epoch ?? null;
