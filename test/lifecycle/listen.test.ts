import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test } from "vitest";
import { callModern } from "../journeys/raw.ts";
import { readAnswer, shimArgs, shimEnv } from "../support/agents.ts";
import { startHost } from "../support/host-process.ts";
import { needs } from "../support/needs.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";

/** An address of this machine that others could come to; undefined where it has none. */
const outer = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

/** The status of an answer, or the code of what kept it away. */
const statusOf = (address: string, port: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
  new Promise<number | string | undefined>((resolve) => {
    get({ host: address, port, path, headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).once("error", (error: NodeJS.ErrnoException) => resolve(error.code));
  });

test.skipIf(outer === undefined)(
  "nobody comes from beyond this machine but where the flag says so, and then with a token",
  needs("a network"),
  async () => {
    using folder = tempDir();
    const there = outer ?? "";
    {
      await using host = await startHost(folder.path);
      expect(await statusOf(there, new URL(host.url).port, "/")).toBe("ECONNREFUSED");
      expect(host.log()).not.toContain("network");
    }
    const elsewhere = startHost(folder.path, {}, ["--listen", "203.0.113.1"]);
    await expect(elsewhere).rejects.toThrow(/no address 203\.0\.113\.1 on this machine.*--listen/);
    await using host = await startHost(folder.path, {}, ["--listen", "0.0.0.0", "--allow-host", "kibitz"]);
    const { port } = new URL(host.url);
    expect(host.url).toBe(`http://127.0.0.1:${port}`);
    expect(host.log()).toMatch(
      / warn port \d+ is open to the network at 0\.0\.0\.0: .*asked for a token.*nothing is encrypted/,
    );
    const person = { authorization: `Bearer ${host.token}` };
    expect(await statusOf(there, port, "/")).toBe(200);
    expect(await statusOf(there, port, "/api/games")).toBe(401);
    expect(await statusOf(there, port, "/mcp")).toBe(401);
    expect(await statusOf(there, port, "/api/games", person)).toBe(200);
    expect(await statusOf(there, port, "/api/games", { ...person, host: "kibitz:80" })).toBe(200);
    expect(await statusOf(there, port, "/api/games", { ...person, host: "evil.example" })).toBe(403);
    expect(await statusOf(there, port, "/api/games", { ...person, origin: "http://evil.example" })).toBe(403);
    expect(await statusOf("127.0.0.1", port, "/api/games", person)).toBe(200);

    // The agents' token does not let its holder call programs of this machine, unless the person names them.
    let called = 0;
    const other = createServer((_, response) => {
      called += 1;
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    try {
      const own = `127.0.0.1:${(other.address() as AddressInfo).port}`;
      const at = personAt(host);
      const { body } = await at.post("/api/leagues", { name: "Open", game: "odd-even" });
      const join = async (name: string, endpoint: string) =>
        (await callModern(host, "joinLeague", { league_id: body.league_id, name, endpoint })).message.result;
      for (const alias of [own, own.replace("127.0.0.1", "localhost"), own.replace("127.0.0.1", "127.1")]) {
        const refused = await join("One", `http://${alias}/mcp`);
        expect(refused.isError).toBe(true);
        expect(refused.content[0].text).toMatch(/open to a network.*endpoint_hosts/);
      }
      expect(called).toBe(0);
      await at.put("/api/settings", { endpoint_hosts: [own] });
      expect((await join("One", `http://${own}/mcp`)).structuredContent.entrant_status).toBe("suspended");
      expect(called).toBeGreaterThan(0);
    } finally {
      other.close();
    }
  },
);

test("a shared board is for assistants on this machine: over an open port nobody is told of it, and a shim is", async () => {
  using folder = tempDir();
  await using host = await startHost(folder.path, {}, ["--listen", "0.0.0.0"]);
  const person = personAt(host);
  const id: string = (await person.post("/api/import", { pgn: "1. e4 e5 1-0" })).body.game_id;
  const lines = { moves: [{ after: -1, code: "e2e4", text: "e4" }] };
  const share = { method: "PUT", body: JSON.stringify({ lines }) };
  const headers = { authorization: `Bearer ${host.token}`, "content-type": "application/json" };
  expect((await fetch(`${host.url}/api/coach/${id}`, { ...share, headers })).status).toBe(200);
  const look = async (transport: Transport) => {
    const client = new Client({ name: "onlooker", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
    await client.connect(transport);
    const answer = readAnswer(await client.callTool({ name: "lookAtBoard", arguments: { game_id: id } }));
    await client.close();
    return answer;
  };
  const requestInit = { headers: { authorization: `Bearer ${host.agentToken}` } };
  const beyond = await look(new StreamableHTTPClientTransport(new URL(`${host.mcp}?toolsets=coach`), { requestInit }));
  expect(beyond.data.error.code).toBe("SEAT_REQUIRED");
  expect(beyond.text).not.toContain("e4");
  const args = [...shimArgs(host), "--toolsets", "coach"];
  const own = new StdioClientTransport({ command: process.execPath, args, env: shimEnv(), stderr: "ignore" });
  expect((await look(own)).data.next).toEqual([{ place: 1, move: "1. e4" }]);
});
