import { expect, test } from "vitest";
import { rulesOf, toMove } from "../../src/main/games/machine/game-state.ts";
import { createHolds } from "../../src/main/mcp/server/holds.ts";
import { type McpHost, mcpHosts } from "../../src/shared/mcp-hosts.ts";
import { accept } from "../../src/shared/result.ts";
import type { Answer } from "../support/agents.ts";
import { halves, obey } from "../support/obedient-reader.ts";
import { seeded } from "../support/seeded.ts";
import { answerOf, taskClientOf } from "../support/tasks.ts";
import { openAgentHost } from "./agent-host.ts";

/**
 * Stand-ins for the hosts of the table, each as its row says: it reads one half, gives a call up after its time, stops
 * its model at too many equal calls. Time runs a hundred times as fast, for all of them at once. `npm run hosts` plays the real programs.
 */

const FASTER = 100;
/** Seconds that the person takes for a move. */
const THOUGHT = 150;
/** Seconds by which a row's time for a call is below the host's own. */
const MARGIN = 5;
/** Equal calls that a host takes of which no limit is known. */
const MOST_EQUAL = 4;

interface Played {
  readonly last: Answer;
  readonly moves: number;
  readonly calls: readonly string[];
  readonly wakes: number;
  /** Seconds of the game's time. */
  readonly seconds: number;
}

async function play(
  { names, since, holdSeconds, holdsByProgress, background, sameCalls }: McpHost,
  half: (typeof halves)[number],
): Promise<Played> {
  const began = Date.now();
  const holds = createHolds({ get: () => ({}), set: () => accept(null) }, null, () => true);
  await using place = openAgentHost({
    personIsThere: () => true,
    now: () => began + (Date.now() - began) * FASTER,
    waitSeconds: () => 30,
    holds: {
      ...holds,
      secondsFor: (client, usual, asked) =>
        holds.secondsFor({ ...client, hearsProgress: holdsByProgress }, usual, asked) / FASTER,
    },
  });
  const random = seeded(7);
  const name = names[0] ?? "a host of which nothing is known";
  const capabilities = background === "tasks" ? {} : { extensions: {} };
  const client = taskClientOf(place.mcp, capabilities, {}, { name, version: since ?? "1.0.0" });
  const limit = ((holdSeconds ?? 55) + MARGIN) / FASTER;
  const calls: string[] = [];
  let wakes = 0;
  const call = async (tool: string, args: Record<string, unknown>): Promise<Answer> => {
    const one = `${tool} ${JSON.stringify(args)}`;
    calls.push(one);
    const most = sameCalls ?? MOST_EQUAL;
    const equal = calls.slice(-most - 1);
    if (equal.length > most && new Set(equal).size === 1) throw new Error(`a loop: ${one}`);
    const started = performance.now();
    const reply = await client.call(tool, args);
    const seconds = (performance.now() - started) / 1_000;
    if (reply.result.taskId) {
      wakes += 1;
      return answerOf(await client.until(reply.result.taskId, "completed"));
    }
    // The time that the call itself takes beside its wait is not held against it.
    expect(seconds, one).toBeLessThan(limit + 10);
    return answerOf(reply);
  };
  const created = await call("createGame", { type: "human", game: "tic-tac-toe" });
  const { game_id } = created.data;
  const stop = place.games.listen(({ game: { state } }) => {
    const person = state.seats.find(({ kind }) => kind === "human");
    if (state.id !== game_id || !person || state.outcome || !toMove(state).includes(person.seat)) return;
    setTimeout(
      () => {
        const [move = ""] = rulesOf(state).legalMoves(state.position, person.seat);
        void place.games.play(game_id, person.seat, { text: move });
      },
      (THOUGHT / FASTER) * 1_000,
    );
  });
  const { last } = await obey(created, { half, random, call });
  stop();
  const seconds = ((Date.now() - began) / 1_000) * FASTER;
  return { last, moves: Math.ceil(last.data.ply / 2), calls, wakes, seconds };
}

const unknown: McpHost = {
  ...{ title: "an unknown host", names: [], wokenBy: "", holdSeconds: null, holdsByProgress: false, background: null },
  ...{ reads: null, showsPages: false, forms: null, apps: null, sameCalls: null, toolSearch: false },
  ...{ evidence: "seen", source: "" },
};
const cases = [...mcpHosts.filter(({ names }) => names.length > 0), unknown].flatMap((host) =>
  halves
    .filter((half) => host.reads === null || host.reads === "both" || host.reads === half)
    .map((half) => ({ title: `${host.title} ${host.since ?? ""}`.trim(), half, host })),
);

test.concurrent.each(cases)(
  "$title plays a person who takes two and a half minutes a move, from the $half half",
  async ({ host, half }) => {
    const { last, moves, calls, wakes, seconds } = await play(host, half);
    expect(last.data.error?.code ?? last.data.status, last.text).toMatch(/^game_over$/i);
    const made = (tool: string) => calls.filter((call) => call.startsWith(tool)).length;
    expect(made("finishTurn")).toBe(moves);
    expect(new Set(calls).size).toBe(calls.length);
    // One call a move, and no other where waits go on in the background, or are long enough; else one each time that the
    // host's time for a call has passed.
    const hold = host.background === "tasks" ? Number.POSITIVE_INFINITY : (host.holdSeconds ?? 30);
    expect(made("waitForNextTurn")).toBeLessThanOrEqual(hold > 2 * THOUGHT ? 0 : seconds / hold);
    if (host.background === "tasks") expect(wakes).toBeGreaterThanOrEqual(moves - 1);
  },
);

test("hosts that hide tools behind a search are asked to show those that every game needs, and no others are", async () => {
  await using place = openAgentHost();
  const shown = async (name: string) => {
    const { client } = await place.connect({ name });
    const { tools } = await client.listTools();
    return tools.filter(({ _meta }) => _meta?.["anthropic/alwaysLoad"] === true).map((tool) => tool.name);
  };
  expect(await shown("claude-code")).toEqual(["createGame", "finishTurn", "waitForNextTurn", "joinGame"]);
  expect(await shown("tester")).toEqual([]);
});
