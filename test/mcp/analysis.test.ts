import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noCodes } from "../../src/main/games/authority.ts";
import { personsDetail } from "../../src/main/views/game/game-view.ts";
import { agent, agentGame, computer, sure } from "../live-games/support.ts";
import { type Chat, openAgentHost } from "./agent-host.ts";

/** The permissions of the analysis tools, and their answers that need no engine. */

let host: ReturnType<typeof openAgentHost>;
/** Speaks over a connection that holds no seat. */
let spectator: Chat;
beforeAll(async () => {
  host = openAgentHost();
  spectator = await host.connect({ toolsets: "play,analysis", name: "onlooker" });
});
afterAll(() => host[Symbol.asyncDispose]());

const four = ["describePosition", "previewLine", "evaluatePosition", "reviewGame"];
const argumentsOf = (tool: string, game_id: string) => ({
  game_id,
  ...(tool === "previewLine" ? { moves: ["e4"] } : {}),
});
/** Those that need no engine; the engine's two ask for leave at the same place. */
const engineless = ["describePosition", "previewLine"];

const playing = async (players: Parameters<typeof host.games.create>[0]["players"]) =>
  sure(await host.games.create({ ...agentGame, players })).state;
async function finished(moves: readonly string[]) {
  const { id } = await playing([agent("One"), agent("Two")]);
  for (const [index, text] of moves.entries()) sure(await host.games.play(id, index % 2 ? "black" : "white", { text }));
  if (moves.at(-1) !== "d8h4") sure(await host.games.resign(id, "white"));
  return id;
}
const foolsMate = ["f2f3", "e7e5", "g2g4", "d8h4"];

describe("its permissions", () => {
  test("the analysis tools are listed to nobody that was not given the toolset", async () => {
    const usual = await host.connect();
    const names = (await usual.client.listTools()).tools.map(({ name }) => name);
    for (const tool of four) expect(names).not.toContain(tool);
    const asked = (await spectator.client.listTools()).tools;
    for (const tool of four) {
      const listed = asked.find(({ name }) => name === tool);
      expect(listed?.annotations, tool).toMatchObject({ readOnlyHint: true, destructiveHint: false });
      for (const field of Object.values(listed?.inputSchema.properties ?? {}))
        expect(field).toHaveProperty("description");
    }
  });

  test("spectators may use the analysis tools on finished games", async () => {
    const id = await finished(foolsMate);
    for (const tool of engineless) {
      const answer = await spectator.call(tool, { ...argumentsOf(tool, id), ply: 0 });
      expect(answer.isError, answer.text).toBe(false);
      expect(answer.text).toMatch(/No further actions needed\.$/);
      expect(answer.data.next_action).toBeNull();
    }
  });

  test("spectators may use the analysis tools on running games only where the window shows its evaluation", async () => {
    const { id } = await playing([agent("One"), agent("Two")]);
    for (const tool of four) {
      const refused = await spectator.call(tool, argumentsOf(tool, id));
      expect(refused.isError, tool).toBe(true);
      expect(refused.data.error.code, tool).toBe("ANALYSIS_OFF");
      expect(refused.text).toMatch(/^Error: The evaluation is off while this game is being played/);
      expect(refused.data.next_action.tool).toBe("watchGame");
    }
    sure(await host.games.switchAnalysis(id, true));
    for (const tool of engineless)
      expect((await spectator.call(tool, argumentsOf(tool, id))).isError, tool).toBe(false);
    sure(await host.games.switchAnalysis(id, false));
    expect((await spectator.call("describePosition", { game_id: id })).data.error.code).toBe("ANALYSIS_OFF");
    const engines = await playing([computer(), computer()]);
    expect((await spectator.call("describePosition", { game_id: engines.id })).isError).toBe(false);
  });

  test("a player may not use the analysis tools in its own running game, whatever spectators may see, until it is over", async () => {
    const player = await host.connect({ toolsets: "play,analysis" });
    const created = await player.call("createGame", { type: "human", game: "chess" });
    const { game_id, seat_token } = created.data;
    sure(await host.games.switchAnalysis(game_id, true));
    for (const tool of four)
      for (const shown of [{}, { seat_token }]) {
        const refused = await player.call(tool, { ...argumentsOf(tool, game_id), ...shown });
        expect(refused.data.error?.code, tool).toBe("ANALYSIS_OFF");
        expect(refused.text).toContain("created without analysis");
        expect(refused.data.next_action.tool).toBe("finishTurn");
      }
    const elsewhere = await spectator.call("describePosition", { game_id, seat_token });
    expect(elsewhere.data.error.code).toBe("ANALYSIS_OFF");
    expect((await spectator.call("describePosition", { game_id })).isError).toBe(false);
    const strange = await spectator.call("describePosition", { game_id, seat_token: "nobody's" });
    expect(strange.data.error.code).toBe("SEAT_REQUIRED");
    sure(await host.games.resign(game_id, "white"));
    expect((await player.call("describePosition", { game_id })).isError).toBe(false);
  });

  test("a player of both seats may not use the analysis tools, though it does not say which seat is its own", async () => {
    const two = await host.connect({ toolsets: "play,analysis" });
    const created = await two.call("createGame", { type: "agent" });
    const { game_id } = created.data;
    const { seats } = sure(await host.games.get(game_id)).state;
    const join_code = host.authority.joinCodeOf(sure(await host.games.get(game_id)).state, seats[1]);
    const joined = await two.call("joinGame", { game_id, join_code });
    expect(joined.isError, joined.text).toBe(false);
    sure(await host.games.switchAnalysis(game_id, true));
    const asked = await two.call("describePosition", { game_id });
    expect(asked.data.error.code).toBe("SEAT_REQUIRED");
  });

  test("a player may use the analysis tools where the game was created for it, which its log says", async () => {
    const player = await host.connect({ toolsets: "play,analysis" });
    const id: string = (await player.call("createGame", { type: "human", analysis: true })).data.game_id;
    for (const tool of engineless) {
      const answer = await player.call(tool, argumentsOf(tool, id));
      expect(answer.isError, answer.text).toBe(false);
      expect(answer.data.next_action).toMatchObject({ tool: "finishTurn", arguments: { game_id: id } });
    }
    const [created] = sure(await host.games.log(id, 0, 1));
    expect(created?.event).toMatchObject({ type: "gameCreated", analysis: true });
    // Players' permission to look does not show it to everybody: that is switched on apart.
    const game = sure(await host.games.get(id));
    expect(personsDetail(game, 0, noCodes).analysis).toBe("off");
    const other = await spectator.call("describePosition", { game_id: id });
    expect(other.data.error.code).toBe("ANALYSIS_OFF");
  });
});

describe("describePosition", () => {
  test("describePosition tells material, attacked and undefended pieces, checks and pins, in either half", async () => {
    const id = await finished(["e2e4", "e7e5", "g1f3", "d7d6", "f1b5", "b8c6"]);
    const { text, data } = await spectator.call("describePosition", { game_id: id });
    expect(data).toMatchObject({ game_id: id, ply: 6, position: { fen: expect.stringContaining(" w ") } });
    expect(data.facts).toMatchObject({
      side_to_move: "white",
      balance: 0,
      checkers: [],
      checks: ["Bxc6+"],
      claimable_draw: null,
      black: { pins: [{ piece: "Nc6", by: "Bb5", king: "Ke8" }] },
    });
    expect(data.facts.white.undefended).toContain("Bb5");
    expect(data.facts.black.attacked).toContainEqual({ piece: "e5", attackers: ["Nf3"], defenders: ["Nc6", "d6"] });
    expect(text).toContain("FEN");
    expect(text).toContain("- Black’s pinned pieces: Nc6 by Bb5");
    expect(text).toMatch(/- White’s undefended pieces: .*\bBb5\b/);
    expect(text).toContain("e5 (by Nf3; defended by Nc6, d6)");
  });

  test("describePosition describes any position of the game, and none beyond it", async () => {
    const id = await finished(foolsMate);
    const mated = await spectator.call("describePosition", { game_id: id });
    expect(mated.data.facts).toMatchObject({ checkers: ["Qh4"], legal_moves_count: 0 });
    const start = await spectator.call("describePosition", { game_id: id, ply: 0 });
    expect(start.data.facts.legal_moves_count).toBe(20);
    const beyond = await spectator.call("describePosition", { game_id: id, ply: 5 });
    expect(beyond.text).toMatch(/^Error: The game has 4 plies/);
    const none = await spectator.call("describePosition", { game_id: "0" });
    expect(none.data.error.code).toBe("GAME_NOT_FOUND");
  });

  test("describePosition refuses a game that has nothing to say", async () => {
    const made = sure(
      await host.games.create({ ...agentGame, kind: "tic-tac-toe", players: [agent("One"), agent("Two")] }),
    );
    sure(await host.games.resign(made.state.id, "X"));
    const refused = await spectator.call("describePosition", { game_id: made.state.id });
    expect(refused.data.error.code).toBe("INVALID_ARGUMENT");
    const line = await spectator.call("previewLine", { game_id: made.state.id, moves: ["b2", "a1"] });
    expect(line.data.line.map(({ san, by }: Record<string, string>) => [by, san])).toEqual([
      ["X", "b2"],
      ["O", "a1"],
    ]);
  });
});

describe("previewLine", () => {
  test("previewLine follows a line, move by move, and plays nothing", async () => {
    const id = await finished(foolsMate);
    const { data, text } = await spectator.call("previewLine", {
      game_id: id,
      ply: 2,
      moves: ["g2g4", "Qh4#"],
    });
    expect(data.ply).toBe(2);
    expect(data.line).toEqual([
      { ply: 3, by: "white", uci: "g2g4", san: "g4", position: { fen: expect.stringContaining(" b ") } },
      expect.objectContaining({ ply: 4, by: "black", san: "Qh4#", check: true, result: "Black wins by Checkmate" }),
    ]);
    expect(data.illegal).toBeUndefined();
    expect(text).toContain("nothing was played");
    expect(text).toMatch(/- ply 4: Qh4# → `.*` \(Black wins by Checkmate\)/);
    expect(sure(await host.games.get(id)).moves).toHaveLength(4);
  });

  test("previewLine stops at the first move that is not legal, with the reason", async () => {
    const id = await finished(foolsMate);
    const { data, text, isError } = await spectator.call("previewLine", {
      game_id: id,
      ply: 0,
      moves: ["e4", "e5", "Ke3"],
    });
    expect(isError).toBe(false);
    expect(data.line).toHaveLength(2);
    expect(data.illegal).toMatchObject({
      ply: 3,
      move: "Ke3",
      reason: expect.stringMatching(/^Invalid move: the king/),
    });
    expect(text).toContain("Ply 3 is not legal there. Invalid move: the king");
    const past = await spectator.call("previewLine", { game_id: id, moves: ["a3"] });
    expect(past.data.illegal.reason).toContain("over");
  });

  test("previewLine tells nothing of games in which both choose at once", async () => {
    const { data } = await spectator.call("createGame", { game: "odd-even", type: "computer" });
    sure(await host.games.resign(data.game_id, "odd"));
    const refused = await spectator.call("previewLine", { game_id: data.game_id, moves: ["1"] });
    expect(refused.data.error.code).toBe("INVALID_ARGUMENT");
  });
});

test("mate on the board is told as that, and not as a mate to come", async () => {
  const id = await finished(foolsMate);
  const { text, data } = await spectator.call("evaluatePosition", { game_id: id });
  expect(text).toContain("after ply 4: mated for White (depth 0).");
  expect(data).toMatchObject({ score: { kind: "mate", value: -1 }, line_uci: [] });
});
