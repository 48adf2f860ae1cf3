import { expect, test } from "vitest";
import { createHostConnector, type DialResult } from "../../src/shim/host-link.ts";
import type { Attempt, StartCommand } from "../../src/shim/start-host.ts";

const link = { send() {}, hold() {}, close() {} };
const listener = { line() {}, onClose() {}, onCongestion() {} };
const log = { error() {}, warn() {}, info() {}, debug() {} };
const linked: DialResult = { kind: "linked", link };
const absent: DialResult = { kind: "absent" };
const [best, second]: StartCommand[] = [
  { line: ["electron", "."], isApplication: true },
  { line: ["node", "headless.js"], isApplication: false },
];

/** A world in which looking for a host gives these results, the last one for ever. */
function world(
  looks: DialResult[],
  options: Partial<Parameters<typeof createHostConnector>[0]> & { outcomes?: Attempt["outcome"][] } = {},
) {
  const started: string[] = [];
  const { outcomes = [], ...rest } = options;
  const reach = createHostConnector({
    dial: async () => (looks.length > 1 ? looks.shift() : looks[0]) ?? absent,
    commands: [best, second].filter((command) => command !== undefined),
    start: ({ line: [program] }) => {
      started.push(program);
      return { pid: 1, outcome: outcomes.shift() ?? null };
    },
    log,
    deadline: 20_000,
    grace: 20,
    pause: 1,
    ...rest,
  });
  return { started, reach };
}

test("a host that is there is taken as it is", async () => {
  const { reach, started } = world([linked]);
  expect(await reach(listener, () => true)).toEqual(linked);
  expect(started).toEqual([]);
});

test("a host is started only where it is wanted, once, and waited for", async () => {
  const { reach, started } = world([absent, absent, absent, absent, linked]);
  expect(await reach(listener, () => false)).toEqual(absent);
  expect(started).toEqual([]);
  expect(await reach(listener, () => true)).toEqual(linked);
  expect(started).toEqual(["electron"]);
});

test("the next command for a host is tried where the best one fails, and when none is left that is the answer", async () => {
  const failed = { ok: false, reason: "it ended with code 1" };
  const luckier = world([absent, absent, absent, linked], { outcomes: [failed] });
  expect(await luckier.reach(listener, () => true)).toEqual(linked);
  expect(luckier.started).toEqual(["electron", "node"]);

  const { reach, started } = world([absent], { outcomes: [failed, failed] });
  expect(await reach(listener, () => true)).toMatchObject({
    kind: "failed",
    message: expect.stringMatching(/did not start \(it ended with code 1\).*node headless\.js/),
  });
  expect(started).toEqual(["electron", "node"]);
});

test("a host that found another running which then went away is started again", async () => {
  const { reach, started } = world([absent, absent, absent, linked], { outcomes: [{ ok: true, reason: "" }] });
  expect(await reach(listener, () => true)).toEqual(linked);
  expect(started).toEqual(["electron", "electron"]);
});

test("waiting for a host ends after a while", async () => {
  const { reach } = world([absent], { deadline: 200 });
  expect(await reach(listener, () => true)).toMatchObject({
    kind: "failed",
    message: expect.stringContaining("0.2 s"),
  });
});

test("a host that went away may come back by itself before another is started", async () => {
  const { reach, started } = world([linked, absent, absent, linked], { grace: 10_000 });
  await reach(listener, () => true);
  expect(await reach(listener, () => true)).toEqual(linked);
  expect(started).toEqual([]);
});

test("a host that turns us away is said at once, and so is that nothing could be started", async () => {
  const refused = world([{ kind: "failed", message: "The token is not this Kibitz's." }]);
  expect(await refused.reach(listener, () => true)).toEqual({
    kind: "failed",
    message: "The token is not this Kibitz's.",
  });
  const alone = world([absent], { commands: [] });
  expect(await alone.reach(listener, () => true)).toMatchObject({
    kind: "failed",
    message: expect.stringContaining("start it once"),
    missing: true,
  });
});
