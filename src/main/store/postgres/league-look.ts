import { setTimeout as delay } from "node:timers/promises";
import type { Ask } from "../ask.ts";
import type { Cluster, LeagueVersion } from "../cluster/cluster.ts";

/** Milliseconds between two looks: what is told of meanwhile is seen with the next. */
const PAUSE_MS = 50;

/** Looks how far leagues have come. They have no log in common: their versions are what there is to compare. */
export interface LeagueLook {
  /** Tells of them soon, where anybody listens. */
  look(): void;
  readonly listen: Cluster["hearOfLeagues"];
  close(): Promise<void>;
}

// One that others begin and end between two looks is told of for a minute after it was made.
const versions = `
  SELECT id, version FROM leagues WHERE status IN ('open', 'live')
  UNION ALL SELECT id, version FROM leagues
  WHERE status = 'finished' AND created_at > (extract(epoch FROM clock_timestamp()) - 60) * 1000`;

export function createLeagueLook(ask: Ask): LeagueLook {
  const listeners = new Set<(leagues: readonly LeagueVersion[]) => void>();
  const closing = new AbortController();
  const { signal } = closing;
  let isAsked = false;
  let looking: Promise<void> | null = null;

  const lookOn = async () => {
    while (isAsked && !signal.aborted) {
      isAsked = false;
      try {
        const rows = await ask(versions);
        if (signal.aborted) break;
        const leagues = rows.map(({ id, version }) => ({ id: String(id), version: Number(version) }));
        for (const listener of [...listeners]) listener(leagues);
        await delay(PAUSE_MS, null, { signal });
      } catch {
        // The database is away, or the store closes: there is another look in a moment, or none.
      }
    }
    looking = null;
  };

  return {
    look: () => {
      if (listeners.size === 0) return;
      isAsked = true;
      looking ??= lookOn();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      closing.abort();
      await looking;
    },
  };
}
