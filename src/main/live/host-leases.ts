import type { Leased, Leases } from "../store/cluster/leases.ts";
import type { Store } from "../store/store.ts";

/** Of a host that has its store for itself. */
const allLeases: Leases = {
  fenceOf: () => ({ key: "all", holder: "alone", epoch: 1 }),
  holds: () => true,
  listen: () => () => {},
};

/** The games and leagues that this host sees to without being asked. */
export const leasesIn = ({ cluster }: Pick<Store, "cluster">): Leases => cluster?.leases ?? allLeases;

/** Since when this host holds a lease without a break, as a number that is another one each time; null where it does not. */
export const termOf = ({ fenceOf }: Pick<Leases, "fenceOf">, leased: Leased): number | null =>
  fenceOf(leased)?.epoch ?? null;
