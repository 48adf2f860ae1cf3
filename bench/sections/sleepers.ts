import { setTimeout as delay } from "node:timers/promises";
import { projectDir } from "../../test/support/host-process.ts";
import { answerOf, taskClientAt } from "../../test/support/tasks.ts";
import type { Figure, Section } from "../section.ts";
import { startKibitz } from "../support/processes.ts";
import { processorMs } from "../support/processor.ts";

const SLEEPERS = 1_000;
const KIB = 1024;
/** Seconds for which they are asked about. */
const SECONDS = 15;

/** The cost of an agent that sleeps until its person moves, while its client asks for the task as often as it is told to. */
export const sleepers: Section = {
  name: "sleepers",
  title: `Agents asleep in the background, ${SLEEPERS} at once`,
  run: async (say, beside) => {
    say("here");
    const here = await costOf(projectDir);
    if (beside !== null) say(beside);
    const there = beside === null ? null : await costOf(beside);
    const figure = (name: string, unit: Figure["unit"], of: (cost: Cost) => number): Figure => ({
      name,
      unit,
      value: of(here),
      against: there && { name: "the other checkout", value: of(there) },
    });
    return [
      figure("heap, one sleeper", "KiB", ({ heap }) => heap / SLEEPERS / KIB),
      figure("timers, all of them", "requests", ({ timers }) => timers),
      figure("polls a minute, one sleeper", "requests", ({ polls }) => (polls / SLEEPERS / SECONDS) * 60),
      figure("processor time a minute, one sleeper", "ms", ({ ms }) => (ms / SLEEPERS / SECONDS) * 60),
    ];
  },
};

interface Cost {
  /** Growth of the heap, in bytes, and of the number of timers. */
  readonly heap: number;
  readonly timers: number;
  readonly polls: number;
  /** Milliseconds of the processor. */
  readonly ms: number;
}

async function costOf(checkout: string): Promise<Cost> {
  await using subject = await startKibitz({ inspect: true, checkout });
  const client = taskClientAt(subject.line);
  const seats: { readonly game_id: string; readonly seat_token: string }[] = [];
  while (seats.length < SLEEPERS)
    seats.push(answerOf(await client.call("createGame", { type: "human", color: "black" })).data);
  const before = { ...(await subject.memory()), timers: await subject.timers() };
  const tasks: { readonly taskId: string; readonly pollIntervalMs: number }[] = [];
  for (const { game_id, seat_token } of seats)
    tasks.push((await client.call("waitForNextTurn", { game_id, seat_token })).result);
  const during = { ...(await subject.memory()), timers: await subject.timers() };
  const end = performance.now() + SECONDS * 1_000;
  const usedBefore = processorMs(subject.line.pid);
  let polls = 0;
  await Promise.all(
    tasks.map(async ({ taskId, pollIntervalMs }, index) => {
      for (let at = (index / SLEEPERS) * pollIntervalMs; ; at = pollIntervalMs) {
        await delay(Math.min(at, Math.max(0, end - performance.now())));
        if (performance.now() >= end) return;
        await client.get(taskId);
        polls += 1;
      }
    }),
  );
  const ms = processorMs(subject.line.pid) - usedBefore;
  return { heap: during.heap - before.heap, timers: during.timers - before.timers, polls, ms };
}
