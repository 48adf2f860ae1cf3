import { once } from "node:events";
import { connect, type NetConnectOpts } from "node:net";
import { expect, test } from "vitest";
import { startHost } from "../support/host-process.ts";
import { tempDir } from "../support/temp-dir.ts";
import { modernRequest } from "./raw.ts";

const CALLS = 1_000;

const call = JSON.stringify(modernRequest("tools/call", { name: "listGames", arguments: {} }));

function httpText(line: string, host: string, token: string, body: string, more: Record<string, string> = {}) {
  const headers = { host, authorization: `Bearer ${token}`, "content-length": body.length, ...more };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${line} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

/** A connection that is open before the flood, so that sending costs the test next to nothing. */
async function connection(to: NetConnectOpts) {
  const socket = connect(to).setEncoding("utf8");
  await once(socket, "connect");
  return socket;
}

test.for([
  { door: "http", connections: 20 },
  { door: "socket", connections: 4 },
])("a person comes before $door calls that agents' clients made at once", async ({ door, connections }) => {
  using dir = tempDir();
  await using host = await startHost(dir.path);
  const { host: name, port } = new URL(host.url);
  const address = { port: Number(port), host: "127.0.0.1" };
  const agents = await Promise.all(
    Array.from({ length: connections }, () => connection(door === "http" ? address : { path: host.socket })),
  );
  const person = await connection(address);
  const request =
    door === "socket"
      ? `${call}\n`
      : httpText("POST /mcp", name, host.agentToken, call, {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/call",
          "mcp-name": "listGames",
        });
  let answers = 0;
  const flood = agents.map(async (agent) => {
    let left = CALLS / connections;
    for await (const chunk of agent) {
      const count = String(chunk).split('"jsonrpc"').length - 1;
      answers += count;
      left -= count;
      if (left === 0) break;
    }
  });
  // The host has all of it before it can answer anything: what counts is the order in which it answers.
  for (const agent of agents) agent.write(request.repeat(CALLS / connections));
  person.write(httpText("GET /api/games", name, host.token, ""));
  expect(String(await once(person, "data"))).toMatch(/^HTTP\/1\.1 200 /);
  expect(answers).toBeLessThan(CALLS / 5);
  await Promise.all(flood);
  expect(answers).toBe(CALLS);
  person.destroy();
});

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
