import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import { openSocketDoor } from "../../src/main/doors/socket.ts";
import { createBacklogs } from "../../src/main/flow/backlogs.ts";
import { serveStream } from "../../src/main/mcp/server/stream.ts";
import { modernRequest } from "../journeys/raw.ts";
import { started, sure } from "../live-games/support.ts";
import { linesOf } from "../shim/inbox.ts";
import { tempDir } from "../support/temp-dir.ts";
import { openAgentHost } from "./agent-host.ts";

/** News of changed resources over the shim's door: whoever does not read hears of each once, and costs next to nothing. */

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function open() {
  const dir = tempDir();
  undo.push(() => dir[Symbol.dispose]());
  const place = openAgentHost();
  undo.push(() => place[Symbol.asyncDispose]());
  const backlogs = createBacklogs();
  const door = await openSocketDoor({
    path: join(dir.path, "kibitz.sock"),
    helloToken: "t".repeat(43),
    helloRequired: false,
    serve: (stream, { connection, toolsets }) =>
      serveStream(place.services, "0.0.0", stream, {
        connection,
        toolsets,
        callSeconds: null,
        onProgram: () => {},
      }),
    log: silentLog,
    backlogs,
  });
  undo.push(() => door.close());
  const call = async () => {
    const socket = connect(door.path);
    undo.push(() => socket.destroy());
    await once(socket, "connect");
    return { socket, say: (message: object) => void socket.write(`${JSON.stringify(message)}\n`) };
  };
  return { ...place, backlogs, call };
}

const watched = (id: string) => ["", "/pgn"].map((suffix) => `kibitz://games/${id}${suffix}`);
const listen = (uris: readonly string[], id = "news") =>
  modernRequest("subscriptions/listen", { notifications: { resourceSubscriptions: uris } }, id);
const rpc = (id: number, method: string, params: object) => ({ jsonrpc: "2.0", id, method, params });

/** Opens as a client of the 2025 era and subscribes; as one of the 2026 era, listens. */
const eras: readonly (readonly [string, (say: (message: object) => void, uris: readonly string[]) => void])[] = [
  ["2026", (say, uris) => say(listen(uris))],
  [
    "2025",
    (say, uris) => {
      const clientInfo = { name: "raw", version: "1" };
      say(rpc(0, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo }));
      say({ jsonrpc: "2.0", method: "notifications/initialized" });
      for (const [index, uri] of uris.entries()) say(rpc(index + 1, "resources/subscribe", { uri }));
    },
  ],
];

/** Reads the messages to a client until a line with this text. */
async function hearUntil(socket: Socket, said: string): Promise<readonly string[]> {
  const heard: string[] = [];
  const lines = linesOf(socket);
  while (!heard.at(-1)?.includes(said)) heard.push(await lines.next(said));
  return heard;
}

test("a client that listens to no resource costs no listener", async () => {
  const { services, call } = await open();
  const listen = vi.spyOn(services.games, "listen");
  const { socket, say } = await call();
  say(modernRequest("subscriptions/listen", { notifications: {} }, "nothing"));
  await hearUntil(socket, "subscriptions/acknowledged");
  expect(listen).not.toHaveBeenCalled();
  say(modernRequest("subscriptions/listen", { notifications: { resourceSubscriptions: ["kibitz://games"] } }, "games"));
  await hearUntil(socket, "subscriptions/acknowledged");
  expect(listen).toHaveBeenCalledTimes(1);
});

test.each(eras)(
  "in the %s era a client that reads nothing is told once of what changes again and again",
  async (_, begin) => {
    const { games, backlogs, call } = await open();
    const { id } = (await started(games)).state;
    const { socket, say } = await call();
    const uris = watched(id);
    begin(say, uris);
    say(modernRequest("tools/list", {}, "begun"));
    const before = await hearUntil(socket, '"begun"');
    expect(before.join("\n")).not.toContain("notifications/resources/updated");
    socket.pause();

    let most = 0;
    for (let changes = 0; changes < 4_000; changes += 1) {
      sure(await games.switchAnalysis(id, changes % 2 === 0));
      most = Math.max(most, backlogs.total());
    }
    expect(most).toBeGreaterThan(64 * 1024);
    expect(most).toBeLessThan(128 * 1024);
    // When it reads on it hears of each once more, after everything that happened; then the news go on.
    say(modernRequest("resources/read", { uri: uris[1] }, "read on"));
    const late = await hearUntil(socket, '"read on"');
    const rest = linesOf(socket);
    const news = late.filter((line) => line.includes("notifications/resources/updated"));
    expect(news.length).toBeLessThan(6_000);
    sure(await games.switchAnalysis(id, true));
    for (const uri of uris) expect(await rest.next("the last news")).toContain(`"${uri}"`);
  },
);

test.each([
  ["of many", Array.from({ length: 1_000 }, (_, index) => `kibitz://games/${index}/board.svg`)],
  ["of many without a name", Array.from({ length: 20_000 }, () => "")],
])(
  "a list %s, longer than anybody needs, is refused in words, and what was asked for before goes on",
  async (_, many) => {
    const { call } = await open();
    const modern = await call();
    modern.say(listen(["kibitz://games"], "few"));
    modern.say(listen(many, "many"));
    const refusal = (await hearUntil(modern.socket, '"many"')).at(-1) ?? "";
    expect(JSON.parse(refusal)).toMatchObject({
      id: "many",
      error: { code: -32602, message: expect.stringContaining("characters in all") },
    });
  },
);
