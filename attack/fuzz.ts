import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { readInsight, readSearch } from "../src/main/players/stockfish/uci.ts";
import { modernHeaders, modernRequest, openSession, postRaw } from "../test/journeys/raw.ts";
import type { HostLine } from "../test/support/host-process.ts";
import { personAt } from "../test/support/person.ts";
import type { Chance } from "./chance.ts";
import type { Tally } from "./tally.ts";

const corpus = (name: string) => readFileSync(join(import.meta.dirname, "../test/games/chess/corpus", name), "utf8");
const records = [
  "{before} 1. e4 {[%eval 0.3,12] [%clk 0:05:00] x} (1. d4 {y} d5 (1... Nf6!? $14) 2. c4) (1. -- d5) e5?! ; rest\n2. Nf3 1-0",
  ...corpus("miniatures.pgn").split(/\n\n(?=\[Event)/),
  ...corpus("special.pgn").split(/\n\n(?=\[Event)/),
];
const fens = [
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  "r3k2r/pPp2ppp/8/3pP3/8/8/PPP2PPP/R3K2R w KQkq d6 0 12",
  "8/8/8/8/8/6k1/4p3/7K b - - 99 120",
];
const nasty = [
  "",
  " ",
  "\0",
  "\u202e",
  "💥".repeat(50),
  "a".repeat(20_000),
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "__proto__",
  "constructor",
  "'; DROP TABLE games; --",
  "%00",
  "\r\nX: y",
  "{{7*7}}",
  "1e999",
  "NaN",
  "e2e4",
];

/** Any JSON, most of it small. */
function anything(chance: Chance, depth = 0): unknown {
  const kind = chance.below(depth > 3 ? 6 : 8);
  if (kind === 0) return null;
  if (kind === 1) return chance.next() < 0.5;
  if (kind === 2) return chance.of([0, -1, 1, 2 ** 31, 2 ** 53, -0.5, 1e308, chance.below(10_000)]);
  if (kind < 6) return chance.of(nasty);
  const items = Array.from({ length: chance.below(5) }, () => anything(chance, depth + 1));
  return kind === 6 ? items : Object.fromEntries(items.map((item) => [chance.of(nasty), item]));
}

/** A text with some of its letters changed, doubled, dropped, or swapped for nasty ones. */
function mutated(text: string, chance: Chance): string {
  let result = text;
  for (let changes = 1 + chance.below(6); changes > 0; changes -= 1) {
    const at = chance.below(result.length + 1);
    const length = chance.below(8);
    const piece = chance.of([
      "",
      result.slice(at, at + length).repeat(2),
      String.fromCharCode(chance.below(256)),
      chance.of(nasty).slice(0, 200),
    ]);
    result = result.slice(0, at) + piece + result.slice(at + length);
  }
  return result;
}

interface Target {
  readonly host: HostLine;
  readonly chance: Chance;
  readonly tally: Tally;
}

const check = ({ tally }: Target, what: string, status: number, detail: string) => {
  tally.count(`fuzz: ${what}`);
  tally.count(`HTTP answers ${Math.floor(status / 100)}xx`);
  // A refusal for a limit says so, and is an answer; a fault is not.
  if (status >= 500 && !/LIMIT_REACHED|HOST_CLOSING|ENGINE_FAILED/.test(detail))
    tally.fail(`${what}: ${status} ${detail.slice(0, 200)}`);
};

async function fuzzApi(target: Target, round: number): Promise<void> {
  const { host, chance } = target;
  const person = personAt(host);
  const kinds = [
    () => ["/api/import", { pgn: mutated(chance.of(records), chance) }, "PGN"] as const,
    () => ["/api/games", { players: anything(chance), fen: mutated(chance.of(fens), chance) }, "API"] as const,
    () => {
      const players = { white: { kind: "human" }, black: { kind: "human" } };
      return ["/api/games", { players, fen: mutated(chance.of(fens), chance) }, "FEN"] as const;
    },
    () =>
      [
        `/api/games/${chance.of(["1", "1000", "x", "%2e%2e"])}/${chance.of(["moves", "draw", "talk"])}`,
        anything(chance),
        "API",
      ] as const,
    () => ["/api/settings", anything(chance), "API"] as const,
    () =>
      [
        chance.of(["/api/analysis", "/api/opening"]),
        { game: "chess", moves: anything(chance), fen: mutated(chance.of(fens), chance) },
        "API",
      ] as const,
    () => {
      const moves = [...(["e2e4", "e7e5", "c7c5", "g1f3"] as const)].map((code, place) => ({
        after: chance.of([place - 1, place - 2, -1, place, chance.below(9)]),
        code: chance.next() < 0.8 ? code : chance.of(nasty).slice(0, 40),
        text: "?",
        comment: chance.of(nasty),
      }));
      return ["/api/studies", { game: "chess", title: mutated("Study", chance), lines: { moves } }, "study"] as const;
    },
  ];
  const body = (kinds[round % kinds.length] ?? chance.of(kinds))();
  const answer = await person.post(body[0], body[1]);
  check(target, body[2], answer.status, JSON.stringify(answer.body));
  if (body[2] !== "API" && answer.status === 201) target.tally.count(`fuzz: ${body[2]} that was taken`);
  const id = answer.body?.game_id;
  // An accepted import has to be readable in every form.
  if (id && answer.status === 201)
    for (const path of ["", "/pgn", "/board.svg", "/log", ...(body[2] === "FEN" ? [] : ["/lines", "/html"])]) {
      const read = await person.get(`/api/games/${id}${path}`);
      check(target, "reads", read.status, JSON.stringify(read.body));
      if (read.status !== 200) target.tally.fail(`game ${id}${path}: ${read.status} after ${body[2]}`);
    }
  if (id) await person.post(`/api/games/${id}/resign`, {});
}

/** Bytes on the wire that are HTTP, nearly. */
async function fuzzHttp(target: Target): Promise<void> {
  const { host, chance, tally } = target;
  const socket = connect(Number(new URL(host.url).port), "127.0.0.1");
  let answer = "";
  socket.setEncoding("latin1").on("data", (text) => {
    answer += text;
  });
  socket.on("error", () => {});
  const request = `${chance.of(["GET", "POST", "HEAD", "DELETE", "PATCH", "OPTIONS"])} ${chance.of(["/", "/mcp", "/api/games", "/api/events", "/api/import", "//evil.example/", "/%0d%0aX:y", "/game/1?token=x"])} HTTP/1.1\r\nHost: ${new URL(host.url).host}\r\nAuthorization: Bearer ${chance.of([host.token, host.agentToken, ""])}\r\nContent-Type: application/json\r\n${chance.of(["Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "Content-Length: 999999999\r\n", ""])}Connection: close\r\n\r\n${chance.of(["", "{}{}{", "5\r\n{}\r\n\r\n0\r\n\r\n", "hello"])}`;
  socket.end(
    chance.next() < 0.2 ? chance.bytes(chance.below(400)) : chance.next() < 0.5 ? mutated(request, chance) : request,
  );
  const limit = setTimeout(() => socket.destroy(), 300);
  await once(socket, "close");
  clearTimeout(limit);
  tally.count("fuzz: HTTP on the wire");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
  // 501 and 505 are the answers of the HTTP parser itself to methods and versions that there are none of.
  if (status >= 500 && status !== 501 && status !== 505) tally.fail(`HTTP: ${answer.slice(0, 200)}`);
}

const methods = [
  "tools/call",
  "tools/list",
  "resources/read",
  "resources/list",
  "prompts/get",
  "prompts/list",
  "completion/complete",
  "ping",
  "initialize",
  "server/discover",
  "subscriptions/listen",
  "nonsense",
];

async function fuzzRpc(target: Target): Promise<void> {
  const { host, chance } = target;
  const method = chance.of(methods.filter((name) => name !== "subscriptions/listen"));
  const params =
    chance.next() < 0.5
      ? { name: chance.of(nasty), uri: chance.of(nasty), arguments: anything(chance) }
      : anything(chance);
  const message =
    chance.next() < 0.6 && typeof params === "object" && params !== null && !Array.isArray(params)
      ? modernRequest(method, { ...params })
      : { jsonrpc: "2.0", id: 1, method, params };
  const text = JSON.stringify(chance.next() < 0.1 ? [message, anything(chance)] : message);
  const headers = Object.fromEntries(Object.entries(modernHeaders(method)).filter(() => chance.next() < 0.8));
  const answer = await postRaw(
    host,
    chance.next() < 0.3 ? mutated(text, chance) : text,
    headers,
    AbortSignal.timeout(10_000),
  );
  check(target, "JSON-RPC", answer.status, answer.text);
  if (/\[\s*\{\s*"/.test(answer.message?.error?.message ?? ""))
    target.tally.fail(`raw text: ${answer.text.slice(0, 200)}`);
}

const tools = [
  "createGame",
  "joinGame",
  "finishTurn",
  "waitForNextTurn",
  "getGame",
  "listGames",
  "resignGame",
  "offerDraw",
  "answerTakeback",
  "rematch",
  "say",
  "watchBoard",
];
const fields = [
  "game_id",
  "move",
  "seat_token",
  "type",
  "color",
  "game",
  "fen",
  "clock",
  "name",
  "ply",
  "answer",
  "message",
  "difficulty",
  "limit",
  "after",
  "join_code",
];

async function fuzzTools(target: Target, session: Awaited<ReturnType<typeof openSession>>): Promise<void> {
  const { chance, tally } = target;
  const name = chance.of(tools);
  const args = {
    ...Object.fromEntries(
      fields
        .filter(() => chance.next() < 0.25)
        .map((field) => [
          field,
          chance.next() < 0.4 ? chance.of(["1000", "e2e4", "computer", "chess", "white", 0]) : anything(chance),
        ]),
    ),
    ...(name.startsWith("wait") || name === "watchBoard" ? { timeout_seconds: 0 } : {}),
  };
  const answer = await session.call(name, args, AbortSignal.timeout(10_000));
  check(target, "tools", answer.status, answer.text);
  const { result, error } = answer.message ?? {};
  if (error ? error.code === -32603 : !result?.content?.[0]?.text)
    tally.fail(`${name} ${JSON.stringify(args).slice(0, 300)}: ${answer.text.slice(0, 300)}`);
  const made = result?.structuredContent;
  if (name === "createGame" && made?.game_id)
    await session.call("resignGame", { game_id: made.game_id, seat_token: made.seat_token });
}

async function fuzzShim({ host, chance, tally }: Target): Promise<void> {
  const socket = connect(host.socket);
  socket.on("error", () => {});
  socket.resume();
  const hello = JSON.stringify({ kibitz: 1, connection: chance.of(nasty), toolsets: null, token: host.agentToken });
  const line = JSON.stringify(modernRequest(chance.of(methods), { arguments: anything(chance) }));
  for (const text of [hello, line, line]) {
    const sent = chance.of([text, mutated(text, chance), String(chance.bytes(chance.below(300)))]);
    if (!socket.destroyed) socket.write(`${sent}\n`);
  }
  socket.end();
  const limit = setTimeout(() => socket.destroy(), 300);
  await once(socket, "close");
  clearTimeout(limit);
  tally.count("fuzz: shim protocol");
}

/**
 * Lines that a broken engine may print; read in this process, as the host reads them. The other lanes run meanwhile.
 */
async function fuzzUci({ chance, tally }: Target): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 100));
  const line = () =>
    mutated(
      chance.of([
        "info depth 12 seldepth 14 score cp 31 nodes 9 pv e2e4 e7e5",
        "bestmove e2e4 ponder e7e5",
        "info depth 3 score mate -2 upperbound pv h7h8q",
      ]),
      chance,
    );
  for (let count = 0; count < 50; count += 1) {
    const lines = Array.from({ length: chance.below(6) }, line);
    const search = readSearch(lines, ["e2e4", "h7h8q"]);
    if (search.ok && !["e2e4", "h7h8q"].includes(search.value.best)) tally.fail(`UCI: ${JSON.stringify(lines)}`);
    readInsight(lines);
    tally.count("fuzz: UCI");
  }
}

/** Feeds a host with what nobody should send, through all its doors at once, each for as many rounds as `goesOn` says. */
export async function fuzz(target: Target, goesOn: (round: number) => boolean): Promise<void> {
  const session = await openSession(target.host);
  const lanes = [fuzzApi, fuzzHttp, fuzzRpc, (all: Target) => fuzzTools(all, session), fuzzShim, fuzzUci];
  const run = async (lane: (all: Target, round: number) => Promise<void>) => {
    for (let round = 0; goesOn(round); round += 1) {
      try {
        await lane(target, round);
      } catch (error) {
        const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
        return target.tally.fail(`${lane.name || "fuzz"}: ${said}`);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all(lanes.map(run));
  const { status } = await personAt(target.host).get("/api/status");
  if (status !== 200) target.tally.fail(`after all that, the host answers ${status}`);
}
