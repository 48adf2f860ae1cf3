import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { httpCaller, socketCaller } from "../../bench/support/callers.ts";
import { startHost } from "../support/host-process.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";
import { modernRequest } from "./raw.ts";

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

test("a client that sends without end is read no faster than it is served", async () => {
  using dir = tempDir();
  await using host = await startHost(dir.path);
  const socket = connect(host.socket);
  await once(socket, "connect");
  const line = JSON.stringify(
    modernRequest("tools/call", { name: "getRules", arguments: { padding: "x".repeat(400) } }),
  );
  for (let piece = 0; piece < 400; piece += 1) socket.write(`${line}\n`.repeat(100));
  const inAll = socket.writableLength;
  let answers = 0;
  for await (const chunk of socket.setEncoding("utf8")) {
    answers += String(chunk).split("\n").length - 1;
    if (answers >= 200) break;
  }
  // Bytes that the system keeps on their way count as sent.
  expect(inAll - socket.writableLength).toBeLessThan(4 * 1024 * 1024);
});
