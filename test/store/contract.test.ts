import { join } from "node:path";
import { afterAll } from "vitest";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { tempDir } from "../support/temp-dir.ts";
import { storeContract } from "./contract.ts";

const dir = tempDir();
afterAll(() => dir[Symbol.dispose]());

let files = 0;
storeContract("a store in SQLite, in memory", () => openSqliteStore(":memory:"));
storeContract("a store in SQLite, in a file", () => openSqliteStore(join(dir.path, `${++files}.db`)));
