import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HostProcess, startHost } from "../support/host-process.ts";
import { personAt } from "../support/person.ts";
import { foolsMate } from "../support/script.ts";
import { tempDir } from "../support/temp-dir.ts";
import { boardIn, openChatClient, pageIn, type ToolResult } from "./support/chat-client.ts";

const dir = tempDir();
let host: HostProcess;
beforeAll(async () => {
  host = await startHost(dir.path);
});
afterAll(async () => {
  await host.stop();
  dir[Symbol.dispose]();
});

const hasBoard = (result: ToolResult): boolean => boardIn(result) !== null;
const hasPage = (result: ToolResult): boolean => pageIn(result) !== null;

describe("the board comes back when it is the person's turn, and text when it is the agent's", () => {
  it("agent as white against a person", async () => {
    await using client = await openChatClient(host, "embedded pages");
    const created = await client.call("createGame", { type: "human" });
    expect([hasBoard(created), hasPage(created)]).toEqual([false, false]);
    const game_id = created.structuredContent.game_id;
    const person = personAt(host);
    for (const [index, move] of foolsMate.white.entries()) {
      const answer = await client.call("finishTurn", { game_id, move });
      expect([hasBoard(answer), hasPage(answer)]).toEqual([true, true]);
      expect(boardIn(answer).state).toMatchObject({ game_id, turn: "black", last_move: { uci: move } });
      await person.post(`/api/games/${game_id}/moves`, { move: foolsMate.black[index] });
      const waited = await client.call("waitForNextTurn", { game_id });
      expect([hasBoard(waited), hasPage(waited)]).toEqual([false, false]);
    }
  });

  it("a person as white against an agent", async () => {
    await using client = await openChatClient(host, "embedded pages");
    const created = await client.call("createGame", { type: "human", color: "black" });
    expect([hasBoard(created), hasPage(created)]).toEqual([true, true]);
    const { seat, seat_token, state } = boardIn(created);
    expect([seat, state.legal_moves.length]).toEqual(["white", 20]);
    const game_id = created.structuredContent.game_id;
    for (const [index, move] of foolsMate.white.entries()) {
      const persons = await client.call("finishTurn", { game_id, move, seat_token });
      expect(persons.structuredContent).toMatchObject({ you: "black", status: "your_turn" });
      expect([hasBoard(persons), hasPage(persons)]).toEqual([false, false]);
      const answer = await client.call("finishTurn", { game_id, move: foolsMate.black[index] });
      const over = answer.structuredContent.status === "game_over";
      expect(hasBoard(answer)).toBe(!over);
    }
    expect(client.modelRead()).not.toContain(seat_token);
  });

  it("an agent that also waits has the board with the time-out, since the person is still to move", async () => {
    await using client = await openChatClient(host, "apps");
    const created = await client.call("createGame", { type: "human" });
    const game_id = created.structuredContent.game_id;
    const person = personAt(host);
    const answer = client.call("finishTurn", { game_id, move: "e4", wait: true });
    await person.turn(game_id, "black");
    await person.post(`/api/games/${game_id}/moves`, { move: "e5" });
    expect(hasBoard(await answer)).toBe(false);
  });

  it("agent against the computer: a board to look at where it was asked for, and no token in it", async () => {
    await using client = await openChatClient(host, "apps");
    const plain = await client.call("createGame", { type: "computer" });
    expect(hasBoard(plain)).toBe(false);
    const shown = await client.call("createGame", { type: "computer", showUi: true });
    expect(boardIn(shown)).toMatchObject({ seat: null, seat_token: null });
    const moved = await client.call("finishTurn", { game_id: shown.structuredContent.game_id, move: "e4" });
    expect(hasBoard(moved)).toBe(false);
  });

  it("agent against agent: text alone", async () => {
    await using client = await openChatClient(host, "embedded pages");
    await using other = await openChatClient(host, "embedded pages");
    const created = await client.call("createGame", { type: "agent" });
    const { game_id, seat_token } = created.structuredContent;
    const joined = await other.call("joinGame", { game_id });
    const moved = await client.call("finishTurn", { game_id, move: "e4", seat_token });
    expect([created, joined, moved].map((each) => hasBoard(each) || hasPage(each))).toEqual([false, false, false]);
  });
});

describe("who may do what", () => {
  it("what an agent does in the person's turn is refused, whatever it knows of the game", async () => {
    await using client = await openChatClient(host, "apps");
    const created = await client.call("createGame", { type: "human", color: "black" });
    const { game_id, seat_token } = created.structuredContent;
    for (const args of [{}, { seat_token }, { claim_win: true }, { ply: 0 }]) {
      const refused = await client.call("finishTurn", { game_id, move: "e2e4", ...args });
      expect(refused.structuredContent.error.code).toBe("NOT_YOUR_TURN");
    }
  });

  it("a refused move of the person's tells the agent to wait, and repeats no token", async () => {
    await using client = await openChatClient(host, "apps");
    const created = await client.call("createGame", { type: "human", color: "black" });
    const { seat_token } = boardIn(created);
    const { game_id } = created.structuredContent;
    const refused = await client.call("finishTurn", { game_id, move: "e2e5", seat_token });
    expect(refused.structuredContent).toMatchObject({
      error: { code: "ILLEGAL_MOVE" },
      next_action: { tool: "waitForNextTurn" },
    });
    for (const [name, args] of [
      ["waitForNextTurn", { timeout_seconds: 0 }],
      ["say", { message: "hello" }],
      ["offerDraw", {}],
    ] as const)
      await client.call(name, { game_id, seat_token, ...args });
    expect(client.modelRead()).not.toContain(seat_token);
  });

  it("the person's hidden choice is shown to the person's board alone", async () => {
    await using client = await openChatClient(host, "apps");
    const created = await client.call("createGame", { type: "human", game: "odd-even" });
    const { seat_token, seat } = boardIn(created);
    const { game_id } = created.structuredContent;
    await client.call("finishTurn", { game_id, move: "4", seat_token });
    const own = await client.call("watchBoard", { game_id, seat_token });
    expect(own.structuredContent.board.view).toMatchObject({ own: 4, chosen: { [seat]: true } });
    for (const args of [{}, { seat_token: created.structuredContent.seat_token }, { seat_token: "guess" }]) {
      const others = await client.call("watchBoard", { game_id, ...args });
      expect(others.structuredContent.board.view.own).toBeNull();
      expect(others.structuredContent.board.moves).toEqual(["?"]);
    }
  });
});

describe("what hosts read about the board", () => {
  it("the tools that show one name it, and its own tool is not the model's", async () => {
    const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    const client = new Client({ name: "chat", version: "1" }, { versionNegotiation: { mode: "auto" } });
    const requestInit = { headers: { authorization: `Bearer ${host.agentToken}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(host.mcp), { requestInit }));
    const { tools } = await client.listTools();
    const metaOf = (name: string) => tools.find((tool) => tool.name === name)?._meta;
    for (const name of ["createGame", "finishTurn", "joinGame", "rematch"])
      expect(metaOf(name)).toMatchObject({ ui: { resourceUri: "ui://kibitz/board.html" } });
    expect(metaOf("watchBoard")).toEqual({ ui: { visibility: ["app"] } });
    const { contents } = await client.readResource({ uri: "ui://kibitz/board.html" });
    expect(contents[0]).toMatchObject({
      mimeType: "text/html;profile=mcp-app",
      _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
    });
    await client.close();
  });
});
