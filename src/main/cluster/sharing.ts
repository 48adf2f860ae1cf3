import { RecentMap } from "../../shared/recent-map.ts";
import { type Connections, createConnections } from "../games/authority.ts";
import type { Standstill } from "../live/heartbeat.ts";
import type { Sharing } from "../live/live.ts";
import type { DatabaseAddress } from "../store/address.ts";
import type { Cluster } from "../store/cluster.ts";
import { neverBackwards } from "../store/postgres/shared-clock.ts";
import { openSharedLive } from "./shared-live.ts";

/** Most milliseconds by which the clocks of hosts differ. */
const SKEW_MS = 500;
/** Connections whose state elsewhere is remembered. */
const MOST_KNOWN = 10_000;

/** The parts that a host has otherwise that shares its database with others. */
export const sharingIn = (cluster: Cluster): Sharing => ({
  openLive: (options) => openSharedLive(cluster, options),
  openStandstills: () => {
    /** The times without any host that this one missed. */
    let standstills: readonly Standstill[] = [];
    return {
      isShared: true,
      leapt: cluster.leapt,
      arrive: async (awakeUntil) => {
        standstills = await cluster.arrive(awakeUntil);
      },
      interrupt: () => {},
      // An event after a standstill was decided by a host that knew of it, and resumed the game first. The time since
      // its end counts, since another host may have been there.
      missedBy: (_id, lastEventAt, at) =>
        standstills
          .filter(({ from, until }) => lastEventAt < until - Math.min(SKEW_MS, (until - from) / 2))
          .map(({ from, until }) => ({
            from: Math.min(Math.max(from, lastEventAt), until, at),
            until: Math.min(until, at),
          })),
      noteResumption: () => {},
      until: () => Math.max(...standstills.map(({ until }) => until)),
    };
  },
});

/** Joins the hosts of a database. Throws where they hold seats by another secret than that of this mark. */
export async function joinCluster(cluster: Cluster, mark: string, database: DatabaseAddress | null) {
  if (!(await cluster.seatsAreOf(mark)))
    throw new Error(
      `The seats of the games in ${database?.display} are held by another secret than this host's. Give all hosts the same ` +
        "KIBITZ_ARENA_SECRET; where the first one had none, copy the file seat.secret of its data folder to this one's. If that " +
        "secret is lost for good, empty the database's table seat_secret, and hand out the seats anew",
    );
  const connections = shareConnections(createConnections(), cluster);
  return { now: neverBackwards(cluster.now), connections, sharing: sharingIn(cluster) };
}

/** The open connections to this host, and what is known of those to the others. */
function shareConnections(own: Connections, hosts: Cluster): Connections {
  const elsewhere = new RecentMap<string, boolean>(MOST_KNOWN);
  return {
    open: (connection) => {
      if (connection === null) return own.open(null);
      if (!own.isOpen(connection)) hosts.noteOpen(connection);
      const end = own.open(connection);
      return () => {
        const wasOpen = own.isOpen(connection);
        end();
        if (!wasOpen || own.isOpen(connection)) return;
        elsewhere.set(connection, false);
        hosts.noteClose(connection);
      };
    },
    // An unknown connection counts as open, so that nobody takes its place.
    isOpen: (connection) => own.isOpen(connection) || (elsewhere.get(connection) ?? true),
    lookUp: async (connections) => {
      const unknown = connections.filter((connection) => !own.isOpen(connection));
      if (unknown.length === 0) return;
      const open = await hosts.openAmong(unknown);
      for (const connection of unknown) elsewhere.set(connection, open.has(connection));
    },
  };
}
