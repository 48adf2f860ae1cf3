import { expect, test } from "vitest";
import { httpCaller, socketCaller } from "../../bench/support/callers.ts";
import { startHost } from "../support/host-process.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";

const CALLS = 1_000;

test.for(["http", "socket"] as const)(
  "a person comes before %s calls that an agent's client made at once",
  async (door) => {
    using dir = tempDir();
    await using host = await startHost(dir.path);
    const person = personAt(host);
    const caller = door === "http" ? httpCaller(host) : await socketCaller(host);
    let answered = 0;
    const flood = Array.from({ length: CALLS }, async () => {
      await caller.call("listGames");
      answered += 1;
    });
    // The first answer shows that the calls are there.
    await Promise.race(flood);
    expect((await person.get("/api/games")).status).toBe(200);
    expect(answered).toBeLessThan(CALLS / 2);
    await Promise.all(flood);
  },
);
