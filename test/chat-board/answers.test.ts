import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HostProcess, startHost } from "../support/host-process.ts";
import { personAt } from "../support/person.ts";
import { foolsMate } from "../support/script.ts";
import { tempDir } from "../support/temp-dir.ts";
import { boardIn, openChatClient, pageIn, type ToolResult } from "./support/chat-client.ts";

const dir = tempDir();
let host: HostProcess;
beforeAll(async () => {
  host = await startHost(dir.path, { KIBITZ_WAIT_SECONDS: "1" });
});
afterAll(async () => {
  await host.stop();
  dir[Symbol.dispose]();
});

const hasBoard = (result: ToolResult): boolean => boardIn(result) !== null;
/** The board that is written into the page of an answer. */
const seedIn = (result: ToolResult) =>
  JSON.parse(/id="kibitz-seed">(.*?)<\/script>/.exec(pageIn(result) ?? "")?.[1] ?? "null");
const hasPage = (result: ToolResult): boolean => pageIn(result) !== null;

describe("the board comes back when it is the person's turn, and text when it is the agent's", () => {
  it("an agent as white against a person gets the board with every answer until the game is over", async () => {
    await using client = await openChatClient(host, "embedded pages");
    const created = await client.call("createGame", { type: "human", showUi: true });
    expect([hasBoard(created), hasPage(created)]).toEqual([true, true]);
    const game_id = created.structuredContent.game_id;
    const person = personAt(host);
    for (const [index, move] of foolsMate.white.entries()) {
      const answer = await client.call("finishTurn", { game_id, move });
      expect([hasBoard(answer), hasPage(answer)]).toEqual([true, true]);
      expect(boardIn(answer).state).toMatchObject({ game_id, turn: "black", last_move: { code: move } });
      await person.post(`/api/games/${game_id}/moves`, { move: foolsMate.black[index] });
      const waited = await client.call("waitForNextTurn", { game_id });
      const goesOn = waited.structuredContent.status === "your_turn";
      expect([hasBoard(waited), hasPage(waited)]).toEqual([goesOn, goesOn]);
    }
  });

  it("a person as white gets the board with the agent's moves, and the model reads no token of the board", async () => {
    await using client = await openChatClient(host, "embedded pages");
    const created = await client.call("createGame", { type: "human", color: "black", showUi: true });
    expect([hasBoard(created), hasPage(created)]).toEqual([true, true]);
    const { seat, state } = boardIn(created);
    let { seat_token } = boardIn(created);
    const tokens: string[] = [];
    expect([seat, state.legal_moves.length]).toEqual(["white", 20]);
    const game_id = created.structuredContent.game_id;
    for (const [index, move] of foolsMate.white.entries()) {
      tokens.push(seat_token);
      const persons = await client.call("finishTurn", { game_id, move, seat_token });
      expect(persons.structuredContent).toMatchObject({ you: "black", status: "your_turn" });
      const answer = await client.call("finishTurn", { game_id, move: foolsMate.black[index] });
      const over = answer.structuredContent.status === "game_over";
      expect(hasBoard(answer)).toBe(!over);
      seat_token = boardIn(answer)?.seat_token;
    }
    expect(new Set(tokens).size).toBe(tokens.length);
    for (const token of tokens) expect(client.modelRead()).not.toContain(token);
  });

  it("a host that shows no MCP Apps gets no page that nobody asked for, and reads where the board is", async () => {
    await using client = await openChatClient(host, "embedded pages");
    const created = await client.call("createGame", { type: "human" });
    const { game_id } = created.structuredContent;
    const moved = await client.call("finishTurn", { game_id, move: "e4" });
    const waited = await client.call("waitForNextTurn", { game_id, timeout_seconds: 0 });
    for (const answer of [created, moved, waited]) expect([hasBoard(answer), hasPage(answer)]).toEqual([false, false]);
    expect(created.content[0].text).toContain(`- Board for people: ${host.url}/game/${game_id}`);
    expect(created.structuredContent.board_url).toBe(`${host.url}/game/${game_id}`);
  });

  it("an agent that also waits has the board with the answer, whoever is to move", async () => {
    await using client = await openChatClient(host, "apps");
    const created = await client.call("createGame", { type: "human" });
    const game_id = created.structuredContent.game_id;
    const person = personAt(host);
    const answer = client.call("finishTurn", { game_id, move: "e4", wait: true });
    await person.turn(game_id, "black");
    await person.post(`/api/games/${game_id}/moves`, { move: "e5" });
    const first = await answer;
    // On a busy machine the person's move may come after the wait of a second.
    const waits = first.structuredContent.status === "timeout";
    const next = waits ? await client.call("waitForNextTurn", { game_id, timeout_seconds: 20 }) : first;
    expect(boardIn(next)).toMatchObject({ seat: "black", state: { turn: "white" } });
    const timeout = await client.call("finishTurn", { game_id, move: "Nf3", wait: true });
    expect(timeout.structuredContent.status).toBe("timeout");
    expect(boardIn(timeout)).toMatchObject({ seat: "black", state: { turn: "black" } });
  });

  it("a board moves for the position that it shows and no later one, and only where its chat has shown its seat", async () => {
    await using client = await openChatClient(host, "apps");
    await using stranger = await openChatClient(host, "apps");
    const created = await client.call("createGame", { type: "human" });
    const { game_id } = created.structuredContent;
    // A caller without a connection that shows no token acts for the seat, but gets no secret of the person's.
    const shown = await stranger.call("finishTurn", { game_id, move: "e4" });
    expect(boardIn(shown)).toMatchObject({ seat: "black", seat_token: null });
    const waited = await client.call("waitForNextTurn", { game_id, timeout_seconds: 0 });
    const { seat_token } = boardIn(waited);
    expect((await client.call("finishTurn", { game_id, move: "e5", seat_token })).structuredContent.ply).toBe(2);
    await client.call("finishTurn", { game_id, move: "Nf3" });
    const repeated = await client.call("finishTurn", { game_id, move: "e5", seat_token });
    expect(repeated.structuredContent).toMatchObject({ repeated: 2, ply: 3 });
    const late = await client.call("finishTurn", { game_id, move: "Nc6", seat_token });
    expect(late.structuredContent.error.code).toBe("STALE_PLY");
    for (const [tool, args] of [
      ["resignGame", {}],
      ["say", { message: "hello" }],
      ["waitForNextTurn", {}],
    ] as const)
      expect((await client.call(tool, { game_id, seat_token, ...args })).structuredContent.error.code).toBe(
        "SEAT_REQUIRED",
      );
  });

  it("a game that counts for the person has a board to look at, and no token in it", async () => {
    await using client = await openChatClient(host, "apps");
    const person = personAt(host);
    const entrants = [{ kind: "human" }, { kind: "agent", name: "Bot" }];
    const { league_id } = (await person.post("/api/leagues", { game: "tic-tac-toe", entrants })).body;
    const joined = (await client.call("joinLeague", { league_id, name: "Bot" })).structuredContent;
    await person.post(`/api/leagues/${league_id}/start`, {});
    const waiting = client.call("waitForNextMatch", joined.next_action.arguments);
    await person.post(`/api/leagues/${league_id}/entrants/1/come`, {});
    const match = await waiting;
    const { game_id, seat_token, you } = match.structuredContent;
    if (you === "x") await client.call("finishTurn", { game_id, seat_token, move: "a1" });
    const shown = await client.call("waitForNextTurn", { game_id, seat_token, timeout_seconds: 0 });
    for (const answer of [match, shown]) expect(boardIn(answer)?.seat_token ?? null).toBeNull();
    expect(boardIn(shown)).toMatchObject({ state: { game_id } });
  });

  it("an agent against the computer has a board to look at where it asked for one, and no token in it", async () => {
    await using client = await openChatClient(host, "apps");
    const plain = await client.call("createGame", { type: "computer" });
    expect(hasBoard(plain)).toBe(false);
    const shown = await client.call("createGame", { type: "computer", showUi: true });
    expect(boardIn(shown)).toMatchObject({ seat: null, seat_token: null });
    const moved = await client.call("finishTurn", { game_id: shown.structuredContent.game_id, move: "e4" });
    expect(hasBoard(moved)).toBe(false);
  });

  it("hidden legal moves stand in the board's own data and in nothing that a model reads", async () => {
    await using client = await openChatClient(host, "apps");
    const created = await client.call("createGame", { type: "human", color: "black", legal_moves: "hidden" });
    const { seat_token } = boardIn(created);
    const { game_id } = created.structuredContent;
    const watched = await client.call("watchBoard", { game_id, seat_token });
    expect(boardIn(watched).state.legal_moves).toHaveLength(20);
    expect(watched.structuredContent.board.legal_moves).toEqual([]);
    expect(client.modelRead()).not.toContain("e2e4");
  });

  it("agents that play each other get text alone", async () => {
    await using client = await openChatClient(host, "embedded pages");
    await using other = await openChatClient(host, "embedded pages");
    const created = await client.call("createGame", { type: "agent" });
    const { game_id, seat_token } = created.structuredContent;
    const joined = await other.call("joinGame", { game_id });
    const moved = await client.call("finishTurn", { game_id, move: "e4", seat_token });
    expect([created, joined, moved].map((each) => hasBoard(each) || hasPage(each))).toEqual([false, false, false]);
  });
});

describe("the rights of agent and board", () => {
  it("an agent's move in the person's turn is refused, whatever the agent knows of the game", async () => {
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

  it("the person's hidden choice stands in no page, nor in the board of a caller that shows no seat", async () => {
    await using client = await openChatClient(host, "embedded pages");
    await using stranger = await openChatClient(host, "apps");
    const created = await client.call("createGame", { type: "human", game: "odd-even", showUi: true });
    const { seat_token, seat } = boardIn(created);
    const { game_id } = created.structuredContent;
    expect(seedIn(created).state.legal_moves).toHaveLength(5);
    await client.call("finishTurn", { game_id, move: "4", seat_token });
    const seen = await client.call("waitForNextTurn", { game_id });
    const page = seedIn(seen);
    const unshown = boardIn(await stranger.call("waitForNextTurn", { game_id }));
    for (const { state } of [page, unshown]) {
      expect(state.view).toMatchObject({ own: null, chosen: { [seat]: true } });
      expect([state.moves, state.last_move?.code]).toEqual([["?"], "?"]);
    }
    // The page asks with its own token, and is told beside the answer what only the person may see.
    const own = await client.call("watchBoard", { game_id, seat_token: page.seat_token });
    expect(boardIn(own).state.view.own).toBe(4);
  });

  it("the person's hidden choice is shown to the person's board alone", async () => {
    await using client = await openChatClient(host, "apps");
    const created = await client.call("createGame", { type: "human", game: "odd-even" });
    const { seat_token, seat } = boardIn(created);
    const { game_id } = created.structuredContent;
    await client.call("finishTurn", { game_id, move: "4", seat_token });
    const own = await client.call("watchBoard", { game_id, seat_token });
    expect(boardIn(own).state.view).toMatchObject({ own: 4, chosen: { [seat]: true } });
    for (const args of [{}, { seat_token: created.structuredContent.seat_token }, { seat_token: "guess" }]) {
      const others = await client.call("watchBoard", { game_id, ...args });
      expect(others.structuredContent.board.view.own).toBeNull();
      expect(others.structuredContent.board.moves).toEqual(["?"]);
    }
  });
});

describe("the description of the board that hosts read", () => {
  it("the tools that show a board name it, and the board's own tool is not the model's", async () => {
    const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    const capabilities = { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } } };
    const client = new Client({ name: "chat", version: "1" }, { capabilities, versionNegotiation: { mode: "auto" } });
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
