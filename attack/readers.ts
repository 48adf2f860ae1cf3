import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { modernHeaders, modernRequest, openSession } from "../test/journeys/raw.ts";
import { personAt } from "../test/support/person.ts";
import type { Tally } from "./tally.ts";
import { expectRelease, type Victim } from "./victim.ts";

/** The bound of what waits for all clients together is 96 MB; the rest is the host itself, and what the system holds. */
const MOST_RSS = 700 * 1024 * 1024;

const { signal: never } = new AbortController();

/** An HTTP request over a connection whose answer nobody reads. */
async function unread(victim: Victim, method: string, path: string, headers: Record<string, string>, body = "") {
  const url = new URL(victim.url);
  const socket = connect(Number(url.port), "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect", { signal: never });
  socket.pause();
  const lines = Object.entries({
    host: url.host,
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
  return socket;
}

export interface ReaderOptions {
  readonly victim: Victim;
  readonly tally: Tally;
  /** Of each kind. */
  readonly streams: number;
  /** At most. */
  readonly events: number;
  readonly goesOn: () => boolean;
}

/** Listens in every way there is, reads nothing of it, and has the host tell a lot. */
export async function stalledReaders(options: ReaderOptions): Promise<void> {
  const { victim, tally, streams, events, goesOn } = options;
  const person = personAt(victim);
  const players = { white: { kind: "human" }, black: { kind: "human" } };
  const id = (await person.post("/api/games", { players })).body.game_id;
  const uris = ["", "/pgn", "/board.svg"].map((suffix) => `kibitz://games/${id}${suffix}`);
  const before = await victim.held();
  const asAgent = { authorization: `Bearer ${victim.agentToken}` };
  const sockets: Socket[] = [];
  for (let count = 0; count < streams; count += 1) {
    const listen = modernRequest("subscriptions/listen", { notifications: { resourceSubscriptions: uris } });
    const headers = { ...asAgent, ...modernHeaders("subscriptions/listen") };
    sockets.push(await unread(victim, "POST", "/mcp", headers, JSON.stringify(listen)));
    sockets.push(await unread(victim, "GET", "/api/events", { authorization: `Bearer ${victim.token}` }));
    const shim = connect(victim.socket);
    shim.on("error", () => {});
    await once(shim, "connect");
    shim.pause();
    shim.write(`${JSON.stringify(listen)}\n`);
    // Reads by the dozen, whose answers wait as well.
    const reads = Array.from({ length: 20 }, (_, at) => modernRequest("resources/read", { uri: uris[2] }, at + 2));
    shim.write(reads.map((read) => `${JSON.stringify(read)}\n`).join(""));
    sockets.push(shim);
    if (count >= 20) continue;
    const session = await openSession(victim);
    const inSession = { ...asAgent, "mcp-session-id": session.id, "mcp-protocol-version": "2025-11-25" };
    await session.post({ jsonrpc: "2.0", id: 1, method: "resources/subscribe", params: { uri: uris[0] } });
    sockets.push(await unread(victim, "GET", "/mcp", inSession));
    const batch = reads.map(({ id: at, method }) => ({ jsonrpc: "2.0", id: at, method, params: { uri: uris[2] } }));
    sockets.push(await unread(victim, "POST", "/mcp", inSession, JSON.stringify(batch)));
  }
  tally.count("streams whose reader stalls", sockets.length);
  for (let told = 0; told < events && goesOn(); told += 1) {
    const { status } = await person.post(`/api/games/${id}/analysis`, { on: told % 2 === 0 });
    if (status !== 200) tally.fail(`event ${told}: ${status}`);
    tally.count("events told to stalled readers");
  }
  const { rss } = await victim.held();
  if (rss > MOST_RSS)
    tally.fail(`${streams} stalled readers of each kind made the host ${Math.round(rss / 2 ** 20)} MB big`);
  for (const socket of sockets) socket.destroy();
  await expectRelease(victim, before, tally, "stalled readers");
  victim.inspect();
}
