import { sharingIn } from "../../src/main/cluster/sharing.ts";
import { type Sharing, singleHost } from "../../src/main/live/live.ts";
import type { Cluster } from "../../src/main/store/cluster.ts";
import type { Change, Store } from "../../src/main/store/store.ts";

/** As a host finds out whether others serve the same store. */
export const sharingOf = ({ cluster }: Pick<Store, "cluster">): Sharing => (cluster ? sharingIn(cluster) : singleHost);

/** A cluster whose other hosts never do anything. */
const quietCluster: Cluster = {
  hearing: { narrow: () => {}, enter: async () => {}, leave: () => {} },
  resign: async () => {},
  now: Date.now,
  leapt: () => 0,
  arrive: async () => [],
  seatsAreOf: async () => true,
  noteOpen: () => {},
  noteClose: () => {},
  openAmong: async () => new Set(),
  requestPriority: () => {},
  onPriorityRequest: () => () => {},
};

/** A store as one of several hosts sees it: of its notifications, the changes are those that it has made itself. */
export function sharedView(store: Store): Store {
  const own = new Set<Change>();
  return {
    ...store,
    cluster: quietCluster,
    commit: (changes, at) => {
      for (const change of changes) own.add(change);
      return store.commit(changes, at);
    },
    subscribe: (listener) =>
      store.subscribe(({ changes, entries }) =>
        listener({ entries, changes: changes.filter((change) => own.has(change)) }),
      ),
  };
}
