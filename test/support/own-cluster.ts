import { afterAll, beforeAll } from "vitest";
import { type Cluster, startCluster } from "./postgres.ts";

/** A PostgreSQL that is there from before the first of the tests around until after the last. For `describe` alone. */
export function ownCluster(): Omit<Cluster, typeof Symbol.asyncDispose> {
  let cluster: Cluster | null = null;
  const started = (): Cluster => {
    if (!cluster) throw new Error("PostgreSQL is started before the first test");
    return cluster;
  };
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster?.[Symbol.asyncDispose]());
  return {
    fresh: () => started().fresh(),
    ask: (...asked) => started().ask(...asked),
    stop: (...how) => started().stop(...how),
    start: () => started().start(),
    get folder() {
      return started().folder;
    },
  };
}
