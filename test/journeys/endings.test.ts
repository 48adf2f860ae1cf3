import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Agent, type Answer, connect } from "../support/agents.ts";
import { type HostProcess, startHost } from "../support/host-process.ts";
import { type Person, personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";
import { eventually, standingOf } from "./scene.ts";

/** Every way in which a game ends, and what is claimed, offered and repeated on the way there, through the tools. */

const dir = tempDir();
let host: HostProcess;
let person: Person;
let first: Agent;
let second: Agent;

beforeAll(async () => {
  host = await startHost(dir.path, { KIBITZ_WAIT_SECONDS: "1" });
  person = personAt(host);
  first = await connect(host, "http", "v1 client", "first");
  second = await connect(host, "http", "v2 client, old era", "second");
  // From here on both clients check every structured answer against the listed schema.
  for (const agent of [first, second]) await agent.client.listTools();
});
afterAll(async () => {
  await Promise.all([first, second].map((agent) => agent?.close()));
  await host?.stop();
  dir[Symbol.dispose]();
});

interface Match {
  readonly id: string;
  /** Plays moves, beginning with the first seat unless told otherwise; the last one carries the extra arguments. */
  play(moves: string[], extra?: Record<string, unknown>, from?: 0 | 1): Promise<Answer>;
  /** A tool called by the first or the second seat. */
  call(seat: 0 | 1, tool: string, args?: Record<string, unknown>): Promise<Answer>;
}

async function match(game: Record<string, unknown> = {}): Promise<Match> {
  const created = await first.call("createGame", { type: "agent", ...game });
  if (created.isError) throw new Error(created.text);
  const id: string = created.data.game_id;
  await second.call("joinGame", { game_id: id });
  const call: Match["call"] = (seat, tool, args = {}) =>
    [first, second][seat]?.call(tool, { game_id: id, ...args }) ?? Promise.reject();
  return {
    id,
    call,
    play: async (moves, extra = {}, from = 0) => {
      let answer: Answer | null = null;
      for (const [index, move] of moves.entries()) {
        const last = index === moves.length - 1;
        answer = await call(((index + from) % 2) as 0 | 1, "finishTurn", { move, ...(last ? extra : {}) });
        if (answer.isError && !last) throw new Error(`${move}: ${answer.text}`);
      }
      if (!answer) throw new Error("no moves");
      return answer;
    },
  };
}

/** Both sides hear of the end, and nothing can be done after it. */
async function expectEnd({ id, call }: Match, winner: string | null, reason: string, text: string): Promise<void> {
  for (const seat of [0, 1] as const) {
    const told = await call(seat, "waitForNextTurn");
    expect(told.text).toContain(`Game Over: ${text}.`);
    expect(told.text).toContain("No further actions needed.");
    expect(told.data).toMatchObject({
      status: "game_over",
      turn: null,
      result: { winner, reason, text },
      next_action: null,
    });
    for (const [tool, args] of [
      ["finishTurn", { move: "e2e4" }],
      ["resignGame", {}],
      ["offerDraw", {}],
    ] as const) {
      const refused = await call(seat, tool, args);
      expect(refused.text).toBe(`Error: Game is over: ${text}.\n\nNo further actions needed.`);
      expect(refused.data).toMatchObject({ error: { code: "GAME_OVER" }, next_action: null });
    }
  }
  expect((await person.get(`/api/games/${id}`)).body).toMatchObject({ status: "finished", result: { winner, reason } });
}

const shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
const shuffles = (times: number) => Array.from({ length: times }, () => shuffle).flat();

describe("a game of chess ends by itself", () => {
  test.each([
    ["checkmate", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", ["d1d8"], "white", "White wins by Checkmate"],
    ["checkmate", "k2r4/8/8/8/8/8/5PPP/6K1 b - - 0 1", ["d8d1"], "black", "Black wins by Checkmate"],
    ["stalemate", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", ["f1f7"], null, "Draw by Stalemate"],
    ["insufficient-material", "k7/8/8/8/8/8/1p6/K7 w - - 0 1", ["a1b2"], null, "Draw by Insufficient Material"],
    ["seventy-five-moves", "7k/8/8/8/8/8/R7/K7 w - - 149 100", ["a2a3"], null, "Draw by the Seventy-Five-Move Rule"],
    ["checkmate", "6k1/8/6K1/8/8/8/8/R7 w - - 149 100", ["a1a8"], "white", "White wins by Checkmate"],
    ["fivefold-repetition", undefined, shuffles(4), null, "Draw by Fivefold Repetition"],
  ])("a game of chess ends by itself by %s, from %s", async (reason, fen, moves, winner, text) => {
    const game = await match({ fen });
    const last = await game.play(moves, {}, fen?.includes(" b ") ? 1 : 0);
    expect(last.text).toMatch(new RegExp(`^Move accepted\\. Game Over: ${text}\\.`));
    await expectEnd(game, winner, reason, text);
  });
});

describe("a draw is claimed", () => {
  test("a draw by threefold repetition is claimed with the move that brings it about, and not before", async () => {
    const game = await match();
    await game.play(shuffle.slice(0, 3));
    const early = await game.call(1, "finishTurn", { move: "f6g8", claim_draw: true });
    expect(early.data.error.code).toBe("CLAIM_FAILED");
    expect(early.text).toContain(
      "Move rejected: You claimed a Draw, but this move does not bring about a threefold repetition",
    );
    expect(early.data.next_action.tool).toBe("finishTurn");
    expect(await standingOf(person, game.id)).toMatchObject({ ply: 3, result: null });
    await game.play(["f6g8", ...shuffle.slice(0, 3)], {}, 1);
    const last = await game.call(1, "finishTurn", { move: "f6g8", claim_draw: true });
    expect(last.text).toContain("Move accepted. Game Over: Draw by Threefold Repetition.");
    expect(last.data.ply).toBe(8);
    await expectEnd(game, null, "threefold-repetition", "Draw by Threefold Repetition");
  });

  test("a draw by threefold repetition that stands on the board already is claimed without a move", async () => {
    const game = await match();
    await game.play(shuffles(2));
    const claim = { move: "e2e4", claim_draw: true, ply: 8 };
    const claimed = await game.call(0, "finishTurn", claim);
    expect(claimed.text).toMatch(/^Draw claimed\. Game Over: Draw by Threefold Repetition\.\n/);
    expect(claimed.data).toMatchObject({
      ply: 8,
      last_move: { uci: "f6g8" },
      result: { reason: "threefold-repetition" },
    });
    // An answer that was lost is there again; the other player claimed nothing.
    const again = await game.call(0, "finishTurn", claim);
    expect([again.text, again.data]).toEqual([claimed.text, claimed.data]);
    for (const [player, args] of [
      [0, { ...claim, claim_draw: false }],
      [0, { ...claim, ply: 6 }],
      [1, { ...claim, move: "e7e5" }],
    ] as const)
      expect((await game.call(player, "finishTurn", args)).data.error.code).toBe("GAME_OVER");
  });

  test("a draw by fifty moves is claimed, and not before", async () => {
    const game = await match({ fen: "7k/8/8/8/8/8/R7/K7 w - - 98 80" });
    const early = await game.call(0, "finishTurn", { move: "a2a3", claim_draw: true });
    expect(early.data.error.code).toBe("CLAIM_FAILED");
    await game.play(["a2a3"]);
    const last = await game.call(1, "finishTurn", { move: "h8g8", claim_draw: true });
    expect(last.text).toContain("Move accepted. Game Over: Draw by the Fifty-Move Rule.");
    await expectEnd(game, null, "fifty-moves", "Draw by the Fifty-Move Rule");
  });

  test("a draw that nobody claims lets the game go on", async () => {
    const game = await match({ fen: "7k/8/8/8/8/8/R7/K7 w - - 99 80" });
    expect((await game.play(["a2a3", "h8g8"])).data).toMatchObject({ status: "waiting", ply: 2, result: null });
  });
});

describe("a win is claimed", () => {
  const mateInOne = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";

  test("a true claim of mate ends the game, and the move is played", async () => {
    const game = await match({ fen: mateInOne });
    expect((await game.play(["Rd8"], { claim_win: true })).data.result).toMatchObject({
      winner: "white",
      reason: "checkmate",
    });
  });

  test.each([
    ["a quiet move", mateInOne, "d1d7"],
    ["a check", mateInOne, "d1g1"],
    ["stalemate", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7"],
  ])("a false claim of mate with %s is refused, and nothing is played", async (_, fen, move) => {
    const game = await match({ fen });
    const before = await standingOf(person, game.id);
    const refused = await game.play([move], { claim_win: true });
    expect(refused.text).toMatch(/^Move rejected: You claimed Checkmate, but this move does not result in Checkmate\./);
    expect(refused.data).toMatchObject({ error: { code: "CLAIM_FAILED" }, next_action: { tool: "finishTurn" } });
    expect(await standingOf(person, game.id)).toEqual(before);
  });
});

describe("a player resigns", () => {
  test.each([
    ["in its turn", 0, "black", "Black wins by Resignation"],
    ["out of turn", 1, "white", "White wins by Resignation"],
  ] as const)("a player resigns %s, and the opponent wins", async (_, seat, winner, text) => {
    const game = await match();
    expect((await game.call(seat, "resignGame")).text).toContain(`You resigned. Game Over: ${text}.`);
    await expectEnd(game, winner, "resignation", text);
  });
});

describe("a draw", () => {
  test("a draw is offered and accepted", async () => {
    const game = await match();
    await game.play(["e2e4"]);
    const offered = await game.call(0, "offerDraw");
    expect(offered.text).toContain("You offered a draw to Black “second”");
    expect(offered.data).toMatchObject({ draw_offer: "white", next_action: { tool: "waitForNextTurn" } });
    const told = await game.call(1, "waitForNextTurn");
    expect(told.text).toContain("White offers a draw");
    expect(told.data).toMatchObject({ status: "your_turn", draw_offer: "white" });
    expect((await game.call(1, "offerDraw", { answer: "accept" })).text).toContain("Game Over: Draw by Agreement.");
    await expectEnd(game, null, "agreement", "Draw by Agreement");
  });

  test("a draw is agreed when each side offers", async () => {
    const game = await match();
    await game.call(1, "offerDraw");
    expect((await game.call(0, "offerDraw")).data.result).toMatchObject({ winner: null, reason: "agreement" });
  });

  test("a draw offer wakes the one who waits, so that it can answer out of turn", async () => {
    const game = await match();
    const [told] = await Promise.all([
      game.call(1, "waitForNextTurn", { timeout_seconds: 20 }),
      game.call(0, "offerDraw"),
    ]);
    expect(told.text).toContain("White “first” offers a draw. It is not your turn.");
    expect(told.data).toMatchObject({ status: "waiting", draw_offer: "white", next_action: { tool: "offerDraw" } });
    // The same offer does not wake it again: leaving it open must not become a busy loop.
    expect((await game.call(1, "waitForNextTurn", { timeout_seconds: 0 })).data).toMatchObject({
      status: "timeout",
      draw_offer: "white",
    });
  });

  test("a draw is declined, in words or by a move", async () => {
    const game = await match();
    await game.call(0, "offerDraw");
    const declined = await game.call(1, "offerDraw", { answer: "decline" });
    expect(declined.text).toContain("You declined the draw. The game goes on.");
    expect((await game.call(1, "offerDraw", { answer: "accept" })).data.error.code).toBe("INVALID_ARGUMENT");
    await game.play(["e2e4"]);
    await game.call(0, "offerDraw");
    await game.play(["e7e5"], {}, 1);
    expect((await game.call(1, "offerDraw", { answer: "accept" })).data.error).toMatchObject({
      code: "INVALID_ARGUMENT",
    });
    expect(await standingOf(person, game.id)).toMatchObject({ ply: 2, result: null, offers: [null, null] });
  });

  test("a draw is offered once a move", async () => {
    const game = await match();
    await game.call(0, "offerDraw");
    expect((await game.call(0, "offerDraw")).data.error.code).toBe("RATE_LIMITED");
    await game.call(1, "offerDraw", { answer: "decline" });
    expect((await game.call(0, "offerDraw")).data.error.code).toBe("RATE_LIMITED");
    await game.play(["e2e4", "e7e5"]);
    expect((await game.call(0, "offerDraw")).isError).toBe(false);
  });

  test("a draw cannot be offered while the other seat is open", async () => {
    const created = await first.call("createGame", { type: "agent" });
    const refused = await first.call("offerDraw", { game_id: created.data.game_id });
    expect(refused.data.error.code).toBe("GAME_NOT_STARTED");
  });

  test("a draw is declined by the computer at the start of a game, in the same answer", async () => {
    const created = await first.call("createGame", { type: "computer", difficulty: 1 });
    const answer = await first.call("offerDraw", { game_id: created.data.game_id });
    expect(answer.text).toMatch(
      /^You offered a draw to Black “Computer”\.\n\n[\s\S]+\n\n- Black declined your offer\.\n\n/,
    );
    expect(answer.data).toMatchObject({ declined: "white", status: "your_turn" });
    expect(answer.data).not.toHaveProperty("draw_offer");
  });
});

describe("a flag falls", () => {
  const clock = { initial_seconds: 1, increment_seconds: 0 };

  test("a fallen flag wins for the opponent, who is told while it waits", async () => {
    const game = await match({ clock });
    const told = await game.call(1, "waitForNextTurn", { timeout_seconds: 20 });
    expect(told.text).toContain("Game Over: Black wins by Time.");
    expect(told.data.clock).toMatchObject({ remaining_seconds: { white: 0, black: 1 }, running: [] });
    await expectEnd(game, "black", "time", "Black wins by Time");
  });

  test("a fallen flag is a draw where the opponent has a bare king", async () => {
    const game = await match({ clock, fen: "7k/8/8/8/8/8/R7/K7 w - - 0 1" });
    const told = await game.call(1, "waitForNextTurn", { timeout_seconds: 20 });
    expect(told.text).toContain("Game Over: Draw by Time against Insufficient Material.");
    await expectEnd(game, null, "time-against-bare-material", "Draw by Time against Insufficient Material");
  });

  test("a flag does not fall while a seat is open", async () => {
    const created = await first.call("createGame", { type: "agent", clock });
    const waited = await first.call("waitForNextTurn", { game_id: created.data.game_id, timeout_seconds: 2 });
    expect(waited.data).toMatchObject({ status: "your_turn", clock: { running: [], remaining_seconds: { white: 1 } } });
    const { id } = await match({ clock: { ...clock, initial_seconds: 20 } });
    expect((await first.call("waitForNextTurn", { game_id: id, timeout_seconds: 0 })).data.clock.running).toEqual([
      "white",
    ]);
  });

  test("a flag falls later for those who move, by the increment", async () => {
    const game = await match({ clock: { initial_seconds: 10, increment_seconds: 60 } });
    const { clock: after } = (await game.play(["e2e4"])).data;
    expect(after.remaining_seconds.white).toBeGreaterThan(60);
    expect(after.remaining_seconds.white).toBeLessThanOrEqual(70);
    expect(after).toMatchObject({ running: ["black"], increment_seconds: 60 });
  });
});

describe("the other games end", () => {
  test("tic-tac-toe ends with three in a row, which can be claimed", async () => {
    const game = await match({ game: "tic-tac-toe" });
    await game.play(["a1", "b1", "a2", "b2"]);
    expect((await game.play(["c3"], { claim_win: true })).data.error.code).toBe("CLAIM_FAILED");
    expect((await game.play(["a3"], { claim_win: true })).text).toContain(
      "Move accepted. Game Over: X wins by Three in a Row.",
    );
    await expectEnd(game, "X", "three-in-a-row", "X wins by Three in a Row");
  });

  test("tic-tac-toe ends in a draw with a full board", async () => {
    const game = await match({ game: "tic-tac-toe" });
    await game.play(["a1", "b1", "c1", "b2", "a2", "a3", "b3", "c2", "c3"]);
    await expectEnd(game, null, "board-full", "Draw by a Full Board");
  });

  test("odd-even ends with more than half of the rounds, the last choice coming from either", async () => {
    const game = await match({ game: "odd-even", rounds: 3 });
    await game.play(["1", "2"]);
    // The second round is begun by even.
    const secret = await game.call(1, "finishTurn", { move: "4" });
    expect(secret.data).toMatchObject({ status: "waiting", state: { own: 4 } });
    const last = await game.call(0, "finishTurn", { move: "5" });
    expect(last.text).toContain("Game Over: Odd wins by Rounds.");
    await expectEnd(game, "odd", "best-of", "Odd wins by Rounds");
  });
});

describe("a move with its ply", () => {
  test("a move with its ply that is repeated answers as the first time and is not played again", async () => {
    const game = await match();
    const moved = await game.call(0, "finishTurn", { move: "e2e4", ply: 0 });
    expect(moved.data).toMatchObject({ ply: 1, status: "waiting" });
    // Counted as answers count it, and as the history does; in UCI and in SAN.
    for (const repeat of [
      { move: "e2e4", ply: 0 },
      { move: "e2e4", ply: 1 },
      { move: "e4", ply: 0 },
      { move: "E2E4", ply: 1 },
    ]) {
      const again = await game.call(0, "finishTurn", repeat);
      expect(again.isError, again.text).toBe(false);
      expect(again.text).toMatch(/^Move accepted/);
      expect(again.data).toMatchObject({ ply: 1, status: "waiting", last_move: { uci: "e2e4" } });
      expect(again.data.next_action).toEqual(moved.data.next_action);
    }
    expect(await standingOf(person, game.id)).toMatchObject({ ply: 1 });
  });

  const castles = { fen: "4k3/8/8/8/8/8/8/4K2R w K - 0 1" };
  const passes = { fen: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1" };
  test.each([
    ["e2-e4", {}, "d2-d4"],
    ["Ng1f3", {}, "Ng1h3"],
    ["0-0", castles, "Ke2"],
    ["o-o", castles, "Ke2"],
    ["e1h1", castles, "e1e2"],
    ["exd6 e.p.", passes, "e5-e6"],
    ["1,1", { game: "tic-tac-toe" }, "1,2"],
  ])(
    "a move with its ply that is repeated as it was written, %s, is that move, and another one written so is not",
    async (move, options, other) => {
      const game = await match(options);
      const moved = await game.call(0, "finishTurn", { move, ply: 0 });
      expect(moved.isError, moved.text).toBe(false);
      const again = await game.call(0, "finishTurn", { move, ply: 0 });
      expect(again.isError, again.text).toBe(false);
      expect(again.data).toMatchObject({ ply: 1, repeated: 1, last_move: moved.data.last_move });
      expect((await game.call(0, "finishTurn", { move: other, ply: 0 })).data.error.code).toBe("STALE_PLY");
      expect(await standingOf(person, game.id)).toMatchObject({ ply: 1 });
    },
  );

  test("a move with its ply that is repeated after the opponent's reply shows the reply", async () => {
    const game = await match();
    await game.play(["e2e4", "e7e5"]);
    const again = await game.call(0, "finishTurn", { move: "e2e4", ply: 0 });
    expect(again.data).toMatchObject({ ply: 2, status: "your_turn", last_move: { san: "e5", by: "black" } });
  });

  test("a move with its ply that ended the game tells the end again", async () => {
    const game = await match({ fen: "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1" });
    await game.call(0, "finishTurn", { move: "d1d8", ply: 0 });
    const again = await game.call(0, "finishTurn", { move: "d1d8", ply: 0 });
    expect(again.isError).toBe(false);
    expect(again.text).toContain("Game Over: White wins by Checkmate.");
  });

  test.each([
    ["another move for a ply that is past", 0, { move: "d2d4", ply: 0 }],
    ["another move for it, counted as the history does", 0, { move: "d2d4", ply: 1 }],
    ["a ply to come", 0, { move: "g1f3", ply: 7 }],
    ["the opponent's move", 1, { move: "e2e4", ply: 0 }],
  ] as const)("a repeated call is stale where it names %s", async (_, seat, args) => {
    const game = await match();
    await game.play(["e2e4", "e7e5"]);
    const before = await standingOf(person, game.id);
    const refused = await game.call(seat, "finishTurn", args);
    expect(["STALE_PLY", "NOT_YOUR_TURN"]).toContain(refused.data.error.code);
    expect(await standingOf(person, game.id)).toEqual(before);
  });

  test("a move that is sent twice at once is played once", async () => {
    const game = await match();
    const twins = await Promise.all([0, 1].map(() => game.call(0, "finishTurn", { move: "e2e4", ply: 0 })));
    for (const answer of twins) expect(answer.data).toMatchObject({ ply: 1, status: "waiting" });
    expect(await standingOf(person, game.id)).toMatchObject({ ply: 1 });
  });
});

describe("legal moves", () => {
  const everyPawnMove = /a2a3|h2h4|\ba3\b.*\bh4\b/;

  test("legal moves are listed where they are shown", async () => {
    const game = await match();
    const turn = await game.call(0, "waitForNextTurn");
    expect(turn.data.legal_moves).toHaveLength(20);
    expect(turn.text).toContain("Legal moves: ");
    const refused = await game.call(0, "finishTurn", { move: "e2e5" });
    expect(refused.text).toMatch(/^Invalid move: .*\n\nLegal moves: .*\be4\b/);
  });

  test("hidden legal moves stand in no answer and in no resource", async () => {
    const created = await first.call("createGame", { type: "human", legal_moves: "hidden" });
    const { game_id } = created.data;
    const answers = [
      created,
      await first.call("waitForNextTurn", { game_id }),
      await first.call("getGame", { game_id }),
      await first.call("joinGame", { game_id }),
      await first.call("finishTurn", { game_id, move: "e2e5" }),
      await first.call("finishTurn", { game_id, move: "nonsense" }),
      await first.call("finishTurn", { game_id, move: "d1h5" }),
      await first.call("finishTurn", { game_id, move: "e2e4" }),
    ];
    await person.post(`/api/games/${game_id}/moves`, { move: "e7e5" });
    answers.push(await first.call("waitForNextTurn", { game_id }));
    for (const answer of answers) {
      expect(answer.data).not.toHaveProperty("legal_moves");
      expect(answer.text).not.toContain("Legal moves");
      expect(answer.text).not.toMatch(everyPawnMove);
    }
    const resource = await first.client.readResource({ uri: `kibitz://games/${game_id}` });
    expect(JSON.stringify(resource)).not.toMatch(everyPawnMove);
  });

  test("illegal moves are counted for the player who tried them", async () => {
    const game = await match();
    for (const move of ["e2e5", "Ke2", "zz"]) await game.call(0, "finishTurn", { move });
    await game.play(["e2e4"]);
    const { players } = (await game.call(0, "getGame")).data;
    expect(players).toMatchObject({ white: { illegal_moves: 3 }, black: { illegal_moves: 0 } });
  });
});

describe("wait: true", () => {
  test("wait: true answers with the opponent's reply", async () => {
    // On a busy machine the reply may come after the wait of a second, but not in every game.
    await eventually(async () => {
      const game = await match();
      const [answer] = await Promise.all([
        game.call(0, "finishTurn", { move: "e2e4", wait: true }),
        (async () => {
          await game.call(1, "waitForNextTurn", { timeout_seconds: 20 });
          await game.call(1, "finishTurn", { move: "c7c5" });
        })(),
      ]);
      expect(answer.text).toMatch(/^Move accepted\. .*c5/);
      expect(answer.data).toMatchObject({ status: "your_turn", ply: 2, last_move: { san: "c5" } });
      expect(answer.data.legal_moves).toBeDefined();
    });
  });

  test("wait: true answers with the computer's reply", async () => {
    const created = await first.call("createGame", { difficulty: 1 });
    const { game_id } = created.data;
    let answer = await first.call("finishTurn", { game_id, move: "e2e4", wait: true });
    while (answer.data.status === "timeout") answer = await first.call("waitForNextTurn", { game_id });
    expect(answer.data).toMatchObject({ status: "your_turn", ply: 2, last_move: { by: "black" } });
  });

  test("wait: true times out like any wait, and the move is played", async () => {
    const created = await first.call("createGame", { type: "human" });
    const answer = await first.call("finishTurn", { game_id: created.data.game_id, move: "e2e4", wait: true });
    expect(answer.isError).toBe(false);
    expect(answer.text).toMatch(/^Move accepted\. Waiting for Human…\n\nTimeout: No move received yet\./);
    expect(answer.data).toMatchObject({ status: "timeout", ply: 1, next_action: { tool: "waitForNextTurn" } });
  });

  test("wait: true does not wait when the move ends the game or is refused", async () => {
    const game = await match({ fen: "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1" });
    expect((await game.play(["d1e2"], { wait: true })).data.error.code).toBe("ILLEGAL_MOVE");
    expect((await game.play(["d1d8"], { wait: true })).data.status).toBe("game_over");
  });
});

describe("a rematch", () => {
  test("a rematch swaps colours, seats both, and is the same game for both", async () => {
    const game = await match();
    expect((await game.call(0, "rematch")).data.error.code).toBe("INVALID_ARGUMENT");
    await game.call(0, "resignGame");
    const asked = await game.call(0, "rematch");
    const answered = await game.call(1, "rematch");
    expect(asked.data).toMatchObject({ you: "black", next_action: { tool: "waitForNextTurn" } });
    expect(answered.data).toMatchObject({
      you: "white",
      game_id: asked.data.game_id,
      next_action: { tool: "finishTurn" },
    });
    expect(answered.data.seat_token).not.toBe(asked.data.seat_token);
    expect((await second.call("finishTurn", { game_id: answered.data.game_id, move: "e2e4" })).data).toMatchObject({
      you: "white",
      ply: 1,
    });
  });
});

test("checks are made in the order of the contract", async () => {
  const game = await match({ fen: "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1" });
  const code = async (agent: Agent, args: Record<string, unknown>) =>
    (await agent.call("finishTurn", { game_id: game.id, claim_win: true, ...args })).data.error?.code;
  expect(await code(first, { game_id: "0", seat_token: "wrong", move: "x" })).toBe("GAME_NOT_FOUND");
  expect(await code(second, { seat_token: "wrong", move: "x" })).toBe("SEAT_REQUIRED");
  expect(await code(second, { move: "x" })).toBe("NOT_YOUR_TURN");
  expect(await code(first, { move: "x" })).toBe("ILLEGAL_MOVE");
  expect(await code(first, { move: "d1d2" })).toBe("CLAIM_FAILED");
  await game.play(["d1d8"]);
  expect(await code(second, { move: "x" })).toBe("GAME_OVER");
  expect(await code(second, { seat_token: "wrong", move: "x" })).toBe("SEAT_REQUIRED");
});
