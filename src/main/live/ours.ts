import type { Leases } from "../store/cluster/leases.ts";
import type { Store } from "../store/store.ts";

/** Of a host that has its store for itself. */
const everything: Leases = {
  fenceOf: () => ({ key: "all", holder: "alone", epoch: 1 }),
  holds: () => true,
  listen: () => () => {},
};

/** What this host sees to though nobody asks for it. */
export const leasesIn = ({ cluster }: Pick<Store, "cluster">): Leases => cluster?.leases ?? everything;
