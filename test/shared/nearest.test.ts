import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { readLeagueOptions } from "../../src/cli/league/options.ts";
import { unreadableLine } from "../../src/main/start/read-options.ts";
import { readStartOptions } from "../../src/main/start/start-options.ts";
import { didYouMean, nearest } from "../../src/shared/nearest.ts";
import { projectDir } from "../support/host-process.ts";

test.each([
  ["lague", "league"],
  ["stauts", "status"],
  ["docter", "doctor"],
  ["stop", "stop"],
  ["porridge", null],
  ["", null],
])("a person who types %j is asked whether they meant %j", (word, meant) => {
  expect(nearest(word, ["league", "status", "stop", "doctor", "headless"])).toBe(meant);
});

test("of two words as near as each other the first is meant, and nothing is guessed where there is none", () => {
  expect(nearest("pt", ["pa", "pb"])).toBe("pa");
  expect(didYouMean("x", [])).toBe("");
});

const refusal = (...args: readonly string[]) => {
  const read = readLeagueOptions(args);
  return read.ok ? "" : read.message;
};

test("an option that cannot be read is told in one line, with what was meant", () => {
  const help = "`kibitz league --help` lists the options.";
  expect(refusal("--sed", "1")).toBe(`There is no option --sed. Did you mean --seed? ${help}`);
  expect(refusal("--porridge")).toBe(`There is no option --porridge. ${help}`);
  expect(refusal("--seed", "-1")).toBe(
    `--seed takes a value. One that begins with a dash is written --seed=-1. ${help}`,
  );
  expect(refusal("--seed=-1")).toBe('--seed takes a whole number, not "-1".');
  expect(refusal("--seed")).toBe(`--seed takes a value. ${help}`);
  expect(refusal("--json=1")).toBe(`Option '--json' does not take an argument. ${help}`);
  expect(refusal("chess")).toMatch(/^Unexpected argument 'chess'\. /);
  const headless = readStartOptions(["--prot", "1"], {});
  expect(headless.ok ? "" : headless.message).toMatch(/^There is no option --prot\. Did you mean --port\? /);
  expect(unreadableLine("odd", "x", []).message).toBe("odd. `kibitz x --help` lists the options.");
});

test("a script's options are told with --help, and a wrong one in one line", { tags: "edge" }, () => {
  const script = join(projectDir, "attack/index.ts");
  const assets = pathToFileURL(join(projectDir, "scripts/raw-assets.mjs")).href;
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", assets, script, ...args], {
      encoding: "utf8",
    });
    return [status, stdout, stderr];
  };
  expect(run("leagues", "--help")).toEqual([
    0,
    expect.stringMatching(/^Usage: npm run attack -- leagues .*\n\n {2}--kills N \(default 200\)\n/),
    "",
  ]);
  const help = "`npm run attack -- leagues --help` lists the options.\n";
  expect(run("leagues", "--kill", "1")).toEqual([2, "", `There is no option --kill. Did you mean --kills? ${help}`]);
  expect(run("leagues", "--seed=-1")).toEqual([2, "", '--seed takes a number, not "-1".\n']);
  expect(run("league")).toEqual([
    2,
    "",
    expect.stringMatching(/^There is no attack league\. Known are all, .*leagues/),
  ]);
});
