import { setTimeout as delay } from "node:timers/promises";
import type { ElicitResult } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Answer, connect, kinds } from "../support/agents.ts";
import { type HostProcess, startHost } from "../support/host-process.ts";
import { tempDir } from "../support/temp-dir.ts";

const dir = tempDir();
let host: HostProcess;

beforeAll(async () => {
  host = await startHost(dir.path);
});
afterAll(async () => {
  await host.stop();
  dir[Symbol.dispose]();
});

test.each(["v2 client, new era", "v2 client, old era"] as const)(
  "a host that dies under an open form of the %s loses nothing, and the next call shows the form again",
  async (kind) => {
    using own = tempDir();
    let at = await startHost(own.path);
    let shown = 0;
    const answers = (): ElicitResult => {
      shown += 1;
      if (shown === 1) at.child.kill("SIGKILL");
      return { action: "accept", content: { move: shown === 1 ? "e4" : "d4" } };
    };
    await using agent = await connect(at, "shim", kind, "tester", answers);
    const { game_id, seat_token } = (await agent.call("createGame", { type: "human", color: "black" })).data;
    const interrupted = agent.call("askPerson", { game_id, seat_token });
    await vi.waitFor(() => expect(at.child.signalCode).toBe("SIGKILL"), 10_000);
    at = await startHost(own.path);
    await using _ = at;
    let answer = await interrupted;
    // Where the form was the answer to the call, the reply reaches the next host, and is played there.
    if (answer.isError) {
      expect(answer.data).toMatchObject({
        error: { code: "HOST_RESTARTED" },
        next_action: { tool: "askPerson", arguments: { game_id, seat_token } },
      });
      answer = await agent.call("askPerson", answer.data.next_action.arguments);
    }
    expect(answer.data).toMatchObject({ status: "your_turn", ply: 1, moves_san: [shown === 1 ? "e4" : "d4"] });
  },
);

/** A person that answers the forms in turn, and what was shown. */
function personWith(...replies: readonly (string | ElicitResult)[]) {
  const shown: string[] = [];
  const answers = async ({ message }: { readonly message: string }): Promise<ElicitResult> => {
    const reply = replies[shown.length];
    shown.push(message);
    if (reply === undefined) throw new Error(`One form too many: ${message}`);
    if (typeof reply === "string") return { action: "accept", content: { move: reply } };
    // Within a second only a program refuses a form.
    await delay(1_050);
    return reply;
  };
  return { shown, answers };
}

describe.each(kinds)("over the shim, with the %s", (kind) => {
  test("a person mates the agent by forms alone, which follows the next actions", async () => {
    const { shown, answers } = personWith("e5", "nonsense", "Qh4#");
    await using agent = await connect(host, "shim", kind, "tester", answers);
    const { tools: listed } = await agent.client.listTools();
    expect(listed.map(({ name }) => name)).toContain("askPerson");
    const created = await agent.call("createGame", { type: "human" });
    expect(created.data.next_action).toMatchObject({ tool: "finishTurn", arguments: { wait: true } });
    expect(created.text).toContain("Only if your person would rather answer here than on the board: askPerson");
    let answer: Answer = await agent.call("askPerson", { game_id: created.data.game_id });
    const moves = ["f2f3", "g2g4"];
    const tools: string[] = [];
    while (answer.data.next_action) {
      const { tool, arguments: given } = answer.data.next_action;
      tools.push(tool);
      answer = await agent.call(tool, tool === "finishTurn" ? { ...given, move: moves.shift() } : given);
      expect(answer.isError, answer.text).toBe(false);
    }
    expect(answer.text).toContain("Game Over: Black wins by Checkmate.");
    expect(answer.data.result).toMatchObject({ winner: "black", reason: "checkmate" });
    expect(tools).toEqual(["finishTurn", "askPerson", "finishTurn", "askPerson"]);
    expect(shown).toHaveLength(3);
  });

  test("a person mates the computer through the agent’s seat, in as many calls as are told", async () => {
    const { shown, answers } = personWith("Qb7", "Ra8#");
    await using agent = await connect(host, "shim", kind, "tester", answers);
    const fen = "7k/8/8/8/8/1Q6/R7/K7 w - - 0 1";
    const created = await agent.call("createGame", { type: "computer", difficulty: 1, fen });
    expect(created.text).toContain("Only if your person wants to make your moves: askPerson");
    const { game_id } = created.data;
    let answer = await agent.call("askPerson", { game_id });
    while (answer.data.next_action) {
      const { tool, arguments: given } = answer.data.next_action;
      answer = await agent.call(tool, given);
    }
    expect(answer.text).toContain("Game Over: White wins by Checkmate.");
    expect(shown).toHaveLength(2);
  });

  test.each([
    [{ action: "decline" } as const, "Your person declined the form."],
    [{ action: "cancel" } as const, "Your person closed the form."],
  ])("a form that was answered with %j loses nothing", async (reply, said) => {
    const { answers } = personWith(reply, "e4");
    await using agent = await connect(host, "shim", kind, "tester", answers);
    const { game_id } = (await agent.call("createGame", { type: "human", color: "black" })).data;
    const parted = await agent.call("askPerson", { game_id });
    expect(parted.text).toContain(`${said} Nothing was played, and nothing is lost.`);
    expect(parted.data).toMatchObject({
      ply: 0,
      next_action: { tool: "waitForNextTurn" },
      board_url: expect.stringContaining(`/game/${game_id}`),
      result: null,
      message: expect.stringContaining(said),
    });
    const moved = await agent.call("askPerson", { game_id });
    expect(moved.data).toMatchObject({ status: "your_turn", ply: 1 });
  });
});
