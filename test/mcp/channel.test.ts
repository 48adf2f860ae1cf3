import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import { openSocketDoor } from "../../src/main/doors/socket.ts";
import { createBacklogs } from "../../src/main/flow/backlogs.ts";
import { serveStream } from "../../src/main/mcp/server/stream.ts";
import { modernRequest } from "../journeys/raw.ts";
import { sure } from "../live-games/support.ts";
import { createInbox, linesOf } from "../shim/inbox.ts";
import { tempDir } from "../support/temp-dir.ts";
import { openAgentHost } from "./agent-host.ts";

/** Claude Code's channels: an agent that does not wait is told of its person's move, once a turn. */

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

interface Line {
  readonly id?: string;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose form the protocol describes
  readonly params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly result?: any;
}

async function open({ graceMs = 0, channels = true } = {}) {
  const dir = tempDir();
  undo.push(() => dir[Symbol.dispose]());
  const place = openAgentHost({}, {}, undefined, {}, { graceMs });
  undo.push(() => place[Symbol.asyncDispose]());
  const door = await openSocketDoor({
    path: join(dir.path, "kibitz.sock"),
    helloToken: "t".repeat(43),
    helloRequired: false,
    serve: (stream, { toolsets }) =>
      serveStream(place.services, "0.0.0", stream, {
        connection: "c",
        toolsets,
        channels,
        callSeconds: null,
        onProgram: () => {},
      }),
    log: silentLog,
    backlogs: createBacklogs(),
  });
  undo.push(() => door.close());
  const socket = connect(door.path);
  undo.push(() => socket.destroy());
  await once(socket, "connect");
  const [answers, told] = [createInbox<Line>(), createInbox<Line>()];
  const lines = linesOf(socket);
  const sort = async (): Promise<void> => {
    for (;;) {
      const line: Line = JSON.parse(await lines.next("line", Number.POSITIVE_INFINITY));
      (line.method === undefined ? answers : told).push(line);
    }
  };
  void sort();
  let last = 0;
  const ask = async (method: string, params: Record<string, unknown> = {}): Promise<Line> => {
    last += 1;
    socket.write(`${JSON.stringify(modernRequest(method, params, `${last}`))}\n`);
    return answers.next(`answer to ${method}`);
  };
  const call = async (name: string, args: object) =>
    (await ask("tools/call", { name, arguments: args })).result.structuredContent;
  const { game_id } = await call("createGame", { type: "human" });
  const person = async (text: string) => sure(await place.games.play(game_id, "black", { text }, 1));
  return { ...place, ask, call, told, person, game_id: String(game_id) };
}

test("a channel tells of a whole game move by move, once a turn, and of its end", async () => {
  const at = await open();
  expect((await at.ask("server/discover")).result).toMatchObject({
    capabilities: { experimental: { "claude/channel": {} } },
    instructions: expect.stringContaining('the channel "kibitz"'),
  });
  await at.call("finishTurn", { game_id: at.game_id, move: "f3" });
  await at.person("e5");
  expect(await at.told.next("word of e5")).toMatchObject({
    method: "notifications/claude/channel",
    params: {
      content: `I played e5 in Kibitz game ${at.game_id}. It is your turn: call waitForNextTurn with game_id “${at.game_id}”.`,
      meta: { game_id: at.game_id },
    },
  });
  expect((await at.call("waitForNextTurn", { game_id: at.game_id })).status).toBe("your_turn");
  await at.call("finishTurn", { game_id: at.game_id, move: "g4" });
  await at.person("Qh4");
  expect((await at.told.next("word of the end")).params.content).toContain(
    "The game is over: Black wins by Checkmate.",
  );
  await at.call("getGame", { game_id: at.game_id });
  expect(at.told.left).toEqual([]);
});

test("a channel tells nobody whose wait is open, nor twice of one turn", async () => {
  const at = await open();
  await at.call("finishTurn", { game_id: at.game_id, move: "e4" });
  const waiting = at.call("waitForNextTurn", { game_id: at.game_id, timeout_seconds: 20 });
  await expect.poll(() => at.games.waiting()).toBe(1);
  await at.person("e5");
  expect((await waiting).status).toBe("your_turn");
  await at.call("finishTurn", { game_id: at.game_id, move: "Nf3" });
  await at.person("Nc6");
  // Something else happens in the game while it is still to be woken.
  sure(await at.games.say(at.game_id, "black", "hello"));
  expect((await at.told.next("word of Nc6")).params.content).toContain("I played Nc6");
  await at.call("getGame", { game_id: at.game_id });
  expect(at.told.left).toEqual([]);
});

test("a channel tells an agent that called a moment ago only once it has had a moment to go on by itself", async () => {
  const at = await open({ graceMs: 300 });
  const moved = Date.now();
  await at.call("finishTurn", { game_id: at.game_id, move: "e4" });
  await at.person("e5");
  await at.told.next("word of e5");
  expect(Date.now() - moved).toBeGreaterThanOrEqual(290);
});

test("a client that has not asked for a channel is told nothing, and sees no capability", async () => {
  const at = await open({ channels: false });
  expect((await at.ask("server/discover")).result.capabilities).not.toHaveProperty("experimental");
  await at.call("finishTurn", { game_id: at.game_id, move: "e4" });
  await at.person("e5");
  await at.call("getGame", { game_id: at.game_id });
  expect(at.told.left).toEqual([]);
});
