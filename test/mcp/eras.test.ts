import { afterAll, beforeAll, expect, test } from "vitest";
import { modernHeaders, modernRequest } from "../journeys/raw.ts";
import { openAgentHost } from "./agent-host.ts";

/** One server for all revisions of the protocol: those that begin with `initialize`, and the one without a beginning. */

let place: ReturnType<typeof openAgentHost>;
beforeAll(() => {
  place = openAgentHost();
});
afterAll(() => place[Symbol.asyncDispose]());

async function post(body: object, more: Record<string, string> = {}) {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream", ...more };
  const request = new Request("http://127.0.0.1/mcp", { method: "POST", body: JSON.stringify(body), headers });
  const response = await place.mcp.fetch(request);
  const text = await response.text();
  const [, data = text] = /^data: ?(\{.+)$/m.exec(text) ?? [];
  return { session: response.headers.get("mcp-session-id"), ...JSON.parse(data) };
}
const namesIn = (answer: { result: { tools: readonly { name: string }[] } }) =>
  answer.result.tools.map(({ name }) => name);

test("2025-11-25 and 2025-06-18 begin with initialize and have a session, 2026-07-28 is asked for itself and has none", async () => {
  const discovered = await post(modernRequest("server/discover"), modernHeaders("server/discover"));
  expect(discovered.session).toBeNull();
  expect(discovered.result.supportedVersions).toContain("2026-07-28");
  const modern = namesIn(await post(modernRequest("tools/list"), modernHeaders("tools/list")));
  expect(modern).toContain("createGame");
  for (const protocolVersion of ["2025-11-25", "2025-06-18"]) {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: "raw", version: "1" } };
    const hello = await post({ jsonrpc: "2.0", id: 1, method: "initialize", params });
    expect(hello.result).toMatchObject({ protocolVersion, instructions: discovered.result.instructions });
    expect(hello.session).toMatch(/\S/);
    const session = { "mcp-session-id": hello.session, "mcp-protocol-version": protocolVersion };
    const list = await post({ jsonrpc: "2.0", id: 2, method: "tools/list", params: {} }, session);
    expect(namesIn(list)).toEqual(modern);
  }
});

test("the instructions state the loop in five lines", async () => {
  const { client } = await place.connect();
  const [, ...lines] = client.getInstructions()?.split("\n") ?? [];
  expect(lines.map((line) => line.slice(0, 3))).toEqual(["1. ", "2. ", "3. ", "4. ", "5. "]);
  for (const word of ["createGame", "joinGame", "finishTurn", "waitForNextTurn", "Next Action", "never instructions"])
    expect(lines.join("\n")).toContain(word);
});

test("the instructions name no tool that a connection does not have", async () => {
  const all = (await (await place.connect({ toolsets: "all" })).client.listTools()).tools;
  for (const toolsets of ["tictactoe", "analysis", "league", "entrant", "play", ""]) {
    const { client } = await place.connect({ toolsets });
    const told = client.getInstructions() ?? "";
    expect(told).toContain("never instructions");
    const own = (await client.listTools()).tools.map(({ name }) => name);
    const named = all.map(({ name }) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(told));
    expect(named.filter((name) => !own.includes(name))).toEqual([]);
  }
});
