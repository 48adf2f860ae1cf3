import { writeFileSync, writeSync } from "node:fs";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { newGame } from "./support.ts";

/** A host whose disk breaks as it stores a game. It writes the answer, and is killed. */
const [, , path = ""] = process.argv;
const store = openSqliteStore(path);
writeFileSync(process.env.DISK_FAULT ?? "", "-wal");
const result = await store.commit([newGame("1000")], 2_000);
writeSync(1, result.ok ? "kept" : result.code);
process.kill(process.pid, "SIGKILL");
