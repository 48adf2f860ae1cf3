import { join } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { usage as leagueUsage } from "../../src/cli/league/options.ts";
import { usage as measureUsage } from "../../src/cli/measure/options.ts";
import { usage as ratingsUsage } from "../../src/cli/ratings.ts";
import { silentLog } from "../../src/main/base/log.ts";
import { type Host, openHost } from "../../src/main/host.ts";
import { openPage } from "../browser/support/pages.ts";
import { see } from "../browser/support/see.ts";
import { findBrowser, launch } from "../programs/browser.ts";
import { type Agent, connect } from "../support/agents.ts";
import { projectDir } from "../support/host-process.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";

/** A game that the core has never heard of sits at the table by its folder and two register lines. */

vi.mock("../../src/games/register.ts", async (importActual) => {
  const { registerOf } = await import("../../src/games/game.ts");
  const { definitions } = await importActual<typeof import("../../src/games/register.ts")>();
  const { nim } = await import("../fixtures/nim/index.ts");
  return registerOf([...definitions, nim]);
});

const folder = tempDir();
const pagesDir = join(folder.path, "renderer");
const fixturePages = join(projectDir, "test/fixtures/nim-pages.ts");
let host: Host;

/** The pages as they are built, with the fixture's register in the place of the usual one. */
const buildPages = () =>
  build({
    configFile: false,
    root: join(projectDir, "src/renderer"),
    base: "/",
    logLevel: "error",
    build: { outDir: pagesDir, target: "es2022", minify: false },
    plugins: [
      {
        name: "fourth-game",
        enforce: "pre",
        resolveId: (source, importer) =>
          source.endsWith("/games/pages.ts") && importer !== fixturePages ? fixturePages : null,
      },
    ],
  });

beforeAll(async () => {
  await buildPages();
  const settings = {
    help: false,
    json: false,
    noWindow: true,
    warmUp: false,
    port: 0,
    listen: null,
    allowedNames: [],
    database: null,
    arenaSecret: null,
    dataDir: join(folder.path, "data"),
    waitSeconds: 5,
    logLevel: "error",
    logFormat: "text",
    callsPerSecond: null,
  } as const;
  const opening = await openHost({ settings, log: silentLog, pagesDir });
  if (opening.kind !== "opened") throw new Error("another host is there");
  host = opening.host;
});
afterAll(async () => {
  await host?.close();
  folder[Symbol.dispose]();
});

const agentAt = (door: "http" | "shim"): Promise<Agent> =>
  connect({ dataDir: host.dataDir, mcp: host.mcpUrl, agentToken: host.agentToken }, door, "v2 client, new era");

/** Any of the legal moves, so that the game ends. */
const anyMove = (moves: readonly string[]): string => moves.at(-1) ?? "";

for (const door of ["http", "shim"] as const)
  test(`an agent plays a fourth game against its strategy through the tools, over ${door}`, async () => {
    await using agent = await agentAt(door);
    let answer = await agent.call("createGame", {
      game: "nim",
      type: "computer",
      difficulty: 10,
      color: "white",
      misere: true,
    });
    expect(answer.isError, answer.text).toBe(false);
    expect(answer.text).toContain("- Game: nim");
    expect(answer.text).toContain("- You are: First");
    const { game_id } = answer.data;
    const refused = await agent.call("finishTurn", { game_id, move: "z9" });
    expect(refused.text).toMatch(/^Invalid move: write a heap/);
    while (answer.data.status !== "game_over") {
      const { tool } = answer.data.next_action;
      answer =
        tool === "finishTurn"
          ? await agent.call(tool, { game_id, move: anyMove(answer.data.legal_moves), wait: true })
          : await agent.call(tool, { game_id });
      expect(answer.isError, answer.text).toBe(false);
    }
    expect(answer.text).toMatch(/Game Over: (First|Second) wins by Leaving the Last\./);
    expect(answer.text).toContain("No further actions needed.");
  });

test("the tools say what a fourth game is played with, and refuse its options to others and others' to it", async () => {
  await using agent = await agentAt("http");
  const { tools } = await agent.client.listTools();
  const schema = JSON.stringify(tools.find(({ name }) => name === "createGame")?.inputSchema);
  expect(schema).toContain('"nim"');
  expect(schema).toContain('"misere"');
  const strange = await agent.call("createGame", { game: "nim", fen: "8/8/8/8/8/8/8/8 w - - 0 1" });
  expect(strange.text).toBe(
    "Error: fen is for chess, not for nim.\n\nCorrect the arguments and call again, or ask the person.",
  );
  const other = await agent.call("createGame", { misere: true });
  expect(other.text).toContain("misere is for nim, not for chess.");
  const created = await agent.call("createGame", { game: "nim" });
  const claimed = await agent.call("finishTurn", { game_id: created.data.game_id, move: "a1", claim_win: true });
  expect(claimed.data.error.code).toBe("INVALID_ARGUMENT");
});

test("texts and helps in which games are listed name a fourth game as well", async () => {
  await using agent = await connect(
    { dataDir: host.dataDir, mcp: `${host.mcpUrl}?toolsets=league`, agentToken: host.agentToken },
    "http",
    "v2 client, new era",
  );
  const { tools } = await agent.client.listTools();
  const league = JSON.stringify(tools.find(({ name }) => name === "createLeague")?.inputSchema);
  expect(league).toContain('"nim"');
  expect(league).toContain("misere in nim");
  for (const help of [await leagueUsage(), await ratingsUsage()]) expect(help).toMatch(/--game GAME +.*, nim/);
  // Nobody has measured its levels, and nothing is claimed in it.
  expect(await measureUsage()).not.toContain("nim");
  await using player = await agentAt("http");
  const finishTurn = (await player.client.listTools()).tools.find(({ name }) => name === "finishTurn");
  expect(finishTurn?.inputSchema.properties?.["claim_win"]).toMatchObject({
    description: expect.not.stringContaining("nim"),
  });
});

test("the rules and the picture of a fourth game are resources", async () => {
  await using agent = await agentAt("http");
  const created = await agent.call("createGame", { game: "nim" });
  const textOf = async (uri: string) => JSON.stringify((await agent.client.readResource({ uri })).contents);
  expect(await textOf("kibitz://rules/nim")).toContain("# Nim");
  expect(await textOf(`kibitz://games/${created.data.game_id}/board.svg`)).toContain("<svg");
  expect(await textOf(`kibitz://games/${created.data.game_id}`)).toContain("heaps");
});

test("two people play a fourth game through the API, and its log can be read", async () => {
  const person = personAt({ url: host.url, token: host.token });
  const players = { first: { kind: "human" }, second: { kind: "human" } };
  const wrong = await person.post("/api/games", {
    game: "nim",
    players: { white: { kind: "human" }, second: { kind: "human" } },
  });
  expect(wrong).toMatchObject({ status: 400 });
  let { body } = await person.post("/api/games", { game: "nim", players, misere: false });
  expect(body).toMatchObject({
    game: "nim",
    seats: ["first", "second"],
    options: { misere: false },
    to_move: ["first"],
  });
  const id = body.game_id;
  for (const move of ["a3", "b4", "c5"]) ({ body } = await person.post(`/api/games/${id}/moves`, { move }));
  expect(body.result).toEqual({ winner: "first", reason: "took-last", text: "First wins by Taking the Last" });
  expect(body.history.map(({ text }: { text: string }) => text)).toEqual(["a3", "b4", "c5"]);
  const log = await person.get(`/api/games/${id}/log`);
  expect(log.body.entries.map(({ event }: { event: { type: string } }) => event.type)).toEqual([
    "gameCreated",
    "movePlayed",
    "movePlayed",
    "movePlayed",
    "gameOver",
  ]);
  expect(log.body.entries.at(-1).event.text).toBe("First wins by taking the last");
});

test("a person sets a fourth game up in the window, plays it there against its strategy, and finds it on the dashboard", async ({
  skip,
}) => {
  const found = await findBrowser();
  if (typeof found === "string") return skip(`a browser (${found})`);
  const browser = await launch(found.name);
  onTestFinished(() => browser.close());
  await using window = await openPage(browser, { url: host.url, token: host.token }, "/?new");
  const { page } = window;
  const dialog = page.getByRole("dialog", { name: "New game" });
  await dialog.getByRole("radio", { name: "Nim" }).click();
  await dialog.getByLabel("Misère: the last object loses").click();
  await dialog.getByRole("radio", { name: "First" }).click();
  await dialog.getByRole("button", { name: "Start" }).click();
  await see(page.locator(".nim")).toBeVisible();
  const over = page.locator('.game[data-status="finished"]');
  const open = page.locator('.nim button:not([aria-disabled="true"])');
  for (let ply = 0; ply < 12 && (await over.count()) === 0; ply += 1) {
    await see(open.first().or(over)).toBeVisible();
    if ((await over.count()) > 0) break;
    const before = Number(await page.locator(".game").getAttribute("data-ply"));
    await open.last().click();
    await see.poll(async () => Number(await page.locator(".game").getAttribute("data-ply"))).toBeGreaterThan(before);
    await see(open.first().or(over)).toBeVisible();
  }
  await see(page.locator('[data-part="result"]')).toContainText(/You (won|lost) · leaving the last/);
  await page.locator(".moves-list button").first().click();
  await see(page.locator(".nim button")).toHaveCount(11);
  expect(window.problems).toEqual([]);

  const id = new URL(page.url()).pathname.split("/").at(-1);
  await page.goto(`${host.url}/games`);
  await page.getByRole("radio", { name: /Finished/ }).click();
  const card = page.locator(`[data-game="${id}"]`);
  await see(card.locator("svg.mini")).toBeVisible();
  await see(card).toContainText("by leaving the last");
});
