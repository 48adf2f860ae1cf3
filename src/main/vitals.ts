import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { messageOf } from "../shared/result.ts";
import { version } from "../shared/version.ts";
import type { Log, LogLevel } from "./base/log.ts";
import { createMetrics, type Sample } from "./base/metrics.ts";
import type { Games } from "./games/games.ts";
import type { Leagues } from "./league/leagues.ts";
import type { Store } from "./store/store.ts";
import type { Vitals } from "./web/parts.ts";

/** Seconds: from a commit on a good disk to one that a lost database is given up for. */
const COMMIT_BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Milliseconds between two samples of the event loop, which are left out of its delay. */
const SAMPLE_MS = 20;
const QUANTILES = [0.5, 0.99, 1];
/** Milliseconds in which the store has to answer. */
const HEALTHY_MS = 2_000;

export interface VitalParts {
  readonly store: Pick<Store, "check" | "duties">;
  readonly games: Pick<Games, "unfinished" | "waiting">;
  readonly leagues: Pick<Leagues, "running" | "waiting">;
}

export function watchVitals() {
  const metrics = createMetrics();
  const { counter, reading } = metrics;
  const gauge = reading.bind(null, "gauge");
  gauge("kibitz_info", "The version of this host", () => [{ labels: { version }, value: 1 }]);
  const countLine = counter("kibitz_log_lines_total", "Errors and warnings in the log of this host", [
    { level: "error" },
    { level: "warn" },
  ]);
  const observeCommit = metrics.histogram(
    "kibitz_commit_seconds",
    "From asking the store to keep something until it was kept, or refused with this code",
    COMMIT_BOUNDS,
  );
  const countMove = counter("kibitz_moves_total", "Moves that this host kept");
  const eventLoop = monitorEventLoopDelay({ resolution: SAMPLE_MS });

  /** Since it was last asked for: nobody else needs to know, and a host that nobody watches does not look. */
  const eventLoopDelay = (): readonly Sample[] => {
    const isNew = eventLoop.enable();
    const samples = QUANTILES.map((quantile) => {
      const ms = eventLoop.percentile(quantile * 100) / 1e6;
      return { labels: { quantile: String(quantile) }, value: isNew ? 0 : Math.max(0, ms - SAMPLE_MS) / 1000 };
    });
    eventLoop.reset();
    return samples;
  };

  return {
    /** The log, whose warnings and errors are counted. */
    counting: (log: Log): Log => {
      const countingLog =
        (level: LogLevel): Log[LogLevel] =>
        (message, about) => {
          countLine({ level });
          log[level](message, about);
        };
      return { ...log, error: countingLog("error"), warn: countingLog("warn") };
    },
    /** The store, whose commits are timed, and whose moves are counted. */
    timing: (store: Store): Store => ({
      ...store,
      commit: async (changes, at, duty) => {
        const startedAt = performance.now();
        const result = await store.commit(changes, at, duty);
        observeCommit((performance.now() - startedAt) / 1000, { result: result.ok ? "kept" : result.code });
        if (result.ok)
          for (const { events } of changes) for (const { type } of events) if (type === "movePlayed") countMove();
        return result;
      },
    }),
    /** Tells how the host is doing, once all of it is there. */
    of: ({ store, games: liveGames, leagues }: VitalParts): Vitals => {
      gauge("kibitz_waits", "Calls that wait at this host", () => [
        { labels: { for: "game" }, value: liveGames.waiting() },
        { labels: { for: "league" }, value: leagues.waiting() },
      ]);
      gauge(
        "kibitz_games_unfinished",
        "Games that go on, as far as this host knows",
        () => liveGames.unfinished().length,
      );
      gauge("kibitz_leagues_running", "Leagues that are played and that this host directs", () => leagues.running());
      gauge("kibitz_leases_held", "Leases of this host: shares of the games, and the leagues", () => {
        const { games, leagues } = store.duties.count();
        return [
          { labels: { of: "games" }, value: games },
          { labels: { of: "leagues" }, value: leagues },
        ];
      });
      gauge("kibitz_event_loop_delay_seconds", "Delay of the event loop since it was last asked for", eventLoopDelay);
      reading("counter", "process_cpu_seconds_total", "Processor time of this host", () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      });
      gauge("process_resident_memory_bytes", "Memory of this host", () => process.memoryUsage.rss());
      return {
        metrics: metrics.text,
        obstacle: () =>
          Promise.race([
            store.check().then(() => null, messageOf),
            delay(HEALTHY_MS, "The database does not answer", { ref: false }),
          ]),
      };
    },
    [Symbol.dispose]: () => void eventLoop.disable(),
  };
}
