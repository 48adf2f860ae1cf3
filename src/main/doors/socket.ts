import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { formatHelloAnswer, type Hello, type HelloLine, helloLimit, parseHello } from "../../shared/instance.ts";
import { isSameSecret } from "../base/derived-secrets.ts";
import { fileIdentity } from "../base/disk.ts";
import type { Log } from "../base/log.ts";
import { systemErrorCode } from "../data/data-dir.ts";
import { type Backlogs, openSocketOutbox, type SocketOutbox } from "../flow/backlogs.ts";

/** Bytes that a socket's path may have: sun_path holds 104 on macOS and 108 on Linux, its closing zero included. */
const LONGEST_PATH = 100;

/**
 * The address that the door listens at, for the wanted path: the path itself on Unix, or a short stand-in of this user
 * where that is too long; a named pipe on Windows, whose name cannot be guessed without `secret`.
 */
export function socketAddress(explicit: string, secret: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === "win32") {
    return `\\\\.\\pipe\\kibitz-${hash(`${explicit.toLowerCase()}\n${userInfo().username}\n${secret}`)}`;
  }
  if (Buffer.byteLength(explicit) <= LONGEST_PATH) return explicit;
  const name = `${hash(explicit)}.sock`;
  const runtime = process.env.XDG_RUNTIME_DIR;
  const own = `kibitz-${process.getuid?.() ?? 0}`;
  const folders = [
    // A relative one counts as unset (XDG Base Directory 0.8).
    ...(runtime?.startsWith("/") ? [join(runtime, "kibitz")] : []),
    join(tmpdir(), own),
  ];
  const path = folders.map((folder) => join(folder, name)).find((path) => Buffer.byteLength(path) <= LONGEST_PATH);
  // Every Unix has /tmp, where TMPDIR names another folder too.
  return path ?? join("/tmp", own, name);
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);

/** Removes the socket of a dead host, under the instance lock alone. Throws where another kind of file is there. */
function removeDeadSocket(path: string): void {
  try {
    if (!lstatSync(path).isSocket()) {
      throw new Error(`${path} is in the way of Kibitz's socket and is no socket. Move it away and start again.`);
    }
    rmSync(path);
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") throw error;
  }
}

/** Creates the folder of a stand-in path and closes it to others. Throws where it is not this user's. */
function createPrivateFolder(path: string): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stat = lstatSync(folder);
  // In a shared folder for temporary files, somebody else may have been there first to catch the connections.
  if (!stat.isDirectory() || (process.getuid !== undefined && stat.uid !== process.getuid())) {
    throw new Error(
      `The folder ${folder} for Kibitz's socket belongs to somebody else. Remove it or set XDG_RUNTIME_DIR.`,
    );
  }
  if ((stat.mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

/** One client being served. `ending` settles when the server side gives up, so that the door can hang up. */
export interface Session {
  close(): Promise<void>;
  readonly ending?: Promise<void>;
}

export type SocketDoor = Awaited<ReturnType<typeof openSocketDoor>>;

const newline = 0x0a;
/** Bytes in a client's backlog beyond which it is not read from until it has read them. */
const enoughUnread = 64 * 1024;
/** The message to a client that is cut off, in the protocol that it speaks. */
const cutOff = (why: string): string => {
  const message = `Kibitz cut this connection off: ${why}`;
  return `${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32000, message } })}\n`;
};
const unreadAnswers = cutOff("its answers were not read. Connect again, and read");
const endlessLine = cutOff("it sent a line without an end. Connect again, and end your lines");
/** Milliseconds that a client has to read its backlog when the door closes. */
const FAREWELL_MS = 1000;

/** Opens the shim's door. Throws where it cannot listen. */
export async function openSocketDoor(options: {
  /** The address to listen at. The real one can differ (see {@link socketAddress}) and is in the answer. */
  readonly path: string;
  /** Speaks MCP with one client, from the line after the hello on. */
  readonly serve: (stream: SocketOutbox & { readonly input: Readable }, hello: Hello) => Session | Promise<Session>;
  /** A hello that carries another token is turned away. */
  readonly helloToken: string;
  /** A sentence that turns a hello away for what it asks for; null lets it in. */
  readonly objection?: (hello: Hello) => string | null;
  readonly log: Log;
  readonly backlogs: Backlogs;
  /** Whether a client must say hello: a file's mode keeps others out on Unix; a Windows pipe has no such thing. */
  readonly helloRequired?: boolean;
  readonly maxConnections?: number;
  /** Milliseconds for the first line; after it, a client may be silent for as long as it likes. */
  readonly patience?: number;
}) {
  const {
    serve,
    helloToken,
    objection = () => null,
    log,
    backlogs,
    maxConnections = 1000,
    patience = 120_000,
  } = options;
  const isPipe = process.platform === "win32";
  const helloRequired = options.helloRequired ?? isPipe;
  const path = socketAddress(options.path, helloToken);
  const sessions = new Map<Socket, Session | null>();

  const accept = async (socket: Socket): Promise<void> => {
    socket.on("error", (error) => {
      log.debug(`shim connection: ${error.message}`);
      socket.destroy();
    });
    if (sessions.size >= maxConnections)
      return turnAway(socket, `Kibitz serves ${maxConnections} connections, which is as many as it takes. Close some.`);
    sessions.set(socket, null);
    socket.once("close", () => {
      const session = sessions.get(socket);
      sessions.delete(socket);
      session?.close().catch((error: unknown) => log.warn(`closing a shim's session: ${String(error)}`));
    });

    const first = await readFirstLine(socket, patience);
    const hello = admit(first);
    if (typeof hello === "string") return turnAway(socket, hello);
    if (hello === null || socket.destroyed) return void socket.destroy();
    const outlet = openSocketOutbox(backlogs, socket, unreadAnswers);
    const { output, waiting, whenTaken } = outlet;
    // Every answer that is being sent listens for errors.
    output.setMaxListeners(0);
    if (first.kind === "hello") output.write(formatHelloAnswer({ ok: true }));
    const session = await serve({ input: socket, ...outlet }, hello);
    // The client may have gone meanwhile.
    if (socket.destroyed) return session.close();
    sessions.set(socket, session);
    countUnfinished(socket, backlogs);
    socket.on("data", () => {
      if (waiting() > enoughUnread) socket.pause();
    });
    whenTaken(() => {
      if (waiting() <= enoughUnread) socket.resume();
    });
    session.ending?.then(
      () => output.end(),
      () => socket.destroy(),
    );
    log.debug(`shim connected (${sessions.size} in all)`);
  };

  /** The hello to serve with; a sentence that refuses; null where there is nobody to talk to. */
  const admit = (first: FirstLine): Hello | string | null => {
    switch (first.kind) {
      case "gone":
        return null;
      case "bad":
        return first.message;
      case "other":
        if (helloRequired) return "Connect with kibitz-mcp: this connection must begin with its hello.";
        return { connection: null, toolsets: null, entry: null, token: null };
      case "hello": {
        const { token } = first.hello;
        const isRight = token === null ? !helloRequired : isSameSecret(token, helloToken);
        if (!isRight) return "The token is not this Kibitz's. Start kibitz-mcp with the same --data-dir.";
        return objection(first.hello) ?? first.hello;
      }
    }
  };

  const openServer = async (): Promise<Server> => {
    const server = createServer((socket) => {
      accept(socket).catch((error: unknown) => {
        log.error(`a shim's connection failed: ${String(error)}`);
        socket.destroy();
      });
    });
    server.listen(path);
    await once(server, "listening");
    server.on("error", (error) => log.error(`the shim's door: ${error.message}`));
    if (!isPipe) chmodSync(path, 0o600);
    return server;
  };
  const endings: Promise<void>[] = [];
  const closeServer = (open: Server) => void endings.push(new Promise((resolve) => open.close(() => resolve())));

  if (!isPipe && path !== options.path) createPrivateFolder(path);
  if (!isPipe) removeDeadSocket(path);
  let server = await openServer();
  let file = fileIdentity(path);

  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    closeServer(server);
    const clients = [...sessions];
    await Promise.allSettled(clients.map(([, session]) => session?.close()));
    for (const [socket] of clients) socket.end();
    const deadline = setTimeout(() => {
      for (const [socket] of clients) socket.destroy();
    }, FAREWELL_MS);
    await Promise.all(endings);
    clearTimeout(deadline);
    if (!isPipe) rmSync(path, { force: true });
  };
  return {
    path,
    /** Listens again where the socket's file was deleted or replaced. Returns a note of it; null where all is well. */
    renew: async (): Promise<string | null> => {
      if (isPipe || closing || fileIdentity(path) === file) return null;
      // A socket that is there now has no owner: only the holder of the instance lock listens in this folder.
      if (path !== options.path) createPrivateFolder(path);
      removeDeadSocket(path);
      closeServer(server);
      server = await openServer();
      file = fileIdentity(path);
      return `${path} was deleted; it is there again`;
    },
    close: (): Promise<void> => (closing ??= close()),
  };

  function turnAway(socket: Socket, message: string): void {
    log.warn(`turned a shim away: ${message}`);
    // Read on, so that what the client had already sent does not turn the farewell into a reset.
    socket.resume();
    socket.end(formatHelloAnswer({ ok: false, message }));
    setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
  }
}

/** Counts the unfinished line of a client, which is kept until it is whole, towards its backlog. */
function countUnfinished(socket: Socket, backlogs: Backlogs): void {
  const backlog = backlogs.open(() => {
    socket.end(endlessLine);
    setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
  });
  let bytes = 0;
  socket.on("data", (chunk: Buffer) => {
    const end = chunk.lastIndexOf(newline);
    bytes = end < 0 ? bytes + chunk.length : chunk.length - end - 1;
    backlog.holds(bytes);
  });
  socket.once("close", () => backlog.close());
}

/** `gone` is a client that ended, broke, or stayed silent too long; of an `other` line nothing was read from the socket. */
type FirstLine = HelloLine | { readonly kind: "gone" };

/** The beginning of every hello, which tells an endless hello from a long first MCP message. */
const HELLO_START = Buffer.from('{"kibitz"');

/** Reads the hello, if there is one, within `patience` ms, and leaves on the socket whatever comes after it. */
function readFirstLine(socket: Socket, patience: number): Promise<FirstLine> {
  return new Promise((resolve) => {
    let bytes: Buffer = Buffer.alloc(0);
    const settle = (line: FirstLine, remainder: Buffer | null = null) => {
      clearTimeout(timer);
      socket.off("readable", look);
      socket.off("end", hangUp);
      socket.off("close", hangUp);
      if (remainder !== null && remainder.length > 0 && !socket.destroyed) socket.unshift(remainder);
      resolve(line);
    };
    const look = () => {
      for (let chunk = readChunk(socket); chunk !== null; chunk = readChunk(socket))
        bytes = Buffer.concat([bytes, chunk]);
      const end = bytes.indexOf(newline);
      if (end < 0 && bytes.length < helloLimit) return;
      const isOurs = bytes.subarray(0, HELLO_START.length).equals(HELLO_START);
      if (end < 0 || end >= helloLimit) {
        settle(
          isOurs ? { kind: "bad", message: `The hello is longer than ${helloLimit} bytes.` } : { kind: "other" },
          bytes,
        );
        return;
      }
      const line = parseHello(bytes.toString("utf8", 0, end));
      settle(line, line.kind === "other" ? bytes : bytes.subarray(end + 1));
    };
    const hangUp = () => settle({ kind: "gone" });
    const timer = setTimeout(hangUp, patience);
    // "readable" rather than "data": without a listener, the next reader finds the stream as if untouched.
    socket.on("readable", look);
    socket.once("end", hangUp);
    socket.once("close", hangUp);
  });
}

function readChunk(socket: Socket): Buffer | null {
  const chunk: unknown = socket.read();
  return Buffer.isBuffer(chunk) ? chunk : null;
}
