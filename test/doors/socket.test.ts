import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import { openSocketDoor, type Session, type SocketDoor, socketAddress } from "../../src/main/doors/socket.ts";
import { createBacklogs } from "../../src/main/flow/backlogs.ts";
import { formatHello, type Hello } from "../../src/shared/instance.ts";
import { createInbox, linesOf } from "../shim/inbox.ts";

const token = "t".repeat(43);
const ours: Hello = { connection: "secret", toolsets: "play", entry: "cursor", token };
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "kibitz-door-"));
  undo.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A door behind which everything is repeated with an exclamation mark. */
async function open(options: Partial<Parameters<typeof openSocketDoor>[0]> = {}) {
  const hellos = createInbox<Hello>();
  const ended = createInbox<string>();
  const door = await openSocketDoor({
    path: join(folder(), "kibitz.sock"),
    helloToken: token,
    log: silentLog,
    backlogs: createBacklogs(),
    serve: ({ input, output }, hello): Session => {
      hellos.push(hello);
      linesOf(input)
        .next()
        .then((line) => output.write(`${line}!\n`))
        .catch(() => {});
      return {
        close: async () => ended.push("closed"),
      };
    },
    ...options,
  });
  undo.push(() => door.close());
  return { door, hellos, ended };
}

function call(door: SocketDoor): { socket: Socket; lines: ReturnType<typeof linesOf>; closed: Promise<unknown> } {
  const socket = connect(door.path);
  socket.on("error", () => {});
  undo.push(() => socket.destroy());
  return { socket, lines: linesOf(socket), closed: new Promise((resolve) => socket.on("close", resolve)) };
}

const json = async (lines: ReturnType<typeof linesOf>): Promise<unknown> => JSON.parse(await lines.next());

test("a hello is answered, and what follows it is served, even in the same breath", async () => {
  const { door, hellos } = await open();
  const { socket, lines } = call(door);
  socket.write(`${formatHello(ours)}first\n`);
  expect(await json(lines)).toEqual({ kibitz: 1, ok: true });
  expect(await lines.next()).toBe("first!");
  expect(await hellos.next()).toEqual(ours);
});

test("a client that is gone before it is served leaves no session", async () => {
  const ended = createInbox<string>();
  const { door } = await open({
    serve: async ({ input }) => {
      input.destroy();
      await once(input, "close");
      return { close: async () => ended.push("closed") };
    },
  });
  const { socket, closed } = call(door);
  socket.write(formatHello(ours));
  await closed;
  expect(await ended.next()).toBe("closed");
});

test("a hello may come byte by byte", async () => {
  const { door } = await open();
  const { socket, lines } = call(door);
  socket.setNoDelay();
  for (const byte of Buffer.from(formatHello({ ...ours, toolsets: "♞" }))) socket.write(Buffer.from([byte]));
  expect(await json(lines)).toEqual({ kibitz: 1, ok: true });
  socket.write("next\n");
  expect(await lines.next()).toBe("next!");
});

test("a client that knows nothing of hellos speaks at once, and a long first message is no hello", async () => {
  const { door, hellos } = await open({ helloRequired: false });
  for (const message of ['{"jsonrpc":"2.0"}', `{"long":"${"x".repeat(9000)}"}`]) {
    const { socket, lines } = call(door);
    socket.write(`${message}\n`);
    expect(await lines.next()).toBe(`${message}!`);
    expect(await hellos.next()).toEqual({
      connection: null,
      toolsets: null,
      entry: null,
      token: null,
    });
  }
});

test.each([
  ["another token", { helloRequired: false }, formatHello({ ...ours, token: "wrong" }), /token/],
  ["no token where one is needed", { helloRequired: true }, formatHello({ ...ours, token: null }), /token/],
  ["no hello where one is needed", { helloRequired: true }, '{"jsonrpc":"2.0"}\n', /kibitz-mcp/],
  [
    "a hello that asks for what is not to be had",
    { objection: () => "No such toolset." },
    formatHello(ours),
    /toolset/,
  ],
  ["another version", {}, '{"kibitz":2}\n', /different versions/],
  ["a malformed hello", {}, '{"kibitz":1,"toolsets":5}\n', /malformed/],
  ["an endless hello", {}, `{"kibitz":1,"toolsets":"${"x".repeat(9000)}`, /longer than 4096/],
])("a client with %s is turned away in one line that says why", async (_, options, line, reason) => {
  const { door, hellos } = await open(options);
  const { socket, lines, closed } = call(door);
  socket.write(line);
  expect(await json(lines)).toEqual({ kibitz: 1, ok: false, error: expect.stringMatching(reason) });
  await closed;
  expect(hellos.left).toEqual([]);
});

test("a door tells connections beyond its limit so, and has room again when one goes", async () => {
  const { door, ended } = await open({ maxConnections: 1 });
  const first = call(door);
  first.socket.write(formatHello(ours));
  await first.lines.next();
  const second = call(door);
  expect(await json(second.lines)).toMatchObject({ ok: false, error: expect.stringContaining("1 connections") });
  await second.closed;
  first.socket.destroy();
  await ended.next();
  const third = call(door);
  third.socket.write(formatHello(ours));
  expect(await json(third.lines)).toEqual({ kibitz: 1, ok: true });
});

test("a silent connection is closed after a while; one that said hello may then be silent", async () => {
  const { door } = await open({ patience: 1_000 });
  const silent = call(door);
  const greeted = call(door);
  greeted.socket.write(formatHello(ours));
  await greeted.lines.next();
  await silent.closed;
  greeted.socket.write("still here\n");
  expect(await greeted.lines.next()).toBe("still here!");
});

test("a client that breaks off frees what was opened for it", async () => {
  const { door, ended } = await open();
  const { socket, lines } = call(door);
  socket.write(formatHello(ours));
  await lines.next();
  socket.destroy();
  expect(await ended.next()).toBe("closed");
});

test("a server side that ends hangs up, and one that throws costs its own connection only", async () => {
  let turn = 0;
  const { door } = await open({
    serve: () => {
      if (turn++ === 0) throw new Error("no");
      return { close: async () => {}, ending: Promise.resolve() };
    },
  });
  for (let client = 0; client < 2; client++) {
    const { socket, closed } = call(door);
    socket.write(formatHello(ours));
    await closed;
  }
  expect(turn).toBe(2);
});

test("a client that does not read is not heard until it does", async () => {
  let heard = 0;
  const held = createInbox<void>();
  const { door } = await open({
    serve: ({ input, output }) => {
      input.once("pause", () => held.push());
      input.on("data", (chunk: Buffer) => {
        heard += chunk.length;
        output.write(chunk);
      });
      return { close: async () => {} };
    },
  });
  const socket = connect(door.path);
  undo.push(() => socket.destroy());
  const all = 16 * 1024 * 1024;
  socket.write(formatHello(ours));
  socket.write(Buffer.alloc(all, "moves and talk\n"));
  await held.next("pause");
  expect(heard).toBeLessThan(all / 2);
  let answered = 0;
  await new Promise<void>((resolve) => {
    socket.on("data", (chunk: Buffer) => {
      answered += chunk.length;
      if (answered >= all) resolve();
    });
  });
  expect(heard).toBe(all);
});

test("a client that is told of much and reads nothing is cut off, and told so in place of what waited", async () => {
  const backlogs = createBacklogs({ perClient: 1024 * 1024 });
  const speaker = createInbox<(text: string) => void>();
  const { door, ended } = await open({
    backlogs,
    serve: ({ output }) => {
      speaker.push((text) => void output.write(text));
      return { close: async () => ended.push("closed") };
    },
  });
  const { socket } = call(door);
  socket.pause();
  socket.write(formatHello(ours));
  const speak = await speaker.next();
  const line = `${"x".repeat(9_999)}\n`;
  for (let count = 0; count < 5_000; count += 1) speak(line);
  expect(backlogs.total()).toBe(0);
  const heard: string[] = [];
  const closed = new Promise((resolve) => socket.once("end", resolve));
  let rest = "";
  socket.on("data", (chunk) => {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    heard.push(...lines);
  });
  socket.resume();
  await closed;
  expect(heard.length).toBeLessThan(200);
  expect(JSON.parse(heard.at(-1) ?? "")).toMatchObject({
    id: null,
    error: { message: expect.stringContaining("cut") },
  });
  expect(heard.slice(1, -1).every((each) => each === line.trim())).toBe(true);
  socket.end();
  expect(await ended.next()).toBe("closed");
});

test("a client that begins long lines and ends none is hung up on, before they are too much in all", async () => {
  const backlogs = createBacklogs({ perClient: 1024 * 1024, together: 2 * 1024 * 1024 });
  const { door } = await open({
    backlogs,
    serve: ({ input }) => {
      input.on("data", () => {});
      return { close: async () => {} };
    },
  });
  const ends = createInbox<string>();
  const begun = ["one", "two", "three"].map(() => {
    const socket = connect(door.path).setEncoding("utf8");
    undo.push(() => socket.destroy());
    let heard = "";
    socket.on("data", (text: string) => {
      heard += text;
    });
    socket.on("error", () => {}).on("close", () => ends.push(heard));
    socket.write(formatHello(ours));
    return socket;
  });
  for (const [index, socket] of begun.entries())
    await new Promise<void>((sent) => socket.write(Buffer.alloc(700_000 + index, "x"), () => sent()));
  // Together they are too much: whoever has the most goes.
  expect(await ends.next()).toContain("line without an end");
  expect(ends.left).toEqual([]);
  for (const socket of begun) socket.write(Buffer.alloc(700_000, "x"));
  await ends.next();
  await ends.next();
  expect(backlogs.total()).toBe(0);
});

test("closing hangs up on everyone, waits for what was opened, and leaves no file", async () => {
  const { door, ended } = await open();
  const greeted = call(door);
  const silent = call(door);
  greeted.socket.write(formatHello(ours));
  await greeted.lines.next();
  await door.close();
  expect(ended.left).toContain("closed");
  await Promise.all([greeted.closed, silent.closed]);
  expect(existsSync(door.path)).toBe(false);
  await door.close();
});

test.skipIf(process.platform === "win32")(
  "the socket is this user's alone, and a dead host's is replaced",
  async () => {
    const path = join(folder(), "kibitz.sock");
    const dead = createServer().listen(path);
    await new Promise((resolve) => dead.on("listening", resolve));
    undo.push(() => dead.close());
    const { door } = await open({ path });
    expect(statSync(door.path).mode & 0o777).toBe(0o600);
    const { socket, lines } = call(door);
    socket.write("hi\n");
    expect(await lines.next()).toBe("hi!");
  },
);

test.skipIf(process.platform === "win32")("a file that is no socket is left alone", async () => {
  const path = join(folder(), "kibitz.sock");
  writeFileSync(path, "thesis");
  await expect(open({ path })).rejects.toThrow(/is no socket/);
  expect(statSync(path).size).toBe(6);
});

test.skipIf(process.platform === "win32").each(["short", "long"])(
  "a path too long for a socket gets a short stand-in in a private folder, where the folder for temporary files has a %s path",
  async (length) => {
    const deep = join(folder(), "d".repeat(100));
    mkdirSync(deep);
    if (length === "long") vi.stubEnv("TMPDIR", deep);
    // It would be another folder for each program.
    vi.stubEnv("XDG_RUNTIME_DIR", "relative");
    const { door } = await open({ path: join(deep, "kibitz.sock") });
    expect(door.path).toMatch(/^\//);
    expect(Buffer.byteLength(door.path)).toBeLessThanOrEqual(100);
    expect(statSync(dirname(door.path)).mode & 0o777).toBe(0o700);
    const { socket, lines } = call(door);
    socket.write("hi\n");
    expect(await lines.next()).toBe("hi!");
  },
);

test("on Windows the pipe's name differs by folder and cannot be guessed without the token", () => {
  const name = (path: string, secret: string) => socketAddress(path, secret, "win32");
  const one = name("C:\\Data\\kibitz.sock", "a");
  expect(one).toMatch(/^\\\\\.\\pipe\\kibitz-[0-9a-f]{32}$/);
  expect(name("c:\\data\\KIBITZ.sock", "a")).toBe(one);
  expect(new Set([one, name("C:\\Other\\kibitz.sock", "a"), name("C:\\Data\\kibitz.sock", "b")]).size).toBe(3);
});
