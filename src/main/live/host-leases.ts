import type { Leased, Leases } from "../store/cluster/leases.ts";
import { SHARES } from "../store/cluster/shares.ts";
import type { Store } from "../store/store.ts";

/** The leases of a host that has its store for itself. */
const allLeases: Leases = {
  fenceOf: () => ({ key: "all", holder: "alone", epoch: 1 }),
  holds: () => true,
  count: () => ({ games: SHARES, leagues: 1 }),
  listen: () => () => {},
};

/** The games and leagues that this host sees to by itself. */
export const leasesIn = ({ cluster }: Pick<Store, "cluster">): Leases => cluster?.leases ?? allLeases;

/** Identifies the time for which this host has held a lease without a break; null where it does not hold it. */
export const termOf = ({ fenceOf }: Pick<Leases, "fenceOf">, leased: Leased): number | null =>
  fenceOf(leased)?.epoch ?? null;
