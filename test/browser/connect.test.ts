import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, describe, expect, it } from "vitest";
import { shimCommand } from "../../src/main/base/shim-command.ts";
import { readAnswer } from "../support/agents.ts";
import { tempDir } from "../support/temp-dir.ts";
import { openPage, overflows, seriousInEitherScheme } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { useStage } from "./support/shared-host.ts";

/** A home folder of a person who has Cursor, Codex, Gemini CLI and VS Code, the last with a file that nobody can read. */
const folder = tempDir();
const home = join(folder.path, "home");
const cursorFile = join(home, ".cursor", "mcp.json");
const codexFile = join(home, ".codex", "config.toml");
mkdirSync(join(home, ".cursor"), { recursive: true });
mkdirSync(join(home, ".gemini"));
mkdirSync(join(home, ".codex"));
mkdirSync(join(home, ".config", "Code", "User"), { recursive: true });
writeFileSync(codexFile, "# Mine.\nmodel = 'o9'\n");
writeFileSync(join(home, ".config", "Code", "User", "mcp.json"), '{ "servers": ');
afterAll(() => folder[Symbol.dispose]());

const stage = useStage({ HOME: home, XDG_CONFIG_HOME: "" });

/** Starts what an entry says as its host does, with no Node to be found, and plays a game to its end. */
async function playFrom({ command, args }: { readonly command: string; readonly args: readonly string[] }) {
  const client = new Client({ name: "cursor-vscode", version: "3.1" });
  const env = { PATH: "/nonexistent", HOME: home };
  await client.connect(new StdioClientTransport({ command, args: [...args], env, stderr: "ignore" }));
  const call = async (name: string, asked: Record<string, unknown>) =>
    readAnswer(await client.callTool({ name, arguments: asked }));
  let answer = await call("createGame", { game: "tic-tac-toe", type: "computer", difficulty: 1 });
  const { game_id } = answer.data;
  while (!answer.data.result) {
    const [move] = answer.data.legal_moves ?? [];
    answer = move
      ? await call("finishTurn", { game_id, move, wait: true })
      : await call("waitForNextTurn", { game_id });
    expect(answer.isError, answer.text).toBe(false);
  }
  await client.close();
}

describe("the page that connects an assistant", () => {
  it("the page that connects an assistant takes a newcomer in four clicks from an empty home to the prompt that brings their assistant to the board", async () => {
    await using opened = await openPage(stage.browser, stage.host, "/");
    const { page } = opened;
    await page.getByRole("link", { name: "Connect an assistant" }).click();
    await page.getByRole("button", { name: "Connect Gemini CLI", exact: true }).click();
    await page.getByRole("button", { name: "Play Gemini CLI", exact: true }).click();
    await page.getByRole("button", { name: "Copy join prompt" }).click();
    await see(page.getByText("Join prompt copied. Paste it into your assistant.")).toBeVisible();
    expect(opened.problems).toEqual([]);
    await page.goto(`${stage.host.url}/connect`);
    await page.getByRole("button", { name: "Disconnect Gemini CLI", exact: true }).click();
    await see(page.getByRole("button", { name: "Connect Gemini CLI", exact: true })).toBeVisible();
  });

  // Where the home folder lies is told by a variable there, and the way back is a path.
  it.skipIf(process.platform !== "linux")(
    "the page that connects an assistant connects on a click what then plays, and shows that it called",
    async () => {
      await using opened = await openPage(stage.browser, stage.host, "/connect");
      const { page, problems } = opened;
      const cursor = page.getByRole("region", { name: "Cursor", exact: true });
      await see(cursor.getByText("Not connected")).toBeVisible();
      // Many of their names begin with the same letter.
      await see(cursor.locator(".agent-mark")).toHaveText("Cu");
      await cursor.getByText("What will be written").click();
      await see(cursor.getByText(cursorFile)).toBeVisible();
      const look = (await cursor.locator("pre").first().textContent()) ?? "";
      expect(existsSync(cursorFile)).toBe(false);
      await page.getByRole("button", { name: "Connect Cursor", exact: true }).click();
      await see(cursor.getByText("Waiting for its first call", { exact: true })).toBeVisible();
      await see(cursor.getByRole("note")).toContainText("Settings");
      expect(readFileSync(cursorFile, "utf8").trim()).toBe(look.trim());

      await playFrom(JSON.parse(readFileSync(cursorFile, "utf8")).mcpServers.kibitz);
      await see(cursor.getByText("Has called", { exact: true })).toBeVisible();
      await see(cursor.getByText("Cursor 3.1 has called.")).toBeVisible();

      // Its tools for coaching are one more press.
      await cursor.getByRole("button", { name: "Let it coach you: Cursor" }).click();
      await see(cursor.getByText("Waiting for its first call", { exact: true })).toBeVisible();
      await see(cursor.getByRole("button", { name: /coach/ })).toHaveCount(0);
      expect(JSON.parse(readFileSync(cursorFile, "utf8")).mcpServers.kibitz.args).toContain("play,entrant,coach");

      const codex = page.getByRole("region", { name: "Codex", exact: true });
      await codex.getByRole("button", { name: /^Connect / }).click();
      const backup = codex.getByText(/The previous version of the file is kept in/).locator("code");
      expect(readFileSync((await backup.textContent()) ?? "", "utf8")).toBe("# Mine.\nmodel = 'o9'\n");
      await codex.getByRole("button", { name: "Disconnect" }).click();
      await see(codex.getByText("Not connected")).toBeVisible();
      expect(readFileSync(codexFile, "utf8")).toBe("# Mine.\nmodel = 'o9'\n");

      const code = page.getByRole("region", { name: "VS Code", exact: true });
      await see(code.getByText(/leaves .*mcp.json alone/)).toBeVisible();
      await see(code.getByRole("button", { name: /^Connect / })).toHaveCount(0);
      await see(code.getByText("Repair the file, then reload this page.")).toBeVisible();
      await see(code.locator(".target-state")).toHaveClass(/trouble/);
      const own = readFileSync(cursorFile, "utf8");
      writeFileSync(cursorFile, own.replace(/"command": *"[^"]*"/, '"command": "/gone/node"'));
      await page.reload();
      await see(cursor.locator(".trouble")).toHaveText("Connected, but the entry does not work");
      await cursor.getByRole("button", { name: "Connect Cursor", exact: true }).filter({ hasText: "Repair" }).click();
      await see(cursor.locator(".trouble")).toHaveCount(0);
      expect(problems).toEqual([]);
    },
  );

  it.skipIf(process.platform !== "linux")(
    "the page that connects an assistant shows that a host called which has no entry in its file",
    async () => {
      mkdirSync(join(home, ".config", "Claude"));
      const { command, args } = shimCommand(stage.host.dataDir);
      // As the entry of a package has it.
      await playFrom({ command, args: [...args, "--for", "claude-desktop"] });
      await using opened = await openPage(stage.browser, stage.host, "/connect");
      const claude = opened.page.getByRole("region", { name: "Claude Desktop", exact: true });
      await see(claude.getByText("Has called, but is not in its configuration", { exact: true })).toBeVisible();
      await see(claude.getByText(/Cursor came another way/)).toBeVisible();
      await see(claude.getByRole("button", { name: /^Connect / })).toBeVisible();
    },
  );

  it.skipIf(process.platform !== "linux")(
    "the page that connects an assistant says which file was changed where another one could not be",
    async () => {
      const folders = [join(home, ".config", "devin"), join(home, ".codeium", "windsurf")];
      const [first = "", second = ""] = folders.map((each) => {
        mkdirSync(each, { recursive: true });
        return join(each, "mcp_config.json");
      });
      writeFileSync(first, "{}");
      writeFileSync(second, "{}", { mode: 0o444 });
      await using opened = await openPage(stage.browser, stage.host, "/connect", { width: 390 });
      const { page } = opened;
      const windsurf = page.getByRole("region", { name: "Windsurf / Devin" });
      await windsurf.getByRole("button", { name: /^Connect / }).click();
      await see(windsurf.getByRole("alert")).toContainText(`${second} is protected against writing`);
      await see(windsurf.getByRole("alert")).toContainText(`${first} was changed; what it was is kept in ${first}.`);
      expect(await overflows(page)).toBe(false);
      chmodSync(second, 0o644);
      await windsurf.getByRole("button", { name: /^Connect / }).click();
      await see(windsurf.getByText("Waiting for its first call", { exact: true })).toBeVisible();
      await see(windsurf.getByRole("alert")).toHaveCount(0);
    },
  );

  it("the page that connects an assistant has the exact text for every host, ready to copy, and the links that ask in one", {
    tags: "edge",
  }, async () => {
    const { targets } = (await stage.person.get("/api/connect")).body;
    expect(targets.length).toBeGreaterThan(10);
    await using opened = await openPage(stage.browser, stage.host, "/connect");
    const { page, problems } = opened;
    await page.getByText("Not found on this machine").click();
    await see(page.getByRole("heading", { level: 2 })).toHaveCount(targets.length);
    for (const { title, block, terminal, state, link } of targets) {
      const region = page.getByRole("region", { name: title, exact: true });
      if (state !== null) await region.locator("summary").click();
      const texts = [block, ...(terminal === null ? [] : [terminal])];
      for (const [index, text] of texts.entries()) {
        await region.getByRole("button", { name: "Copy" }).nth(index).click();
        await see.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
      }
      const ask = region.getByRole("link", { name: `Let ${title} add it` });
      if (link !== null && state !== "connected" && state !== "missing") await see(ask).toHaveAttribute("href", link);
      else await see(ask).toHaveCount(0);
    }
    expect(problems).toEqual([]);
  });

  it("the page that connects an assistant is for the person: the agents' token connects nothing", async () => {
    const headers = { authorization: `Bearer ${stage.host.agentToken}` };
    for (const method of ["POST", "DELETE"])
      expect((await fetch(`${stage.host.url}/api/connect/cursor`, { method, headers })).status).toBe(403);
  });

  it("the page that connects an assistant is reached from the header, with the focus on its heading", async () => {
    await using opened = await openPage(stage.browser, stage.host);
    const { page } = opened;
    await page.getByRole("link", { name: "Connect", exact: true }).press("Enter");
    await see(page).toHaveTitle("Connect an assistant · Kibitz");
    await see(page.getByRole("heading", { level: 1 })).toBeFocused();
    await see(page.getByRole("link", { name: "Connect", exact: true })).toHaveAttribute("aria-current", "page");
    // A phone of 390 pixels with everything twice as large.
    await page.setViewportSize({ width: 195, height: 422 });
    for (const name of ["Games", "Leagues", "Analysis", "Connect", "Settings"])
      await see(page.getByRole("link", { name, exact: true })).toBeInViewport({ ratio: 1 });
  });

  it("the page that connects an assistant leaves to pages that are fetched first, with the focus on their heading", async () => {
    const { body } = await stage.person.post("/api/import", { pgn: "1. f3 e5 2. g4 Qh4# 0-1" });
    await using opened = await openPage(stage.browser, stage.host);
    const { page } = opened;
    for (const [link, heading] of [
      ["Leagues", "Leagues"],
      ["Analysis", "Analysis board"],
    ] as const) {
      await page.getByRole("link", { name: link, exact: true }).press("Enter");
      await see(page.getByRole("heading", { level: 1, name: heading })).toBeFocused();
    }
    await page.getByRole("link", { name: "Games", exact: true }).press("Enter");
    await page.getByRole("radio", { name: "Finished" }).check();
    await page.locator(`[data-game="${body.game_id}"]`).getByRole("link").first().press("Enter");
    await see(page.locator(".game h1")).toBeFocused();
  });

  it("the page that connects an assistant lets the keyboard skip the header", async () => {
    await using opened = await openPage(stage.browser, stage.host, "/connect");
    const { page } = opened;
    await see(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.keyboard.press("Tab");
    await see(page.getByRole("link", { name: "Skip to the page" })).toBeFocused();
    await page.keyboard.press("Enter");
    await see(page.getByRole("main")).toBeFocused();
  });

  it("the page that connects an assistant has nothing serious for axe, light or dark, and fits", {
    tags: "edge",
  }, async () => {
    await using opened = await openPage(stage.browser, stage.host, "/connect", { width: 400 });
    const { page } = opened;
    await see(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
    expect(await seriousInEitherScheme(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
    // The header stands in one line, on a phone as well.
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await overflows(page)).toBe(false);
    expect(await page.locator(".header a, .header button").evaluateAll(severalLines)).toEqual([]);
    await see(page.getByRole("button", { name: "New game" })).toBeVisible();
    // All of its links are seen at every width, beside a scrollbar.
    const cut: number[] = [];
    for (let width = 370; width <= 760; width += 6) {
      await page.setViewportSize({ width, height: 740 });
      const isCut = await page.locator(".nav").evaluate((nav) => nav.scrollWidth > nav.clientWidth);
      if (isCut || (await overflows(page))) cut.push(width);
    }
    expect(cut).toEqual([]);
    // As on a phone with letters half as large again.
    await page.setViewportSize({ width: 260, height: 560 });
    expect(await overflows(page)).toBe(false);
    await see(page.getByRole("button", { name: "New game" })).toBeInViewport({ ratio: 1 });
    const last = page.getByRole("link", { name: "Settings" });
    await last.scrollIntoViewIfNeeded();
    await see(last).toBeInViewport({ ratio: 0.99 });
    // By keyboard one comes to it, too, and sees the ring around it.
    await page.locator(".nav").evaluate((nav) => nav.scrollTo(0, 0));
    await page.getByRole("link", { name: "Connect" }).focus();
    await page.keyboard.press("Tab");
    await see(last).toBeFocused();
    await see
      .poll(() =>
        last.evaluate(
          (link) => link.getBoundingClientRect().right - (link.closest(".nav")?.getBoundingClientRect().right ?? 0),
        ),
      )
      .toBeLessThanOrEqual(0);
  });
});

/** The texts of those that are broken into more than one line. */
const severalLines = (elements: readonly Element[]) =>
  elements
    .filter((element) => {
      const range = document.createRange();
      range.selectNodeContents([...element.querySelectorAll("span")].at(-1) ?? element);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
    })
    .map(({ textContent }) => textContent);
