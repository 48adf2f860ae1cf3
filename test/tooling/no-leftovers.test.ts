import { spawn } from "node:child_process";
import { once } from "node:events";
import { test as base, expect } from "vitest";
import { findStrays } from "./no-leftovers.ts";

const test = base.skipIf(process.platform !== "linux");

test("a process that a test started is found by its mark until it has ended", async () => {
  const run = `planted-${process.pid}`;
  const child = spawn("sleep", ["60"], { env: { PATH: process.env["PATH"], KIBITZ_TEST_RUN: run }, stdio: "ignore" });
  await once(child, "spawn");
  const pids = async () => (await findStrays(run)).map(({ pid }) => pid);
  expect(await pids()).toContain(child.pid);
  child.kill();
  await once(child, "exit");
  expect(await pids()).not.toContain(child.pid);
});
