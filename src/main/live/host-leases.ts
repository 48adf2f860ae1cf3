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
/** Those of a host that can store nothing: it does nothing by itself. */
const noLeases: Leases = {
  ...allLeases,
  fenceOf: () => null,
  holds: () => false,
  count: () => ({ games: 0, leagues: 0 }),
};

/** The games and leagues that this host sees to by itself. */
export const leasesIn = ({ cluster, readOnly }: Pick<Store, "cluster" | "readOnly">): Leases =>
  cluster?.leases ?? (readOnly === undefined ? allLeases : noLeases);

/** Identifies the time for which this host has held a lease without a break; null where it does not hold it. */
export const termOf = ({ fenceOf }: Pick<Leases, "fenceOf">, leased: Leased): number | null =>
  fenceOf(leased)?.epoch ?? null;
