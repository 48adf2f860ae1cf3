import { join } from "node:path";
import { afterAll, describe } from "vitest";
import { openPostgresStore } from "../../src/main/store/postgres/store.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { needs } from "../support/needs.ts";
import { ownCluster } from "../support/own-cluster.ts";
import { noPostgres } from "../support/postgres.ts";
import { tempDir } from "../support/temp-dir.ts";
import { storeContract } from "./contract.ts";
import { freshAddress } from "./support.ts";

const dir = tempDir();
afterAll(() => dir[Symbol.dispose]());

let files = 0;
storeContract("a store in SQLite, in memory", () => openSqliteStore(":memory:"));
storeContract("a store in SQLite, in a file", () => openSqliteStore(join(dir.path, `${++files}.db`)));

describe.skipIf(noPostgres)("where PostgreSQL is installed", needs("PostgreSQL"), () => {
  const cluster = ownCluster();

  storeContract("a store in PostgreSQL", async () => openPostgresStore(await freshAddress(cluster)));
});
