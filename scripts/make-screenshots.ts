/**
 * Draws every page, on four widths and in both themes, some in high contrast and at 400 %, into `test-results/pages` or
 * another folder; those that documents show are kept in docs/screenshots. Needs the built pages and a Chromium.
 * `npm run build && npx node --import ./scripts/raw-assets.mjs scripts/make-screenshots.ts [folder]`
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { launchChromium } from "../test/browser/support/chromium.ts";
import { connect } from "../test/support/agents.ts";
import { projectDir, startHost } from "../test/support/host-process.ts";
import { personAt } from "../test/support/person.ts";
import { tempDir } from "../test/support/temp-dir.ts";

const folder = process.argv[2] ?? join(projectDir, "test-results", "pages");
interface Look {
  readonly suffix: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly themes: readonly ("light" | "dark")[];
  /** The only pages that are drawn so; absent for all. */
  readonly pages?: readonly string[];
  readonly forcedColors?: "active";
  readonly deviceScaleFactor?: number;
}
/** Four widths in both themes; two ways of looking in which less is drawn, of some pages. */
const looks: readonly Look[] = [
  { suffix: "", size: { width: 1280, height: 800 }, themes: ["light", "dark"] },
  { suffix: "-narrow", size: { width: 390, height: 844 }, themes: ["light", "dark"] },
  { suffix: "-upright", size: { width: 820, height: 1180 }, themes: ["light", "dark"] },
  { suffix: "-wide", size: { width: 1920, height: 1080 }, themes: ["light", "dark"] },
  {
    suffix: "-contrast",
    size: { width: 1280, height: 800 },
    themes: ["light", "dark"],
    forcedColors: "active",
    pages: ["dashboard", "game", "review", "league"],
  },
  {
    suffix: "-zoomed",
    size: { width: 320, height: 200 },
    deviceScaleFactor: 4,
    themes: ["light"],
    pages: ["dashboard", "game", "analysis", "new-game"],
  },
];
/** A game that people know: the Opera Game, Morphy against the Duke of Brunswick and Count Isouard, Paris 1858. */
const opera = `[White "Paul Morphy"]
[Black "Duke and Count"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0`;
const italian = { white: ["e4", "Nf3", "Bc4", "d3", "Nc3", "h3"], black: ["e5", "Nc6", "Nf6", "Bc5", "d6", "O-O"] };

using dir = tempDir();
/** A home folder with some assistants' programs in it, whatever this machine has. */
using home = tempDir();
for (const program of [".config/Claude", ".claude", ".config/Code/User", ".cursor", ".codex"])
  mkdirSync(join(home.path, program), { recursive: true });
await using host = await startHost(dir.path, { HOME: home.path, XDG_CONFIG_HOME: "" });
const person = personAt(host);
await person.post("/api/connect/claude-desktop");
const { body: imported } = await person.post("/api/import", { pgn: opera });
const clock = { initial_seconds: 600, increment_seconds: 5 };

await using claude = await connect(host, "http", "v1 client", "Claude");
const created = await claude.call("createGame", { type: "human", color: "black", name: "Claude", clock });
const gameId: string = created.data.game_id;
for (const [index, move] of italian.white.entries()) {
  await person.post(`/api/games/${gameId}/moves`, { move });
  const reply = italian.black[index];
  if (reply !== undefined) await claude.call("finishTurn", { game_id: gameId, move: reply });
}
await claude.call("say", { game_id: gameId, message: "The Italian. I hope you brought time." });
await person.post(`/api/games/${gameId}/talk`, { message: "Only ten minutes. Enough for you!" });

await person.post("/api/games", { players: { white: { kind: "agent" }, black: { kind: "agent" } } });
await person.post("/api/games", { game: "tic-tac-toe", players: { X: { kind: "human" }, O: { kind: "computer" } } });
for (const [white, black] of [
  [4, 7],
  [9, 10],
] as const)
  await person.post("/api/games", {
    players: { white: { kind: "computer", level: white }, black: { kind: "computer", level: black } },
    clock,
  });
const levels = [1, 2, 3, 4, 5, 6].map((level) => ({ kind: "computer", level }));
const { body: league } = await person.post("/api/leagues", {
  name: "Ladder of levels",
  entrants: levels,
  games_per_match: 2,
  longest_game: 40,
  concurrency: 3,
  seed: 7,
});
await person.post(`/api/leagues/${league.league_id}/start`);
for (let at = league; at.round < 3; )
  at = (await person.get(`/api/leagues/${league.league_id}/progress?after=${at.version}`)).body;
const finished = imported.game_id;
// Told line by line how far it is.
const review = await fetch(`${host.url}/api/games/${finished}/review`, {
  method: "POST",
  body: "{}",
  headers: { authorization: `Bearer ${host.token}`, "content-type": "application/json" },
});
await review.text();

mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
for (const { suffix, size, themes, pages, ...ways } of looks) {
  for (const theme of themes) {
    const context = await browser.newContext({
      viewport: size,
      colorScheme: theme,
      reducedMotion: "reduce",
      ...ways,
    });
    const page = await context.newPage();
    // The pictures must not show paths of the machine that drew them.
    await page.route("**/api/connect", async (route) => {
      const response = await route.fetch();
      const text = (await response.text())
        .replaceAll(projectDir, "/path/to/kibitz")
        .replaceAll(home.path, "~")
        .replace(/\\n *\\"--data-dir\\",\\n *\\"[^"]*\\",/g, "")
        .replaceAll(` --data-dir ${dir.path}`, "")
        .replaceAll(dir.path, "~/.local/share/kibitz");
      await route.fulfill({ response, body: text });
    });
    const draw = async (name: string, path: string, ready: (page: Page) => Promise<void>) => {
      if (pages && !pages.includes(name)) return;
      await page.goto(`${host.url}${path}`);
      await ready(page);
      // The notices of the person's own game lie over a corner of other pages.
      for (const label of ["Not now", "Hide"]) {
        const button = page.getByRole("button", { name: label, exact: true });
        // A dialog may lie over it.
        if (name !== "game" && (await button.isVisible())) await button.dispatchEvent("click");
      }
      await page.mouse.move(0, 0);
      await page.screenshot({ path: join(folder, `${name}${suffix}-${theme}.png`) });
    };
    await page.goto(`${host.url}/?token=${host.token}`);
    // Signed in from here on.
    await page.getByText("Claude").first().waitFor();
    await draw("home", "/", (at) => at.getByRole("heading", { name: "Begin" }).waitFor());
    await draw("dashboard", "/games", (at) => at.getByText("Claude").first().waitFor());
    await draw("new-game", "/?new", (at) => at.getByRole("dialog").waitFor());
    await draw("game", `/game/${gameId}`, (at) =>
      at.getByText("Only ten minutes").or(at.getByText("Your turn")).first().waitFor(),
    );
    await draw("review", `/game/${finished}`, (at) => at.getByText("Accuracy").first().waitFor());
    await draw("analysis", `/analysis?game=${finished}&ply=18`, (at) => at.locator("main h1").first().waitFor());
    await draw("history", "/games", async (at) => {
      await at.getByRole("radio", { name: "Finished" }).check();
      await at.getByRole("radio", { name: "Table" }).check();
      await at.locator(".history-player").first().waitFor();
    });
    await draw("league", `/league/${league.league_id}`, async (at) => {
      await at.locator(".standings tbody tr").first().waitFor();
      // While it goes on, the boards of its round come by themselves.
      await at.locator(".league[data-status=complete], .league .card-link").first().waitFor();
    });
    await draw("new-league", "/leagues", async (at) => {
      await at.getByRole("button", { name: "New league" }).click();
      await at.getByRole("dialog").waitFor();
    });
    await draw("ratings", "/ratings", (at) => at.getByRole("table").first().waitFor());
    await draw("connect", "/connect", (at) => at.getByText("Claude Desktop").first().waitFor());
    await draw("settings", "/settings", (at) => at.getByText("Theme").first().waitFor());
    await context.close();
  }
}
await browser.close();
