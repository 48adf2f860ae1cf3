import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { intervalText } from "../../src/shared/league-words.ts";
import { openPlayer } from "../league-v1/written-elsewhere/player.ts";
import { connect } from "../support/agents.ts";
import { full } from "../support/full.ts";
import { projectDir } from "../support/host-process.ts";
import { tempDir } from "../support/temp-dir.ts";
import { openPage, overflows, seriousFindings, seriousInEitherScheme } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { useStage } from "./support/shared-host.ts";

const hostile = `<img src=x onerror="document.title='caught'">`;

/** All sizes in which a page must hold, in both themes. */
async function holdsEverywhere(page: Page): Promise<void> {
  expect(await seriousInEitherScheme(page)).toEqual([]);
  await fitsEverywhere(page);
}

async function fitsEverywhere(page: Page): Promise<void> {
  // The first is a phone with letters half as large again.
  for (const width of [260, 390, 820, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflows(page), `${width} wide`).toBe(false);
  }
}

/** The texts that do not fit into these places: cut, or reaching out of them. */
async function reachingOut(page: Page, places: string): Promise<readonly string[]> {
  await see(page.locator(places).first()).toBeVisible();
  return page.locator(places).evaluateAll((found) =>
    found.flatMap((place) => {
      const text = document.createRange();
      text.selectNodeContents(place);
      const reaches = text.getBoundingClientRect().right > place.getBoundingClientRect().right;
      const cut = [place, ...place.querySelectorAll(".one-line")].some((each) => each.scrollWidth > each.clientWidth);
      return reaches || cut ? [place.textContent ?? ""] : [];
    }),
  );
}

const saved = async (page: Page, name: string) => {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
};

describe("leagues", () => {
  const stage = useStage();

  it("leagues are set up where there is none, with a word on what will be played, and followed to their end", async () => {
    await using opened = await openPage(stage.browser, stage.host, "/leagues");
    const { page, problems } = opened;
    await see(page.getByText("who is stronger", { exact: false })).toBeVisible();
    await page.getByRole("button", { name: "Set up the first league" }).click();
    const dialog = page.getByRole("dialog", { name: "New league" });
    const sentence = dialog.getByRole("status").first();
    await see(sentence).toHaveText(/^4 entrants, everyone meets everyone: 6 matches in 3 rounds, 12 games\. About /);
    expect(await seriousInEitherScheme(page)).toEqual([]);
    await dialog.getByRole("radio", { name: "Odd/even" }).check();
    for (let left = 4; left > 0; left -= 1)
      await dialog.getByRole("button", { name: `Remove entrant ${left}` }).click();
    await see(dialog.getByText("A league needs at least two.")).toBeVisible();
    for (let count = 0; count < 3; count += 1) await dialog.getByRole("button", { name: "Add: Strategy" }).click();
    await dialog.getByLabel("Entrant 1, name").fill("Twin");
    await dialog.getByLabel("Entrant 2, name").fill("twin");
    // An objection stands at the field that it is about.
    await see(dialog.getByLabel("Entrant 2, name")).toHaveAccessibleDescription("Another entrant has this name.");
    await dialog.getByLabel("Entrant 2, name").fill(hostile.slice(0, 40));
    await dialog.getByText("More: schedule").click();
    await dialog.getByLabel("Matches at once").fill("0");
    await see(dialog.locator(".field").filter({ hasText: "Matches at once" })).toContainText("Takes at least 1");
    await dialog.getByLabel("Matches at once").fill("1,5");
    await see(dialog.getByLabel("Matches at once")).toHaveAccessibleDescription("Takes a whole number.");
    await dialog.getByLabel("Matches at once").fill("abc");
    await see(dialog.getByLabel("Matches at once")).toHaveAccessibleDescription("Takes a number.");
    await dialog.getByLabel("Matches at once").fill("2");
    await dialog.getByLabel("Seed").fill("7");
    await see(sentence).toHaveText(/^3 entrants.*3 matches in 3 rounds, 6 games/);

    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await dialog.getByRole("button", { name: "Start", exact: true }).click();
    await see(page.locator(".league[data-status=complete]")).toBeVisible();
    const id = (await page.locator(".league").getAttribute("data-league")) ?? "";
    // Told over the one stream: the league itself is asked for when a round is over, and never for the sake of asking.
    expect(asked.filter((path) => path === `/api/leagues/${id}`).length).toBeLessThanOrEqual(6);
    expect(asked.filter((path) => path.endsWith("/progress"))).toEqual([]);
    const { body: report } = await stage.person.get(`/api/leagues/${id}`);
    const standings = page.locator(".standings tbody tr");
    await see(standings).toHaveCount(3);
    for (const [index, row] of report.standings.entries()) {
      await see(standings.nth(index)).toContainText(row.name);
      await see(standings.nth(index).locator(".points")).toHaveText(String(row.points));
    }
    await see(page.locator(".podium li").first()).toContainText(report.champion);
    const moved = report.standings.filter(
      ({ rank, rank_before }: { rank: number; rank_before: number | null }) =>
        rank_before !== null && rank_before !== rank,
    );
    await see(standings.locator(".change:is(.up, .down)")).toHaveCount(moved.length);
    await see(page.locator(".crosstable .mark")).toHaveCount(6);
    await see(page.locator(".rating-plot li")).toHaveCount(3);
    await see(page.getByRole("region", { name: "How games ended" })).toContainText("Rounds6 100%");
    await see(page.getByText("Seed", { exact: true }).locator("xpath=../dd")).toHaveText("7");
    await holdsEverywhere(page);

    // Links that are read by themselves say between whom it was.
    await see(page.getByRole("link", { name: /^(won|drawn|lost) against .+ in round \d$/ })).not.toHaveCount(0);
    await see(page.getByRole("link", { name: /^.+ [\d½]+ – [\d½]+ .+$/ })).not.toHaveCount(0);

    // Forced colours: what a colour says is said by a line, too.
    await page.emulateMedia({ forcedColors: "active" });
    const border = await page
      .locator(".crosstable .mark")
      .first()
      .evaluate((mark) => {
        // By chance, all matches may have been drawn.
        mark.classList.add("won");
        return getComputedStyle(mark).borderTopWidth;
      });
    expect(border).toBe("1px");
    await page.emulateMedia({ forcedColors: null });

    expect(await saved(page, "CSV")).toMatchObject({
      name: `kibitz-league-${id}.csv`,
      text: expect.stringMatching(/^rank,name,kind,status,points/),
    });
    const html = await saved(page, "Web page");
    expect(html.text).toContain("<h2>Standings</h2>");
    expect(html.text).not.toContain("<img");
    expect(JSON.parse((await saved(page, "JSON")).text)).toMatchObject({ league_id: id, seed: 7 });

    await page.getByRole("button", { name: "Set up again" }).click();
    const title = page.getByRole("heading", { level: 1 });
    await see(title).toHaveText("Odd/even league 2");
    await see(page.getByRole("region", { name: /^Entrants/ }).locator("li")).toHaveCount(3);
    await page.getByRole("button", { name: "Rename…" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Third time lucky");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await see(title).toHaveText("Third time lucky");
    const copy = await page.locator(".league").getAttribute("data-league");
    await stage.person.post(`/api/leagues/${copy}/cancel`, {});
    await page.goto(`${stage.host.url}/league/${id}`);

    const games = await saved(page, "Games as web page");
    expect(games.name).toBe(`kibitz-league-${id}-games.html`);
    expect(games.text).not.toContain("<img");

    // The browser reports the host's refusals while the dialog was filled in, too.
    expect(problems.filter((text) => !text.includes("400 (Bad Request)"))).toEqual([]);

    // The pages that were saved stand alone.
    await page.setContent(html.text);
    await see(page.getByText(hostile.slice(0, 40)).first()).toBeVisible();
    using folder = tempDir();
    await writeFile(`${folder.path}/games.html`, games.text);
    await page.goto(pathToFileURL(`${folder.path}/games.html`).href);
    const choice = page.getByRole("combobox", { name: "Game" });
    await see(choice.locator("optgroup")).toHaveCount(3);
    await see(choice.locator("option")).toHaveCount(6);
    const names = async () => (await page.locator(".replay-name bdi").allInnerTexts()).toReversed();
    const chosen = async () => (await choice.locator("option:checked").textContent())?.replace(/[\u2068\u2069]/g, "");
    const seen = new Set<string | undefined>();
    for (let count = 1; count <= 6; count += 1) {
      expect(await chosen()).toContain((await names()).join(" – "));
      seen.add(await chosen());
      await page.keyboard.press("End");
      await see(page.getByRole("button", { name: "Next move" })).toBeDisabled();
      if (count < 6) await page.keyboard.press("n");
      await see(choice).toHaveValue(String(Math.min(count, 5)));
    }
    expect(seen.size).toBeGreaterThanOrEqual(3);
    await choice.selectOption({ index: 0 });
    await page.keyboard.press("ArrowLeft");
    await see(page.getByRole("img", { name: "Starting position" })).toBeVisible();
    await holdsEverywhere(page);
    await see(page).toHaveTitle("Odd/even league");
  });

  it("leagues run a command of the dialog only as it was allowed, which says what will run", {
    tags: "edge",
  }, async () => {
    using dir = tempDir();
    await using opened = await openPage(stage.browser, stage.host, "/leagues");
    const { page } = opened;
    await page.getByRole("button", { name: /New league|first league/ }).click();
    const dialog = page.getByRole("dialog", { name: "New league" });
    await dialog.getByRole("radio", { name: "Tic-tac-toe" }).check();
    for (const place of [4, 3, 2]) await dialog.getByRole("button", { name: `Remove entrant ${place}` }).click();
    await dialog.getByRole("button", { name: "Add: Command" }).click();
    const command = dialog.getByRole("textbox", { name: "Command" });
    const start = dialog.getByRole("button", { name: "Start" });
    await command.fill("touch one");
    await dialog.getByLabel("Allow Kibitz to run “touch” with “one” for each move").check();
    // Another command is another question.
    const mark = join(dir.path, "was here");
    await command.fill(`touch "${mark}"`);
    const allow = dialog.getByLabel(`Allow Kibitz to run “touch” with “${mark}” for each move, with your rights`);
    await see(allow).not.toBeChecked();
    await start.click();
    await see(command).toHaveAccessibleDescription("Allow this command below, so that it may be run.");
    expect(existsSync(mark)).toBe(false);
    await allow.check();
    expect(await seriousInEitherScheme(page)).toEqual([]);
    await see(dialog.getByRole("status").first()).toHaveText(/^2 entrants/);
    await start.click();
    await see(page.locator(".league")).toBeVisible();
    await see.poll(() => existsSync(mark)).toBe(true);
    const id = await page.locator(".league").getAttribute("data-league");
    await stage.person.post(`/api/leagues/${id}/cancel`, {});
  });

  it("leagues take entrants of every kind and every rule from the dialog, and say by each field what is wrong", {
    tags: "edge",
  }, async () => {
    const script = join(projectDir, "test/players/uci/first-engine.ts");
    await stage.person.post("/api/engines", { name: "First", path: process.execPath, args: [script] });
    await using opened = await openPage(stage.browser, stage.host, "/leagues");
    const { page } = opened;
    const refusals: string[] = [];
    page.on("response", (response) => response.status() >= 400 && refusals.push(response.url()));
    await page.getByRole("button", { name: /New league|first league/ }).click();
    const dialog = page.getByRole("dialog", { name: "New league" });
    const sentence = dialog.getByRole("status").first();
    const row = (place: number) => dialog.locator(".entrant-row").nth(place - 1);
    for (const kind of ["Assistant", "Person", "Language model", "Endpoint"])
      await dialog.getByRole("button", { name: `Add: ${kind}` }).click();
    for (const place of [3, 3]) await dialog.getByRole("button", { name: `Remove entrant ${place}` }).click();
    // A person who removes by keyboard goes on in the same place.
    await see(dialog.getByRole("button", { name: "Remove entrant 3" })).toBeFocused();
    await dialog.getByLabel("Entrant 1, level").selectOption("First");
    // A new entrant shows no complaint about being empty.
    await see(sentence).toHaveText("Entrants 5 and 6 are not complete yet.");
    await see(dialog.locator(".field-error")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Open to join" }).click();
    await see(dialog.getByLabel("Entrant 6, address")).toHaveAccessibleDescription(
      "An address that begins with http:// or https:// is expected.",
    );
    await dialog.getByLabel("Entrant 6, address").fill("http://10.9.9.9/mcp");
    const model = dialog.getByLabel("Model", { exact: true });
    await see(model).toHaveAccessibleDescription("Takes at least 1 character.");
    const room = () => model.evaluate((input) => input.clientWidth - input.scrollWidth);
    await model.fill("claude-sonnet-4-5-20250929");
    expect(await room()).toBe(0);
    for (const width of [390, 260]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await dialog.locator(".dialog-body").evaluate((body) => body.scrollWidth - body.clientWidth)).toBe(0);
      if (width === 390) expect(await room()).toBe(0);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await model.fill("llama");
    await see(dialog.getByLabel("$ per million in")).toHaveAccessibleDescription(/it is missing/i);
    await dialog.getByLabel("$ per million in").fill("3");
    await see(dialog.getByLabel("$ per million in")).toHaveAccessibleDescription(/Expected number|it is missing/i);
    await dialog.getByLabel("$ per million out").fill("15");
    await dialog.getByLabel("$ per million cached").fill("a tenth");
    await see(dialog.getByLabel("$ per million cached")).toHaveAccessibleDescription("Takes a number.");
    await dialog.getByLabel("$ per million cached").fill("0,3");
    // The part behind “More” opens when it has a problem.
    await see(dialog.getByLabel("Name of the key")).toHaveAccessibleDescription(/there is no key ANTHROPIC_API_KEY/i);
    // It is sent to another address only if the person says so.
    await dialog.getByLabel("Address", { exact: true }).fill("http://127.0.0.1:1/v1");
    const allowed = dialog.getByLabel("Allow ANTHROPIC_API_KEY to be sent to http://127.0.0.1:1", { exact: true });
    await see(dialog.getByLabel("Address", { exact: true })).toHaveAccessibleDescription(/would be sent to http/);
    await allowed.check();
    await see(dialog.getByLabel("Name of the key")).toHaveAccessibleDescription(/there is no key ANTHROPIC_API_KEY/i);
    await dialog.getByLabel("Address", { exact: true }).fill("");
    await dialog.getByLabel("Provider").selectOption("OpenAI-compatible");
    await see(dialog.getByLabel("Address", { exact: true })).toHaveAccessibleDescription(/needs the address/);
    await dialog.getByLabel("Address", { exact: true }).fill("http://127.0.0.1:1/v1");
    await dialog.getByLabel("Tokens of thought").fill("9");
    await dialog.getByLabel("Or a prompt of your own").fill("{colour}");
    await see(dialog.getByLabel("Or a prompt of your own")).toHaveAccessibleDescription(
      /^It has no field \{colour\}\. There/,
    );
    await dialog.getByLabel("Or a prompt of your own").fill("{fen}");
    await see(row(6)).toContainText("is not an address that may be called");
    await dialog.getByLabel("Entrant 6, address").fill("http://127.0.0.1:1/mcp");
    await see(sentence).toHaveText(/^6 entrants, everyone meets everyone: 15 matches in 5 rounds, 30 games\./);
    await see(sentence).toContainText(/llama: thinking_tokens is not sent\. Its models cost at most about \$\d/);

    await dialog.getByText("More: schedule").click();
    await dialog.getByLabel("Points for a win").fill("3");
    await see(dialog.getByLabel("Points for a win")).toHaveAccessibleDescription(
      /^Enter the points for a win, a draw and/,
    );
    await dialog.getByLabel("Points for a draw").fill("1½");
    await dialog.getByLabel("Points for a loss").fill("0");
    // By their names, in order: one that is chosen for another place goes there.
    const tieBreak = (place: number) => dialog.getByRole("combobox", { name: `Tie-break ${place}` });
    await see(tieBreak(2)).toHaveValue("SB");
    await tieBreak(2).selectOption("Buchholz Cut 1");
    await tieBreak(1).selectOption("Buchholz Cut 1");
    await see(tieBreak(2)).toHaveValue("DE");
    await tieBreak(4).selectOption("Sonneborn–Berger");
    await tieBreak(4).selectOption("none");
    await dialog.getByRole("radio", { name: "My own" }).check();
    await dialog.locator("input[type=file]").setInputFiles({
      name: "two.pgn",
      mimeType: "text/plain",
      buffer: Buffer.from("1. e4 e5 *\n\n1. d4 d6 2. Kd3 *"),
    });
    await see(dialog.getByLabel("Suite", { exact: true })).toHaveAccessibleDescription(/^Line 3: /);
    await dialog.getByLabel("Suite", { exact: true }).fill("1. e4 e5 *");
    await dialog.getByRole("radio", { name: "In the file’s order" }).check();
    await dialog.getByRole("radio", { name: "One per round" }).check();
    await dialog.getByRole("switch", { name: "Adjudicate losses by engine score" }).check();
    await dialog.getByLabel("Centipawns behind").fill("0");
    await see(dialog.getByLabel("Centipawns behind")).toHaveAccessibleDescription("Takes at least 1.");
    await dialog.getByLabel("Centipawns behind").fill("1,500");
    await dialog.getByRole("switch", { name: "Replace a late move with a random one" }).check();
    await dialog.getByLabel("Missed matches allowed").fill("2");
    await see(sentence).toHaveText(/^6 entrants.*, 30 games, from your openings\./);
    expect(await seriousInEitherScheme(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await dialog.locator(".dialog-body").evaluate((body) => body.scrollWidth - body.clientWidth)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByRole("button", { name: "Open to join" }).click();
    await see(page.locator(".league")).toBeVisible();
    const id = await page.locator(".league").getAttribute("data-league");
    const { field, settings } = (await stage.person.get(`/api/leagues/${id}`)).body;
    expect(field.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`)).toEqual([
      "computer First",
      "computer Level 3",
      "human You",
      "llm llama",
      "endpoint Endpoint",
    ]);
    expect(field[3].plays).toContain("$3 in ($0.3 from the cache) and $15 out");
    expect(settings).toMatchObject({
      points: { win: 3, draw: 1.5, loss: 0 },
      tie_breaks: ["BH-C1", "DE", "WIN"],
      missed_move: "random",
      misses: 2,
      max_entrants: 6,
      openings: { suite: "given", order: "sequential", policy: "round" },
      adjudication: { resign: { score: 1_500, moves: 4 }, draw: null },
    });
    await stage.person.post(`/api/leagues/${id}/cancel`, {});
    // A check while one types is no error in the browser's console.
    expect(refusals.filter((url) => url.includes("/plan"))).toEqual([]);

    // Of two the sequential test can be asked for.
    await page.goto(`${stage.host.url}/leagues`);
    await page.getByRole("button", { name: "New league" }).click();
    for (const place of [4, 3]) await dialog.getByRole("button", { name: `Remove entrant ${place}` }).click();
    await dialog.getByText("More: schedule").click();
    await dialog.getByRole("switch", { name: "Stop as soon as it is clear who is stronger" }).check();
    await dialog.getByLabel("At least, in Elo").fill("-5");
    await see(dialog.getByText("Elo1 must be more than elo0", { exact: false })).toBeVisible();
    await dialog.getByLabel("At least, in Elo").fill("10");
    await see(sentence).toHaveText(/2 entrants, .*at most 2 games/);

    // Lines are read where rounds are paired by score alone, and a decider is chosen in a cup.
    await dialog.getByLabel("Format").selectOption("swiss");
    await dialog.getByLabel("Keep apart").fill("Ada");
    await see(dialog.getByLabel("Keep apart")).toHaveAccessibleDescription(/^Enter two or more names .*, not Ada\.$/);
    await dialog.getByLabel("Keep apart").fill("");
    await dialog.getByLabel("Byes", { exact: true }).fill("Ada");
    await see(dialog.getByLabel("Byes", { exact: true })).toHaveAccessibleDescription(/^Enter a name and a round, /);
    await dialog.getByLabel("Format").selectOption("knockout");
    await see(dialog.getByLabel("Byes", { exact: true })).toHaveCount(0);
    await dialog.getByRole("radio", { name: "An Armageddon" }).check();
    await see(dialog.getByText("One more game, in which a draw is a win for the second seat.")).toBeVisible();
    await dialog.getByRole("switch", { name: "These are played in pairs" }).check();
    await see(dialog.getByLabel("Pairs of games before it")).toHaveAccessibleDescription("Until one is won.");
  });

  it("leagues wait for agents with a prompt to copy, are paused, gone on with and cancelled, and lead to games and back", async () => {
    const { body } = await stage.person.post("/api/leagues", {
      name: hostile.slice(0, 40),
      entrants: [1, 2].map((level) => ({ kind: "computer", level })),
      games_per_match: 20,
      max_entrants: 4,
      concurrency: 1,
    });
    await using opened = await openPage(stage.browser, stage.host, "/leagues");
    const { page, problems } = opened;
    // Those that are played or begin stand before those that are over.
    const first = page.locator(".league-line").first();
    await see(first).toContainText("Open to join");
    expect(await seriousInEitherScheme(page)).toEqual([]);
    await first.getByRole("link").click();
    await see(page.locator(".league")).toHaveAttribute("data-league", body.league_id);
    await see(page.getByRole("heading", { level: 1 })).toHaveText(hostile.slice(0, 40));
    await page.getByRole("button", { name: "Copy join prompt" }).click();
    await see.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(body.join_prompt);

    await page.getByRole("button", { name: "Start", exact: true }).click();
    const asks = page.getByRole("dialog");
    await see(asks).toContainText("nobody can join after that");
    expect(await seriousInEitherScheme(page)).toEqual([]);
    await asks.getByRole("button", { name: "Start the league" }).click();
    await see(page.locator(".league[data-status=running]")).toBeVisible();
    const board = page.getByRole("list", { name: "Live boards" }).locator("[data-game]");
    await see(board.locator(".mini")).toBeVisible();
    // Nobody listens at that address, which is said once the league goes on.
    await stage.person.put(`/api/leagues/${body.league_id}/webhook`, { url: "http://127.0.0.1:9/" });
    await page.getByRole("button", { name: "Pause" }).click();
    await see(page.locator(".league[data-status=paused]")).toBeVisible();
    await see(page.getByText("Its events are sent to http://127.0.0.1:9/.")).toBeVisible();
    await page.getByRole("button", { name: "Copy new addresses" }).click();
    await see
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/\/watch\/[\w.-]+\/pgn\nhttp.*\/board$/);
    const addresses = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
    const statuses = () => Promise.all(addresses.map(async (address) => (await fetch(address)).status));
    expect(await statuses()).toEqual([200, 200]);
    await page.getByRole("button", { name: "End the addresses" }).click();
    await see(page.getByRole("button", { name: "End the addresses" })).toHaveCount(0);
    expect(await statuses()).toEqual([404, 404]);
    await page.getByRole("button", { name: "Resume" }).click();
    await see(page.locator(".league[data-status=running]")).toBeVisible();
    await see(page.getByText(/^That address has accepted none since .*: .*Kibitz keeps trying\.$/)).toBeVisible();
    await page.getByRole("button", { name: "Finish matches" }).click();
    await see(page.getByText("pauses after the matches that have begun")).toBeVisible();
    await page.getByRole("button", { name: "Resume" }).click();
    await see(page.getByText("pauses after the matches")).toHaveCount(0);

    await page.locator(".standings").getByRole("link", { name: "Level 2" }).click();
    await see(page.locator(".entrant-game").first()).toContainText("Level 1");
    await holdsEverywhere(page);
    await page.locator(".entrant-game a").last().click();
    await see(page.locator(".game")).toBeVisible();
    expect(page.url()).toContain(`/game/L${body.league_id}m1g1`);
    // At home, its board stands beside the ways to begin.
    await page.getByRole("link", { name: "Kibitz, home" }).click();
    const atHome = page.getByRole("region", { name: hostile.slice(0, 40) });
    await see(atHome.locator("[data-game] .mini")).toBeVisible();
    await see(atHome).toContainText("Round 1 of 1");
    await atHome.getByRole("link", { name: hostile.slice(0, 40) }).click();
    await page.getByRole("button", { name: "End…" }).click();
    await asks.getByRole("button", { name: "End the league" }).click();
    await see(page.locator(".league[data-status=cancelled]")).toBeVisible();
    await see(page.getByText("The league was cancelled.", { exact: true })).toHaveRole("status");
    await see(page.getByRole("button", { name: "Resume" })).toHaveCount(0);
    expect(await page.title()).not.toBe("caught");
    expect(problems).toEqual([]);
  });

  it("an entrant is taken out of a league before it begins, by keyboard, and every page is told", {
    tags: "edge",
  }, async () => {
    const { body } = await stage.person.post("/api/leagues", {
      name: "Open",
      game: "tic-tac-toe",
      entrants: [
        ...["Ada", "Bool"].map((name) => ({ kind: "agent", name })),
        ...["Dice", "Luck"].map((name) => ({ kind: "strategy", strategy: "random", name })),
        // A long text is shown in full, also that of an entrant that does not answer.
        { kind: "endpoint", endpoint: `http://127.0.0.1:9/${"m".repeat(60)}`, name: "W".repeat(40) },
        {
          kind: "llm",
          provider: "openai-compatible",
          model: "m".repeat(40),
          base_url: "http://127.0.0.1:9",
          name: "LM",
        },
      ],
    });
    const path = `/league/${body.league_id}`;
    await using opened = await openPage(stage.browser, stage.host, path);
    await using elsewhere = await openPage(stage.browser, stage.host, path);
    const { page, problems } = opened;
    const field = page.getByRole("region", { name: /^Entrants/ });
    const names = field.locator("li bdi");
    const button = (name: string) => field.getByRole("button", { name: `Remove ${name}`, exact: true });
    await see(names).toHaveText(["Ada", "Bool", "Dice", "Luck", "W".repeat(40), "LM"]);
    await holdsEverywhere(page);
    expect(await reachingOut(page, ".field-list span:not(.kind), .field-list button")).toEqual([]);
    for (const number of [5, 6])
      await fetch(`${stage.host.url}/api/leagues/${body.league_id}/entrants/${number}`, {
        method: "DELETE",
        headers: { authorization: `Bearer ${stage.host.token}` },
      });
    await see(names).toHaveText(["Ada", "Bool", "Dice", "Luck"]);
    await button("Ada").focus();
    await page.keyboard.down("Enter");
    await see(names).toHaveText(["Bool", "Dice", "Luck"]);
    await see(button("Bool")).toBeFocused();
    // The key that is held down takes out no other.
    await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await see(field.getByRole("status")).toHaveText("Ada was removed.");
    const others = elsewhere.page.getByRole("region", { name: /^Entrants/ }).locator("li bdi");
    await see(others).toHaveText(["Bool", "Dice", "Luck"]);

    // An entrant that came with the league alone is asked about first.
    const asks = page.getByRole("dialog", { name: "Remove Luck?" });
    await button("Luck").press("Enter");
    await see(asks.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Enter");
    await see(button("Luck")).toBeFocused();
    await page.keyboard.press("Enter");
    expect(await seriousInEitherScheme(page)).toEqual([]);
    await asks.getByRole("button", { name: "Remove" }).press("Enter");
    await see(names).toHaveText(["Bool", "Dice"]);
    await see(button("Dice")).toBeFocused();
    await button("Bool").press("Enter");
    await see(names).toHaveText(["Dice"]);
    await button("Dice").press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).press("Enter");
    await see(field.getByText("Nobody has entered yet.")).toBeVisible();
    await see(field.getByRole("heading", { name: /^Entrants/ })).toBeFocused();
    await see(others).toHaveCount(0);
    expect(problems).toEqual([]);
    await stage.person.post(`/api/leagues/${body.league_id}/cancel`);
  });

  it("an agent that lost its token gets a new one on its entrant's page, and a league that is over is deleted, which can be undone", async () => {
    const post = (path: string, body: object = {}) => stage.person.post(`/api/leagues${path}`, body);
    const entrants = [{ kind: "strategy", strategy: "random" }];
    const { league_id } = (await post("", { name: "Lost and found", game: "tic-tac-toe", entrants })).body;
    await using ada = await connect(stage.host, "http", "v2 client, new era");
    const { entrant_token } = (await ada.call("joinLeague", { league_id, name: "Ada" })).data;
    await post(`/${league_id}/start`);
    const match = (await ada.call("waitForNextMatch", { league_id, entrant_token })).data;
    await using opened = await openPage(stage.browser, stage.host, `/league/${league_id}/entrant/2`);
    const { page, problems } = opened;
    await page.getByRole("button", { name: "Give it a new token" }).click();
    const question = page.getByRole("dialog", { name: "Give Ada a new token?" });
    await question.getByRole("button", { name: "Give it a new token" }).click();
    const prompt = page.locator(".prompt");
    await see(prompt).toContainText(`Go on playing in Kibitz league ${league_id}`);
    expect(await seriousInEitherScheme(page)).toEqual([]);
    const renewed = /entrant_token "([^"]+)"/.exec((await prompt.textContent()) ?? "")?.[1];
    const { game_id, seat_token } = match;
    const refused = await ada.call("finishTurn", { game_id, seat_token, move: "b2" });
    expect(refused.text).toContain(`A person gave your place in league ${league_id} a new token`);
    const back = (await ada.call("waitForNextMatch", { league_id, entrant_token: renewed })).data;
    expect(back).toMatchObject({ game_id, you: match.you });
    expect(back.seat_token).not.toBe(seat_token);
    await post(`/${league_id}/cancel`);
    await page.goto(`${stage.host.url}/league/${league_id}`);
    await page.getByRole("button", { name: "Delete" }).click();
    await see(page).toHaveURL(/\/leagues$/);
    const line = page.getByRole("link", { name: "Lost and found" });
    await see(line).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await see(line).toBeVisible();
    await line.click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Deleted…" }).click();
    const dialog = page.getByRole("dialog", { name: "Deleted leagues" });
    await dialog.getByRole("button", { name: `Restore league ${league_id}` }).click();
    await see(dialog.getByRole("link", { name: "Lost and found" })).toHaveCount(0);
    await dialog.getByRole("button", { name: "Done" }).click();
    await see(line).toBeVisible();
    expect(problems).toEqual([]);
  });

  it("going back from a game leads to where one was on the page of its league, also after loading again", {
    tags: "edge",
  }, async () => {
    const { body } = await stage.person.post("/api/leagues", {
      name: "Looked through",
      longest_game: 2,
      entrants: Array.from({ length: 8 }, () => ({ kind: "strategy", strategy: "random" })),
    });
    await stage.person.post(`/api/leagues/${body.league_id}/start`, {});
    await using opened = await openPage(stage.browser, stage.host, `/league/${body.league_id}`, { height: 400 });
    const { page } = opened;
    await see(page.locator(".league[data-status=complete]")).toBeVisible();
    const match = page.locator(".crosstable .mark").last();
    await match.scrollIntoViewIfNeeded();
    const top = () => page.evaluate(() => scrollY);
    const before = await top();
    expect(before).toBeGreaterThan(200);
    await match.click();
    await see(page.locator(".game")).toBeVisible();
    await page.goBack();
    await see.poll(top).toBe(before);
    await see(match).toBeInViewport();
    await page.reload();
    await see.poll(top).toBe(before);
    await see(match).toBeInViewport();
  });

  it("a league says whom it waits for, with the prompt for them, and goes on without them once the person says so", async () => {
    const sam = { kind: "agent", name: "Sam" };
    const dice = { kind: "strategy", strategy: "random", name: "Dice" };
    const { body } = await stage.person.post("/api/leagues", {
      name: "Waiting",
      game: "tic-tac-toe",
      entrants: [sam, dice],
      max_entrants: 2,
    });
    await using opened = await openPage(stage.browser, stage.host, `/league/${body.league_id}`);
    const { page, problems } = opened;
    const field = page.getByRole("region", { name: /^Entrants/ });
    await see(field.getByRole("heading", { name: /^Entrants/ })).toHaveText("Entrants 1 of 2");
    await see(field).toContainText("not here yet");
    // The league's own prompt names whom it waits for.
    await page.getByRole("button", { name: "Copy join prompt" }).first().click();
    await see.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('and name "Sam"');
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await see(page.getByRole("dialog")).toContainText("1 place is still to be taken");
    await page.getByRole("dialog").getByRole("button", { name: "Start the league" }).click();
    const waits = page.getByRole("region", { name: "Waited for" });
    await see(waits).toContainText(/not here yet \d+:\d\d left/);
    await see(waits.getByRole("button", { name: "Copy join prompt" })).toBeVisible();
    await see(page.locator(".match .absent")).toHaveText("Sam");
    await see(page.locator(".match-score")).toContainText(/waiting for Sam \d+:\d\d left/);
    expect(await seriousInEitherScheme(page)).toEqual([]);
    await waits.getByRole("button", { name: "Remove Sam" }).click();
    await see(page.getByRole("dialog")).toContainText("It loses the matches");
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await see(page.locator(".league[data-status=complete]")).toBeVisible();
    await see(waits).toHaveCount(0);
    await see(page.locator(".standings tbody tr").filter({ hasText: "Sam" })).toContainText("removed");
    expect(problems).toEqual([]);
  });

  it("leagues that are over are read further back to the last one, and found as they were left", {
    tags: "edge",
  }, async () => {
    const random = { kind: "strategy", strategy: "random" };
    for (let count = 0; count < 61; count += 1) {
      const { body } = await stage.person.post("/api/leagues", { name: `Old ${count}`, entrants: [random, random] });
      await stage.person.post(`/api/leagues/${body.league_id}/cancel`, {});
    }
    const { body } = await stage.person.get("/api/leagues?status=finished&limit=100");
    const all = body.leagues.length;
    await using opened = await openPage(stage.browser, stage.host, "/leagues", { height: 500 });
    const { page } = opened;
    const lines = page.locator(".league-line");
    const older = page.getByRole("button", { name: "Older leagues" });
    await see(lines).toHaveCount(30);
    await older.click();
    await see(lines).toHaveCount(60);
    // The second click of a double-click meets the link that has taken the button's place.
    await older.click();
    await see(lines).toHaveCount(all);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await see(older).toHaveCount(0);
    await see(lines).toHaveCount(all);
    expect(new URL(page.url()).pathname).toBe("/leagues");

    const last = lines.last();
    await last.scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => scrollY);
    await last.getByRole("link").click();
    await see(page.locator(".league")).toBeVisible();
    await page.goBack();
    await see(lines).toHaveCount(all);
    await see.poll(() => page.evaluate(() => scrollY)).toBe(top);
  });

  it("leagues are not gone to, nor begun, once the person has left the dialog that they were asked for in", {
    tags: "edge",
  }, async () => {
    await using opened = await openPage(stage.browser, stage.host, "/leagues");
    const { page } = opened;
    const made = Promise.withResolvers<string>();
    const asked = Promise.withResolvers<() => void>();
    await page.route("**/api/leagues", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      const response = await route.fetch();
      made.resolve((await response.json()).league_id);
      asked.resolve(() => void route.fulfill({ response }));
    });
    await page.getByRole("button", { name: /New league|first league/ }).click();
    const dialog = page.getByRole("dialog", { name: "New league" });
    await dialog.getByRole("button", { name: "Start", exact: true }).click();
    const answer = await asked.promise;
    await page.keyboard.press("Escape");
    await see(dialog).toHaveCount(0);
    await page.getByRole("link", { name: "Settings" }).click();
    await see(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.url()));
    answer();
    await (await answered).finished();
    // The page has handled the answer before it becomes idle.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done))));
    expect(sent.filter((url) => url.endsWith("/start"))).toEqual([]);
    expect(new URL(page.url()).pathname).toBe("/settings");
    await stage.person.post(`/api/leagues/${await made.promise}/cancel`, {});
  });

  it("a league calls the person to its matches on every page, and tells of those that the person missed", async () => {
    await using opened = await openPage(stage.browser, stage.host, "/settings");
    const { page, problems } = opened;
    const calls = page.locator(".calls");
    await see(page.getByLabel("Your name")).toBeVisible();
    await see(calls).toBeHidden();
    const begin = async (league: object) => {
      const entrants = [{ kind: "human" }, { kind: "strategy", strategy: "random" }];
      const made = await stage.person.post("/api/leagues", { game: "tic-tac-toe", entrants, ...league });
      await stage.person.post(`/api/leagues/${made.body.league_id}/start`, {});
      return made;
    };
    const next = await begin({ name: "Night" });
    await see(calls).toContainText(
      "Your match against random is ready (Night, round 1): 1 h a move, game 1 of 1. Start within ",
    );
    await see(page).toHaveTitle("(1) Settings · Kibitz – your match");
    await see(page.getByRole("link", { name: "Leagues 1 waiting for you" })).toBeVisible();
    // Nobody comes, in none of the rounds.
    await begin({ name: "Evening", rounds: 2, invite_seconds: 0.5 });
    await see(calls.locator(".missed")).toContainText(
      /You missed your match against random \(Evening, round \d\) and lost it\./,
    );
    // A missed match is told until the person has taken note, also when the league is over.
    const evening = calls.locator(".missed", { hasText: "Evening" });
    await see(evening).toContainText("The league is over.");
    await page.reload();
    await see(evening).toContainText("The league is over.");
    await evening.getByRole("button", { name: "OK" }).click();
    await see(evening).toHaveCount(0);
    const play = calls.getByRole("button", { name: "Play" });
    await see(play).toBeVisible();
    await play.click();
    await see(page).toHaveURL(/\/game\/\w+$/);
    await see(page.locator(".game")).toBeVisible();
    await see(calls).toBeHidden();
    const [, game = ""] = /game\/(\w+)$/.exec(page.url()) ?? [];
    const told = (await stage.person.get(`/api/games/${game}`)).body;
    expect(told).toMatchObject({ league_id: next.body.league_id, person_seats: [expect.any(String)] });
    // A move stands in a league.
    await see(page.getByRole("button", { name: "Resign" })).toBeVisible();
    await see(page.getByRole("button", { name: "Take back" })).toHaveCount(0);
    await stage.person.post(`/api/leagues/${next.body.league_id}/cancel`, {});
    expect(problems).toEqual([]);

    // Two people of one house: who is there waits for the other, and the board opens by itself.
    await page.setViewportSize({ width: 390, height: 800 });
    const both = await stage.person.post("/api/leagues", {
      name: "House",
      game: "tic-tac-toe",
      entrants: [
        { kind: "human", name: "Ada" },
        { kind: "human", name: "Grace" },
      ],
    });
    await page.goto(`${stage.host.url}/league/${both.body.league_id}`);
    await stage.person.post(`/api/leagues/${both.body.league_id}/start`, {});
    await see(calls.locator(".call")).toHaveCount(2);
    expect(await seriousInEitherScheme(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
    await calls.getByRole("button", { name: "Play" }).first().click();
    await see(calls).toContainText("has not arrived yet");
    await calls.getByRole("button", { name: "Play" }).click();
    await see(page.locator(".game")).toBeVisible();
    await stage.person.post(`/api/leagues/${both.body.league_id}/cancel`, {});
  });

  it("the browser notifies the person of matches and turns of leagues while the page is out of sight, once it may", {
    tags: "edge",
  }, async () => {
    await using opened = await openPage(stage.browser, stage.host, "/settings");
    const { page, problems } = opened;
    // The browser's questions and notices lie outside of any page.
    await page.addInitScript(() => {
      const shown: Shown[] = [];
      const standing: NotificationPermission = "default";
      class Shown {
        static permission = standing;
        static async requestPermission() {
          Shown.permission = "granted";
          return Shown.permission;
        }
        onclick: (() => void) | null = null;
        isOpen = true;
        title: string;
        options: NotificationOptions;
        constructor(title: string, options: NotificationOptions) {
          this.title = title;
          this.options = options;
          shown.push(this);
        }
        close() {
          this.isOpen = false;
        }
      }
      document.hasFocus = () => document.body.dataset["away"] === undefined;
      Object.assign(window, { Notification: Shown, shown });
    });
    await page.reload();
    const shown = () =>
      page.evaluate(() => {
        const all: { title: string; options: { body: string }; isOpen: boolean }[] = Reflect.get(window, "shown");
        return all.map(({ title, options: { body }, isOpen }) => `${isOpen ? "" : "gone: "}${title} (${body})`);
      });
    const start = async (name: string) => {
      const { body } = await stage.person.post("/api/leagues", {
        name,
        game: "odd-even",
        games_per_match: 2,
        entrants: [{ kind: "human" }, { kind: "strategy", strategy: "random" }],
      });
      await stage.person.post(`/api/leagues/${body.league_id}/start`, {});
      return body.league_id;
    };
    const calls = page.locator(".calls");
    const ask = calls.getByText("Browser notifications for");
    const first = await start("Seen");
    await see(ask).toBeVisible();
    await calls.getByRole("button", { name: "Turn on" }).click();
    await see(ask).toHaveCount(0);
    await see(page.getByRole("switch", { name: "Notifications" })).toBeChecked();
    expect(await shown()).toEqual([]);
    await stage.person.post(`/api/leagues/${first}/cancel`, {});

    await page.evaluate(() => document.body.setAttribute("data-away", ""));
    const second = await start("Unseen");
    const called = "Your match against random (Unseen, round 1: 1 h a move, game 1 of 2)";
    await see.poll(shown).toEqual([called]);
    await stage.person.post(`/api/leagues/${second}/entrants/1/come`, {});
    await see.poll(shown).toEqual([`gone: ${called}`, expect.stringMatching(/^Your turn against random \(Game /)]);
    await page.evaluate(() => {
      const all: { onclick: () => void }[] = Reflect.get(window, "shown");
      all.at(-1)?.onclick();
    });
    await see(page).toHaveURL(/\/game\/\w+$/);
    await see(page.getByRole("link", { name: "Unseen" })).toBeVisible();
    const limit = page.getByRole("timer", { name: /time for this move$/ });
    await see(limit).toHaveText(/^(1:00:00|5\d:\d\d)$/);
    expect(await seriousInEitherScheme(page)).toEqual([]);
    // The way on leads to the next game of the match, and not out of the league.
    const before = new URL(page.url()).pathname;
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await page.getByRole("link", { name: "Next game of the match" }).click();
    await see(page).not.toHaveURL(new RegExp(`${before}$`));
    await see(limit).toBeVisible();
    await see(page.getByRole("button", { name: "Rematch" })).toHaveCount(0);
    await stage.person.post(`/api/leagues/${second}/cancel`, {});

    await page.goto(`${stage.host.url}/settings`);
    await page.getByRole("switch", { name: "Notifications" }).click();
    await page.reload();
    await see(page.getByRole("switch", { name: "Notifications" })).not.toBeChecked();
    expect(problems).toEqual([]);
  });

  it("a league is reviewed on its page, and tells of accuracy and mistakes from then on", {
    tags: "edge",
  }, async () => {
    const random = { kind: "strategy", strategy: "random" };
    const { body } = await stage.person.post("/api/leagues", {
      name: "Short",
      longest_game: 2,
      games_per_match: 2,
      points: { win: 1, draw: 0.5, loss: 0 },
      entrants: [random, random],
    });
    await stage.person.post(`/api/leagues/${body.league_id}/start`, {});
    await using opened = await openPage(stage.browser, stage.host, `/league/${body.league_id}`);
    const { page, problems } = opened;
    const review = page.getByRole("region", { name: "Review" });
    await see(page.getByRole("columnheader", { name: "Acc" })).toHaveCount(0);
    await see(review).toContainText("Once it has, accuracy and mistakes appear in the table.");
    await review.getByRole("button", { name: "Review 2 games" }).click();
    await see(review).toContainText("An engine has reviewed all 2 games.");
    await see(review.getByRole("button")).toHaveCount(0);
    await see(page.getByRole("columnheader", { name: "Acc" })).toBeVisible();
    await page.getByRole("button", { name: "All figures" }).click();
    await page.getByRole("region", { name: "Standings", exact: true }).getByText("Column guide").press("Enter");
    await see(page.getByText("Average centipawn loss in reviewed games")).toBeVisible();
    await see(page.getByRole("columnheader", { name: "ACPL" })).toBeVisible();
    const { standings } = (await stage.person.get(`/api/leagues/${body.league_id}`)).body;
    expect(standings[0].quality).toMatchObject({ games: 2, accuracy: expect.any(Number) });
    await see(page.locator(".standings tbody tr").first()).toContainText(standings[0].quality.accuracy.toFixed(1));
    expect(await seriousFindings(page)).toEqual([]);
    await page.locator(".standings").getByRole("link").first().click();
    await page.goBack();
    await page.getByRole("link", { name: "All games of this league" }).click();
    const rows = page.locator(".history tbody tr");
    await see(rows).toHaveCount(2);
    await see(rows.first().getByRole("link", { name: "Short" })).toBeVisible();
    const only = page.getByRole("button", { name: "Only Short: show all leagues" });
    await only.click();
    await see(only).toHaveCount(0);
    await rows.first().getByRole("link").last().click();
    await see(page.locator(".league")).toBeVisible();
    await page.goto(`${stage.host.url}/league/${body.league_id}/entrant/${standings[0].number}`);
    const { accuracy, accuracy_interval } = standings[0].quality;
    const found = intervalText(accuracy, accuracy_interval);
    await see(page.locator(".record")).toContainText(`Accuracy${found} in 2 games`);
    expect(problems).toEqual([]);
  });

  it("leagues show what a player that is a server says of itself, as it says so, and only as text", {
    tags: "edge",
  }, async () => {
    let says = "well";
    const held = Promise.withResolvers<void>();
    const move = { MOVE_REQUEST: async () => held.promise.then(() => ({ message_type: "MOVE_RESPONSE", move: 3 })) };
    const player = await openPlayer({ name: "Server", instead: move, subscribable: true, status: () => says });
    const { body } = await stage.person.post("/api/leagues", {
      game: "odd-even",
      options: { rounds: 1 },
      move_seconds: 200,
      entrants: [{ kind: "strategy", strategy: "random" }],
    });
    const { league_id: id } = body;
    await player.register(`${stage.host.url}/league.v1`, id, { authorization: `Bearer ${stage.host.agentToken}` });
    await using opened = await openPage(stage.browser, stage.host, `/league/${id}/entrant/2`);
    const { page, problems } = opened;
    await see(page.locator(".entrant-head")).toContainText("REGISTERED");
    await stage.person.post(`/api/leagues/${id}/start`);
    await see(page.locator(".entrant-head")).toContainText("IN_GAME");
    const status = page.locator("[data-part=status] code");
    await see(status).toHaveText("well");
    says = hostile;
    player.statusChanged();
    await see(status).toHaveText(hostile);
    held.resolve();
    await see(page.locator(".entrant-head")).toContainText("ACTIVE");
    await player.close();
    expect(problems).toEqual([]);
  });

  it("the page of ratings lists whoever played, and says so where there is nobody yet", async () => {
    const names = ["Rated", hostile.slice(0, 40)];
    const { body } = await stage.person.post("/api/leagues", {
      game: "odd-even",
      options: { rounds: 1 },
      entrants: names.map((name) => ({ kind: "strategy", strategy: "random", name })),
    });
    await stage.person.post(`/api/leagues/${body.league_id}/start`, {});
    await using opened = await openPage(stage.browser, stage.host, "/ratings/odd-even");
    const { page, problems } = opened;
    const rows = page.getByRole("region", { name: "Records", exact: true }).locator("tbody tr");
    for (const name of names) await see(rows.filter({ hasText: name })).toHaveCount(1);
    await holdsEverywhere(page);
    await page.getByRole("radio", { name: "Tic-tac-toe" }).check();
    await see(page.getByText("There are no rated games yet.")).toBeVisible();
    await page.goto(`${stage.host.url}/league/none`);
    await see(page.getByText("League not found", { exact: false })).toBeVisible();
    // Where there is no such league, none is led to.
    await page.goto(`${stage.host.url}/league/none/entrant/1`);
    await see(page.getByText("League not found", { exact: false })).toBeVisible();
    await page.getByRole("link", { name: "All leagues" }).click();
    await see(page.getByRole("heading", { name: "Leagues" })).toBeVisible();
    await page.goto(`${stage.host.url}/ratings/xiangqi`);
    await see(page.getByRole("heading", { name: "There is nothing at this address" })).toBeVisible();
    expect(problems.filter((text) => !text.includes("404"))).toEqual([]);
  });

  it("the page of a league tells how a measurement ended", { tags: "edge" }, async () => {
    const { body } = await stage.person.post("/api/leagues/measure", {
      entrants: [{ kind: "strategy", strategy: "random" }],
      within: 10,
      games: 2,
      options: { fen: "4k3/1r6/8/8/8/8/1R6/4K3 w - - 94 80" },
    });
    await stage.person.post(`/api/leagues/${body.league_id}/start`, {});
    await using opened = await openPage(stage.browser, stage.host, `/league/${body.league_id}`);
    const { page, problems } = opened;
    await see(page.locator(".league[data-status=complete]")).toBeVisible();
    const panel = page.getByRole("region", { name: /^random/ });
    await see(panel).toContainText("After 2 games of at most 2");
    await see(panel).toContainText("Ended before the interval was narrower than 10.");
    // Nobody has won, and nobody leads any more.
    await see(page.getByText(/^The league is over\./)).toHaveRole("status");
    // The answer is its number, and those that it was measured against are no rivals of each other.
    await see(panel.locator(".measured")).not.toBeEmpty();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Measurement of random");
    await see(page.getByRole("heading", { name: "Standings" })).toHaveCount(0);
    await page.goto(`${stage.host.url}/leagues`);
    await see(page.locator(".league-line").filter({ hasText: "Measurement of random" })).toContainText(/\d/);
    await page.getByRole("button", { name: "New league" }).click();
    const dialog = page.getByRole("dialog", { name: "New league" });
    await dialog.getByLabel("Format").selectOption("Measure one entrant");
    await see(dialog.locator(".entrant-row")).toHaveCount(1);
    await dialog.getByLabel("Entrant 1, name").fill("Sam");
    await dialog.getByLabel("Games at most").fill("4");
    await see(dialog.getByRole("status").first()).toHaveText(/^At most 4 games against players of known strength\./);
    await dialog.getByRole("button", { name: "Open to join" }).click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Measurement of Sam");
    await see(page.getByRole("region", { name: /^Entrants/ })).toContainText("not here yet");
    expect(problems).toEqual([]);
  });

  it("the page of a league fits every width in both themes, as a Swiss league, as a cup and as a test of two", async () => {
    const entrants = ["Ada", "Grace", "Joan", "Katherine Johnson of Langley"].map((name) => ({
      kind: "strategy",
      strategy: "random",
      name,
    }));
    await using opened = await openPage(stage.browser, stage.host, "/leagues");
    const { page, problems } = opened;
    for (const [request, part] of [
      [{ format: "swiss", rounds: 2, entrants }, "Round by round"],
      // Where nobody makes a mistake, all of its matches are level.
      [
        {
          game: "tic-tac-toe",
          options: {},
          format: "knockout",
          decider: { last: "armageddon" },
          entrants: entrants.map((each) => ({ ...each, strategy: "perfect" })),
        },
        "Bracket",
      ],
      [{ games_per_match: 2, sprt: {}, entrants: entrants.slice(2) }, "Who is stronger"],
    ] as const) {
      const { body } = await stage.person.post("/api/leagues", {
        game: "odd-even",
        options: { rounds: 1 },
        ...request,
      });
      await stage.person.post(`/api/leagues/${body.league_id}/start`, {});
      await page.goto(`${stage.host.url}/league/${body.league_id}`);
      await see(page.locator(".league[data-status=complete]")).toBeVisible();
      await see(page.getByRole("heading", { name: part })).toBeVisible();
      if (part === "Bracket") {
        await see(page.getByText("level: Armageddon: O drew")).toHaveCount(3);
        await see(page.locator(".podium")).toContainText("final ½–½, Armageddon: O drew");
      }
      // The parts that all of them show are looked at on the pages of others.
      await (part === "Bracket" || full ? holdsEverywhere : fitsEverywhere)(page);
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    expect(problems).toEqual([]);
  });

  it("every game of a league's match can be opened with a finger, and the tables are no wider for it", {
    tags: "edge",
  }, async () => {
    const { body } = await stage.person.post("/api/leagues", {
      game: "odd-even",
      options: { rounds: 1 },
      games_per_match: 4,
      format: "swiss",
      rounds: 2,
      players: 4,
    });
    await stage.person.post(`/api/leagues/${body.league_id}/start`, {});
    await using opened = await openPage(stage.browser, stage.host, `/league/${body.league_id}`, {
      width: 390,
      height: 844,
    });
    const { page, problems } = opened;
    await see(page.locator(".league[data-status=complete]")).toBeVisible();
    await see(page.locator(".match-note a")).toHaveCount(8);
    const small = await page.locator(".match-note a, .match-score a, a.mark").evaluateAll((links) =>
      links
        .map((link) => link.getBoundingClientRect())
        .filter(({ width, height }) => width < 24 || height < 24)
        .map(({ width, height }) => `${width} x ${height}`),
    );
    expect(small).toEqual([]);
    expect(await seriousFindings(page, ["target-size"])).toEqual([]);
    expect(await overflows(page)).toBe(false);
    expect(problems).toEqual([]);
  });

  it("the page of a league tells names and openings to the end, beside their figures", { tags: "edge" }, async () => {
    const long = ["Katherine Coleman Goble Johnson of Langl", "Donaudampfschifffahrtsgesellschaftskapit"];
    const { body } = await stage.person.post("/api/leagues", {
      games_per_match: 2,
      longest_game: 4,
      entrants: long.map((name) => ({ kind: "strategy", strategy: "random", name })),
    });
    await stage.person.post(`/api/leagues/${body.league_id}/start`, {});
    await using opened = await openPage(stage.browser, stage.host, `/league/${body.league_id}`, { width: 390 });
    const { page } = opened;
    await see(page.locator(".league[data-status=complete]")).toBeVisible();
    await page.goto(`${stage.host.url}/league/${body.league_id}/entrant/1`);
    await see(page.getByRole("region", { name: "Openings" })).toBeVisible();
    expect(await reachingOut(page, ".entrant-side tbody .name")).toEqual([]);
  });

  it("names that differ at their end are told apart in every table of a league and in the bracket", {
    tags: "edge",
  }, async () => {
    await using opened = await openPage(stage.browser, stage.host, "/leagues");
    const { page } = opened;
    const play = async (request: object) => {
      const { body } = await stage.person.post("/api/leagues", {
        game: "odd-even",
        options: { rounds: 1 },
        concurrency: 32,
        ...request,
        entrants: Array.from({ length: 20 }, (_, place) => ({
          kind: "strategy",
          strategy: "random",
          name: `Entrant number ${10 + place}`,
        })),
      });
      await stage.person.post(`/api/leagues/${body.league_id}/start`, {});
      await page.goto(`${stage.host.url}/league/${body.league_id}`);
      await see(page.locator(".league[data-status=complete]")).toBeVisible();
    };
    await play({});
    expect(await reachingOut(page, ".crosstable tbody .name")).toEqual([]);
    expect(await reachingOut(page, ".match-name")).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await reachingOut(page, ".match-name")).toEqual([]);
    expect(await reachingOut(page, ".standings tbody .name")).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await play({ format: "knockout" });
    expect(await reachingOut(page, ".tie-side .one-line")).toEqual([]);
  });

  it("the page of a league of hundreds draws a distant row once it comes near, in the space that was kept for it", {
    tags: "edge",
  }, async () => {
    const { body } = await stage.person.post("/api/leagues", {
      game: "odd-even",
      options: { rounds: 1 },
      players: 100,
      format: "swiss",
      rounds: 1,
      concurrency: 64,
    });
    await stage.person.post(`/api/leagues/${body.league_id}/start`, {});
    await using opened = await openPage(stage.browser, stage.host, `/league/${body.league_id}`);
    const { page, problems } = opened;
    await see(page.locator(".league[data-status=complete]")).toBeVisible();
    await see(page.locator(".standings tbody tr")).toHaveCount(100);
    const section = page.locator(".league-part[aria-labelledby=progress]");
    const rows = section.locator("tbody tr");
    await see(rows).toHaveCount(0);
    const room = await section.evaluate((each) => each.getBoundingClientRect().height);
    await section.scrollIntoViewIfNeeded();
    await see(rows).toHaveCount(100);
    expect(await section.evaluate((each) => each.getBoundingClientRect().height)).toBe(room);
    await page.evaluate(() => scrollTo(0, 0));
    await see(rows).toHaveCount(0);

    // On paper nothing is far from sight.
    const printed = page.evaluate(
      () =>
        new Promise((done) => {
          const count = () => done(document.querySelectorAll("[aria-labelledby=progress] tbody tr").length);
          addEventListener("afterprint", count, { capture: true, once: true });
        }),
    );
    await page.pdf();
    expect(await printed).toBe(100);
    await see(rows).toHaveCount(0);
    expect(problems).toEqual([]);
  });

  it("the loser in a cup is told so at the board, and nothing on the page of the cup moves as its games end", async () => {
    const entrants = [
      { kind: "human" },
      ...["Dice", "Luck", "Odds"].map((name) => ({ kind: "strategy", strategy: "random", name })),
    ];
    const { body } = await stage.person.post("/api/leagues", {
      name: "Small cup",
      game: "tic-tac-toe",
      format: "knockout",
      entrants,
    });
    await using opened = await openPage(stage.browser, stage.host, `/league/${body.league_id}`, { width: 390 });
    const { page, problems } = opened;
    await stage.person.post(`/api/leagues/${body.league_id}/start`, {});
    const boards = page.getByRole("list", { name: "Live boards" }).locator("li");
    await see(boards).toHaveCount(2);
    const top = () =>
      page.getByRole("heading", { name: "Bracket" }).evaluate((each) => each.getBoundingClientRect().top + scrollY);
    const match = page.locator(".match").filter({ hasText: "You" });
    await see(page.locator(".match[data-status=reported]")).toHaveCount(1);
    const before = await top();
    const { game_id } = (await stage.person.post(`/api/leagues/${body.league_id}/entrants/1/come`)).body;
    await see(match).toHaveAttribute("data-status", "playing");
    await see(boards).toHaveCount(2);
    expect(await top()).toBe(before);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${stage.host.url}/game/${game_id}`);
    await see(page.locator("[data-part=match]")).toHaveText("Round 1");
    const { person_seats } = (await stage.person.get(`/api/games/${game_id}`)).body;
    await stage.person.post(`/api/games/${game_id}/resign`, { seat: person_seats[0] });
    await see(page.locator("[data-part=match]")).toContainText("You lost the match 0–1. You are out of Small cup.");
    await page.getByRole("tab", { name: "Game" }).click();
    await see(page.getByRole("button", { name: "Delete" })).toHaveCount(0);
    await page.getByRole("link", { name: "Back to Small cup" }).click();
    await see(page.locator(".league[data-status=complete]")).toBeVisible();
    // A cup is told by its bracket, and by who was out when.
    const heads = page.locator(".league-tables h2");
    await see(heads.first()).toHaveText("Bracket");
    await see(page.locator(".standings tbody tr").filter({ hasText: "You" })).toContainText("out in round 1");
    await see(page.locator(".standings thead")).not.toContainText("Pts");
    expect(problems).toEqual([]);
  });
});
