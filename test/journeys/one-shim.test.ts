import { afterAll, beforeAll, expect, test } from "vitest";
import { type Agent, connect } from "../support/agents.ts";
import { type HostProcess, startHost } from "../support/host-process.ts";
import { halves, obey } from "../support/obedient-reader.ts";
import { followNextActions, movesOf, scholarsMate } from "../support/script.ts";
import { seeded } from "../support/seeded.ts";
import { tempDir } from "../support/temp-dir.ts";

/** A host whose chats share one shim, and a reader that obeys through a restart of Kibitz. */

const dir = tempDir();
let host: HostProcess;
let agent: Agent;
beforeAll(async () => {
  host = await startHost(dir.path, { KIBITZ_WAIT_SECONDS: "2" });
  agent = await connect(host, "shim", "v2 client, old era", "one host");
});
afterAll(async () => {
  await agent?.close();
  await host?.stop();
  dir[Symbol.dispose]();
});

test("two chats over one shim play each other to mate", async () => {
  const created = await agent.call("createGame", { type: "agent" });
  const join_code = /join_code "(\w+)"/.exec(created.data.join_prompt)?.[1];
  const joined = await agent.call("joinGame", { game_id: created.data.game_id, join_code });
  const [white, black] = await Promise.all([
    followNextActions(agent, created, movesOf(scholarsMate.white)),
    followNextActions(agent, joined, movesOf(scholarsMate.black)),
  ]);
  expect(white.text).toContain("Move accepted. Game Over: White wins by Checkmate.");
  expect(black.data).toMatchObject({ status: "game_over", you: "black", result: { winner: "white" } });
});

/** The seventy-five-move rule ends it in five moves. */
const short = { fen: "7k/8/8/5K2/8/8/8/1Q6 w - - 140 100" };

test.each(halves)(
  "a reader that obeys the %s plays chess with the computer, over a restart of Kibitz",
  async (half) => {
    const created = await agent.call("createGame", { type: "computer", difficulty: 1, ...short });
    let calls = 0;
    const { last } = await obey(created, {
      half,
      random: seeded(3),
      mostCalls: 100,
      call: async (tool, args) => {
        calls += 1;
        if (calls !== 2) return agent.call(tool, args);
        const answer = agent.call(tool, args);
        await host.kill();
        host = await startHost(dir.path, { KIBITZ_WAIT_SECONDS: "2" });
        return answer;
      },
    });
    expect(last.text).toContain("No further actions needed.");
    expect(last.data.next_action).toBeNull();
  },
);
