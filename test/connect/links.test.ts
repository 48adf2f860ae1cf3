import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installLink, promptLink, terminalLine } from "../../src/main/connect/entry.ts";
import { knownHosts } from "../../src/main/connect/hosts.ts";
import { memoryDir } from "../support/temp-dir.ts";

/** The command, in a folder that a person may have chosen. */
const shim = {
  command: "/opt/It's Node $HOME/node",
  args: ['/home/a b/`x` "y"/kibitz-mcp.mjs', "--data-dir", "/srv/the table", "--for", "host"],
};

const hostsWith = (way: "terminal" | "link") => knownHosts.filter((host) => host[way] !== undefined);

const [program = "", ...options] = shim.args;
const command = [shim.command, ...shim.args];
/** A host's own command about Kibitz: its program and the arguments. */
const handed: Readonly<Record<string, readonly string[]>> = {
  "claude-code": ["claude", "mcp", "add", "--scope", "user", "--transport", "stdio", "kibitz", "--", ...command],
  vscode: ["code", "--add-mcp", JSON.stringify({ name: "kibitz", ...shim })],
  codex: ["codex", "mcp", "add", "kibitz", "--", ...command],
  gemini: [..."gemini mcp add -s user kibitz".split(" "), shim.command, program, "--", ...options],
  qwen: [..."qwen mcp add -s user kibitz".split(" "), shim.command, program, "--", ...options],
  copilot: [..."copilot mcp add kibitz --".split(" "), ...command],
};

test.skipIf(process.platform === "win32")(
  "a line for a terminal, pasted as it is, hands the host what it should",
  () => {
    using folder = memoryDir();
    const bin = join(folder.path, "bin");
    mkdirSync(bin);
    for (const [name = ""] of Object.values(handed)) {
      writeFileSync(join(bin, name), `#!/bin/sh\nprintf '%s\\0' "\${0##*/}" "$@"\n`);
      chmodSync(join(bin, name), 0o755);
    }
    for (const host of hostsWith("terminal")) {
      const line = terminalLine(host, shim, "linux") ?? "";
      const said = execFileSync("/bin/sh", ["-c", line], { env: { PATH: bin, HOME: "/wrong" }, encoding: "utf8" });
      expect(said.split("\0").slice(0, -1), line).toEqual(handed[host.id]);
    }
  },
);

test("a link carries the entry, and nothing of it is lost on the way", () => {
  for (const host of hostsWith("link")) {
    const link = installLink(host, shim) ?? "";
    // Nothing in it would end an address in a page, or mean something else there.
    expect(link).toMatch(/^[a-z]+:[\w/.?=&%~!'()*-]+$/);
    const { search } = new URL(link);
    const given =
      host.link === "vscode"
        ? JSON.parse(decodeURIComponent(search.slice(1)))
        : JSON.parse(Buffer.from(new URLSearchParams(search).get("config") ?? "", "base64").toString());
    expect(given).toMatchObject(shim);
    expect(host.link === "vscode" ? given.name : new URLSearchParams(search).get("name")).toBe("kibitz");
  }
});

test("a link with a prompt carries all of it, where a new chat acts for the seat of an older one", () => {
  const text =
    'I played O-O+ in Kibitz game 4821. It is your turn: call waitForNextTurn with game_id “4821”. 100 % & "so" on?';
  const at = (platform: NodeJS.Platform, isOpen: boolean) =>
    knownHosts.flatMap(({ id }) => {
      const found = promptLink(id, text, { platform, isOpen });
      if (!found) return [];
      expect(found.link).toMatch(/^[a-z-]+:[\w/.?=&%~!'()*-]+$/);
      expect([...new URL(found.link).searchParams.values()]).toEqual([text]);
      return [found.title];
    });
  expect(at("darwin", false)).toEqual(["Claude Desktop", "Claude Code", "Cursor"]);
  expect(at("linux", false)).toEqual(["Claude Code", "Cursor"]);
  // A session of its own would find the seat held by the one that is open.
  expect(at("win32", true)).toEqual(["Claude Desktop"]);
  expect(promptLink("somebody", text, { platform: "linux", isOpen: false })).toBeNull();
});
