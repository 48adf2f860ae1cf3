import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createLog } from "../../src/main/base/log.ts";

test("anybody's words are one line of the log, and all of them are visible", () => {
  const lines: string[] = [];
  createLog("info", "text", (line) => lines.push(line)).warn(
    "a tool make\r\n2026-01-01T00:00:00.000Z error forged\u001b[2J\u009b1m\u202egnp\u2028b\u0000\ud800 ♞",
  );
  expect(lines).toEqual([
    expect.stringMatching(
      /^\S+Z warn a tool make \| 2026-01-01T00:00:00\.000Z error forged\\u\{1b\}\[2J\\u\{9b\}1m\\u\{202e\}gnp\\u\{2028\}b\\u\{0\}\ufffd ♞\n$/,
    ),
  ]);
});

test("each line of the log as JSON is an object with the ids of what it is about, those of a league's game in full", () => {
  const lines: string[] = [];
  const { info } = createLog("info", "json", (line) => lines.push(line));
  info("nothing\n{}");
  info("a game", { game: "4f" });
  info("a league's game", { game: "L12m3g1" });
  info("a question", { conversation: "L12m3-invite", league: "12" });
  info("elsewhere", { league: "cup", match: "match-3", game: "7", conversation: "c" });
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    [
      { message: "nothing | {}" },
      { message: "a game", game_id: "4f" },
      { message: "a league's game", league_id: "12", match_id: "L12m3", game_id: "L12m3g1" },
      { message: "a question", league_id: "12", match_id: "L12m3", conversation_id: "L12m3-invite" },
      { message: "elsewhere", league_id: "cup", match_id: "match-3", game_id: "7", conversation_id: "c" },
    ].map((fields) => ({ time: expect.stringMatching(/^\d{4}-.*Z$/), level: "info", ...fields })),
  );
  expect(lines.join("")).toMatch(/^([^\n]+\n){5}$/);
});

test("a library's output to the console goes to the log, and standard output stays for data", () => {
  const module = JSON.stringify(join(import.meta.dirname, "../../src/main/base/log.ts"));
  const program = `import { consoleToLog, createLog } from ${module};
    consoleToLog(createLog("debug", "text", (line) => process.stdout.write("log " + line.slice(25))));
    console.debug("no %s", "tools"); console.log("a\\n", { b: 1 }); console.warn("c");`;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  expect(out.split("\n")).toEqual(["log debug no tools", "log debug a |  { b: 1 }", "log warn c", ""]);
});
