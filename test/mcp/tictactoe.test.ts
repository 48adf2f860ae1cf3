import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Agent, connect } from "../support/agents.ts";
import { type HostProcess, startHost } from "../support/host-process.ts";
import { eventsOf, logOf, personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";

/** The six tools of a tic-tac-toe system that others still speak to, over a real host. */

const run = promisify(execFile);
const dir = tempDir();
let host: HostProcess;
beforeAll(async () => {
  host = await startHost(dir.path);
});
afterAll(async () => {
  await host?.stop();
  dir[Symbol.dispose]();
});

/** The commands in the documentation of such clients. */
const lines = [
  `curl -X POST http://localhost:7397/mcp -H "Content-Type: application/json" -d '{"jsonrpc":"2.0","method":"initialize","params":{},"id":1}'`,
  `curl -X POST http://localhost:7397/mcp -H "Content-Type: application/json" -d '{"jsonrpc":"2.0","method":"tools/list","params":{},"id":2}'`,
  `curl -X POST http://localhost:7397/mcp -H "Content-Type: application/json" -d '{"jsonrpc":"2.0","method":"view_game_state","params":{},"id":3}'`,
  `curl -X POST http://localhost:7397/mcp -H "Content-Type: application/json" -d '{"jsonrpc":"2.0","method":"make_move","params":{"row":1,"col":1},"id":4}'`,
  `curl -X POST http://localhost:7397/mcp -H "Content-Type: application/json" -d '{"jsonrpc":"2.0","method":"taunt_player","params":{"message":"Nice try!"},"id":5}'`,
] as const;
const six = ["view_game_state", "get_turn", "make_move", "taunt_player", "restart_game", "get_game_history"];
const empty = [0, 1, 2].map(() => ["Empty", "Empty", "Empty"]);

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose form the contract describes
type Json = any;

const hasCurl = run("curl", ["--version"]).then(
  () => true,
  () => false,
);

/** Runs a line at this host's port, with the token added; what curl would send where there is none. */
async function typed(line: string): Promise<{ type: string; body: Json }> {
  const port = new URL(host.url).port;
  const token = `Authorization: Bearer ${host.agentToken}`;
  if (await hasCurl) {
    const here = line.replace("7397", port).replace("curl ", `curl -s -w '\\n%{content_type}' -H "${token}" `);
    const { stdout } = await run("sh", ["-c", here]);
    const [body = "", type = ""] = stdout.split("\n");
    return { type, body: JSON.parse(body) };
  }
  const { headers, body } = await post(/-d '(.*)'/.exec(line)?.[1] ?? "", "");
  return { type: headers.get("content-type") ?? "", body };
}

async function post(body: string, query = "?toolsets=tictactoe", more: Record<string, string> = {}) {
  const headers = { accept: "*/*", authorization: `Bearer ${host.agentToken}`, "content-type": "application/json" };
  const response = await fetch(`${host.mcp}${query}`, { method: "POST", body, headers: { ...headers, ...more } });
  const text = await response.text();
  const read: Json = text === "" ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, body: read };
}

/** Calls a tool as a method. */
async function ask(method: string, params: object = {}): Promise<Json> {
  const { body } = await post(JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }));
  return body.result ?? body;
}
const textOf = (result: Json): string => result.content.map(({ text }: { text: string }) => text).join("\n");
/** The callers' turn, or the end. */
const ready = () => ask("get_turn", { timeout_seconds: 50 });
const freeCell = (board: Json[][]): { row: number; col: number } => {
  const row = board.findIndex((cells) => cells.includes("Empty"));
  return { row, col: board[row]?.indexOf("Empty") ?? -1 };
};

test("before there is a game, whoever moves is told so by name, and what sets one up", async () => {
  for (const [method, params] of [
    ["make_move", { row: 0, col: 0 }],
    ["get_turn", {}],
    ["taunt_player", { message: "Anybody?" }],
    ["get_game_history", {}],
  ] as const) {
    const refused = await ask(method, params);
    expect(refused.isError, method).toBe(true);
    expect(textOf(refused)).toMatch(/^Error: GameNotFound: /);
    expect(refused.error.code).toBe("GAME_NOT_FOUND");
    expect(refused.next_action.tool).toBe("view_game_state");
  }
});

test("the five lines of an old client work as they are written, with the token added", async () => {
  const answers = [];
  for (const line of lines) answers.push(await typed(line));
  for (const { type, body } of answers) {
    expect(type).toBe("application/json");
    expect(body).toMatchObject({ jsonrpc: "2.0", result: expect.anything() });
    expect(body.result.isError ?? false).toBe(false);
  }
  const [hello, list, game, moved, taunted] = answers.map(({ body }) => body);
  expect([hello.id, list.id, game.id, moved.id, taunted.id]).toEqual([1, 2, 3, 4, 5]);
  expect(hello.result).toMatchObject({ protocolVersion: expect.any(String), capabilities: { tools: {} } });
  expect(list.result.tools.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(six));
  expect(game.result).toEqual({
    id: expect.any(String),
    board: empty,
    currentTurn: "X",
    humanPlayer: "O",
    aiPlayer: "X",
    status: "InProgress",
    moveHistory: [],
    taunts: [],
    next_action: expect.objectContaining({ tool: "make_move" }),
    content: expect.anything(),
    isError: false,
  });
  expect(moved.result).toMatchObject({ success: true, gameState: { id: game.result.id, currentTurn: "O" } });
  expect(moved.result.gameState.board[1][1]).toEqual({ Occupied: "X" });
  expect(textOf(moved.result)).toMatch(
    /^Move successful!\nPlaced X at position \(1, 1\)\n\nBoard:\n.* \| .* \| [\s\S]*\n\nStatus: In Progress\nNext turn: O \(Computer\)/,
  );
  expect(textOf(taunted.result)).toContain("Taunt sent to player: “Nice try!”");
});

test("the plain form is for these tools: others are asked for in vain, and nobody else's session is needed", async () => {
  const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
  const named = await post(list);
  expect(named.body.result.tools.map(({ name }: { name: string }) => name)).toEqual(six);
  expect((await post(list, "?toolsets=play")).body.error.message).toContain("Session");
  const formEncoded = await post(list, undefined, { "content-type": "application/x-www-form-urlencoded" });
  expect(formEncoded.body).toEqual(named.body);
  const called = await post(
    JSON.stringify({ jsonrpc: "2.0", id: "a", method: "tools/call", params: { name: "get_turn" } }),
  );
  expect(called.body).toMatchObject({ id: "a", result: { isError: false, structuredContent: { currentTurn: "X" } } });
  expect(textOf(called.body.result)).toMatch(/^Current turn: X \(AI\)\nIt's your turn to move!/);
  expect(await ask("make_tea")).toMatchObject({ error: { code: -32601 } });
  expect(await ask("tools/call", { name: "no such\ntool" })).toMatchObject({ error: { code: -32602 } });
  expect(await ask("tools/call", { name: "createGame" })).toHaveProperty("error");
  expect(await ask("ping")).toEqual({});
  const notified = await post(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
  expect(notified.status).toBe(202);
  expect((await post(list, "?toolsets=tictactoe,poker")).body.error.message).toContain('no toolset "poker"');
  const unknown = await fetch(host.mcp, { method: "POST", body: list });
  expect(unknown.status).toBe(401);
});

test("a game against the computer, where nobody sits at the window: each refusal by its name, and the end", async () => {
  const texts: string[] = [];
  await ready();
  const { board } = await ask("view_game_state");
  for (const [place, name] of [
    [{ row: 1, col: 1 }, "CellOccupied: Cell (1, 1) is already occupied"],
    [{ row: 3, col: 0 }, "OutOfBounds: Position (3, 0) is out of bounds (must be 0-2)"],
    [{ row: 0, col: -1 }, "OutOfBounds: Position (0, -1)"],
  ] as const) {
    const refused = await ask("make_move", place);
    expect(textOf(refused)).toMatch(/^Error: /);
    expect(textOf(refused)).toContain(name);
    expect(refused).toMatchObject({
      isError: true,
      error: { code: "ILLEGAL_MOVE" },
      next_action: { tool: "make_move" },
    });
    expect(refused.legal_moves).not.toContain("1,1");
  }
  expect(await ask("make_move", { row: "one", col: 1 })).toMatchObject({ error: { code: "INVALID_ARGUMENT" } });
  expect((await ask("view_game_state")).board).toEqual(board);

  for (let turn = await ready(); turn.isAiTurn; turn = await ready()) {
    const moved = await ask("make_move", freeCell((await ask("view_game_state")).board));
    expect(moved.isError).toBe(false);
    texts.push(textOf(moved));
  }
  const over = await ask("view_game_state");
  expect(over).toMatchObject({ status: expect.stringMatching(/^(Won_[XO]|Draw)$/), next_action: null });
  expect(textOf(over)).toMatch(/Status: ([XO] wins!|Draw)\n\n[\s\S]*No further actions needed\.$/);
  const refused = await ask("make_move", freeCell([["Empty"]]));
  expect(textOf(refused)).toMatch(/^Error: GameOver: .*\n\nNo further actions needed\.$/);
  const history = await ask("get_game_history");
  expect(history.moves).toEqual(over.moveHistory);
  expect(history.moves[0]).toEqual({ player: "X", row: 1, col: 1, timestamp: expect.any(Number), source: "MCP" });
  expect(Math.abs(history.moves[0].timestamp - Date.now() / 1000)).toBeLessThan(600);
  expect(textOf(history)).toMatch(
    /^Game History:\n1\. X moved to \(1, 1\)\n2\. O moved to [\s\S]*\n\nResult: ([XO] wins!|Draw)/,
  );
});

test("a game that a person ended without a result is over, and nobody's", async () => {
  const { id } = (await ask("restart_game")).gameState;
  const person = personAt(host);
  expect((await person.post(`/api/games/${id}/end`)).status).toBe(200);
  const over = await ask("view_game_state");
  expect(over).toMatchObject({ id, status: "Unfinished", next_action: null });
  expect(textOf(over)).toContain("Status: Unfinished");
  expect(await ask("get_turn")).toMatchObject({ isHumanTurn: false, isAiTurn: false, status: "Unfinished" });
});

describe("where a person sits at the window", () => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await connect({ ...host, mcp: `${host.mcp}?toolsets=tictactoe` }, "http", "v1 client", "Old Hand");
    // The client checks each answer against the schemas that it was told.
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(six);
  });
  afterAll(() => agent?.close());

  test("lots are drawn for the sides, the old game is given up, and each plays its own mark", async () => {
    const person = personAt(host);
    const window = eventsOf(host);
    await window.next();
    const drawn = new Set<string>();
    let left = (await ask("restart_game")).gameState.id;
    for (let tries = 0; tries < 60 && drawn.size < 2; tries += 1) {
      const { data, text } = await agent.call("restart_game", {});
      expect(text).toMatch(/^Game restarted!\n\nNew game started\.\nAI player: [XO] \(you\)\nHuman player: [XO] \(“/);
      expect(data.gameState).toMatchObject({ board: empty, currentTurn: "X", status: "InProgress" });
      expect((await person.get(`/api/games/${left}`)).body.result).toMatchObject({ reason: "resignation" });
      left = data.gameState.id;
      drawn.add(data.gameState.aiPlayer);
    }
    expect([...drawn].toSorted()).toEqual(["O", "X"]);

    // To a game in which the person begins.
    let state = (await agent.call("view_game_state", {})).data;
    while (state.humanPlayer !== "X") state = (await agent.call("restart_game", {})).data.gameState;
    const id = state.id;
    expect((await person.get(`/api/games/${id}`)).body.players).toMatchObject({
      X: { kind: "human" },
      O: { kind: "agent", name: "Old Hand" },
    });
    const early = await agent.call("make_move", { row: 0, col: 0 });
    expect(early.text).toMatch(/^Error: NotYourTurn: /);
    expect(early.data.next_action.tool).toBe("get_turn");
    expect((await agent.call("get_turn", {})).data).toMatchObject({ isHumanTurn: true, isAiTurn: false });

    const waiting = agent.call("get_turn", { timeout_seconds: 50 });
    await person.post(`/api/games/${id}/talk`, { message: "Think again…" });
    await person.post(`/api/games/${id}/moves`, { move: "b2" });
    const turn = await waiting;
    expect(turn.data).toMatchObject({ currentTurn: "O", isAiTurn: true });
    expect(turn.text).toMatch(/X \(Human\) says: “Think again…”/);
    // Another client of these tools plays on: there is one game for all of them.
    expect((await ask("make_move", { row: 0, col: 0 })).gameState.id).toBe(id);
    expect((await person.get(`/api/games/${id}`)).body).toMatchObject({ ply: 2, turn: "X" });
    await window.return(undefined);
  });

  test("a taunt shows up at once in its talk and in its event log, as the agent's words", async () => {
    const person = personAt(host);
    const { id, aiPlayer } = (await agent.call("view_game_state", {})).data;
    const window = eventsOf(host);
    await window.next();
    await agent.call("taunt_player", { message: "My toaster\nplays <b>better</b> “truly”" });
    const { value } = await window.next();
    const said = { type: "said", seat: aiPlayer, message: "My toaster plays <b>better</b> “truly”" };
    expect(value?.data).toMatchObject({ game_id: id, event: said });
    expect((await logOf(person, id)).at(-1)?.event).toEqual(said);
    const { body } = await person.get(`/api/games/${id}`);
    expect(body.talk.at(-1)).toMatchObject({ from: aiPlayer, message: said.message });
    const seen = await agent.call("view_game_state", {});
    expect(seen.data.taunts.at(-1)).toEqual({ message: said.message, timestamp: expect.any(Number), source: "MCP" });
    expect(seen.data.taunts[0].source).toBe("UI");
    expect(seen.text).toContain('says: “My toaster plays <b>better</b> "truly"”');
    await window.return(undefined);
  });

  test("nobody else moves for that seat, though only its game is named", async () => {
    const { id, board } = (await agent.call("view_game_state", {})).data;
    for (const kind of ["v1 client", "v2 client, new era"] as const) {
      await using other = await connect(host, "http", kind);
      for (const [tool, args] of [
        ["finishTurn", { move: "c3" }],
        ["say", { message: "I am you" }],
        ["resignGame", {}],
      ] as const) {
        const refused = await other.call(tool, { game_id: id, ...args });
        expect(refused.data.error.code, tool).toBe("SEAT_REQUIRED");
      }
    }
    expect((await agent.call("view_game_state", {})).data.board).toEqual(board);
  });

  test("a rematch that the person asks for is the current game, with the sides changed", async () => {
    const person = personAt(host);
    const before = (await agent.call("view_game_state", {})).data;
    await person.post(`/api/games/${before.id}/resign`);
    expect((await agent.call("get_turn", { timeout_seconds: 50 })).data.next_action).toBeNull();
    const { body } = await person.post(`/api/games/${before.id}/rematch`);
    const after = (await agent.call("view_game_state", {})).data;
    expect(after).toMatchObject({ id: body.game_id, board: empty, aiPlayer: before.humanPlayer });
    await agent.call("taunt_player", { message: "Again?" });
    await ask("make_move", { row: 0, col: 0 });
  });

  test("the game is there after a restart of the host, and a seat that was freed is nobody's", async () => {
    const before = (await agent.call("view_game_state", {})).data;
    await host.stop();
    host = await startHost(dir.path);
    const after = await ask("view_game_state");
    expect(after).toMatchObject({ id: before.id, board: before.board, taunts: before.taunts });
    const person = personAt(host);
    const left = { status: "open", ply: before.moveHistory.length };
    await person.post(`/api/games/${before.id}/seats/${before.aiPlayer}/free`);
    expect(textOf(await ask("make_move", { row: 2, col: 2 }))).toMatch(
      /^Error: GameNotFound: A person freed your seat/,
    );
    expect((await person.get(`/api/games/${before.id}`)).body).toMatchObject(left);
    const [fresh, again] = await Promise.all([ask("view_game_state"), ask("view_game_state")]);
    expect(fresh).toMatchObject({ board: empty, aiPlayer: "X" });
    expect(fresh.id).not.toBe(before.id);
    // Of two who find no game, one sets it up.
    expect(again.id).toBe(fresh.id);
    expect((await person.get(`/api/games/${before.id}`)).body).toMatchObject(left);
  });
});

test("a client that asks for no toolset plays with the usual tools alone, and each set is found by its name", async () => {
  const listed = async (query: string) => {
    await using agent = await connect({ ...host, mcp: `${host.mcp}${query}` }, "http", "v2 client, new era");
    return (await agent.client.listTools()).tools.map(({ name }) => name);
  };
  const [usual, all, two] = [await listed(""), await listed("?toolsets=all"), await listed("?toolsets=play,tictactoe")];
  for (const name of six) {
    expect(usual).not.toContain(name);
    expect(all).toContain(name);
    expect(two).toContain(name);
  }
  expect(usual).toContain("createGame");
  expect(all).toEqual(expect.arrayContaining(usual));
});
