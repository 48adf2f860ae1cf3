import { join } from "node:path";
import { afterAll } from "vitest";
import { openMemoryStore } from "../../src/main/store/memory.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { tempDir } from "../support/temp-dir.ts";
import { storeContract } from "./contract.ts";

const dir = tempDir();
afterAll(() => dir[Symbol.dispose]());

let files = 0;
storeContract("a store in memory", openMemoryStore);
storeContract("a store in SQLite", () => openSqliteStore(join(dir.path, `${++files}.db`)));
