import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HostProcess, startHost } from "../support/host-process.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";
import { openPage } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { people, setUpGame } from "./support/shared-host.ts";
import { joinChromium } from "./support/windows.ts";

/** A host that goes away and comes back, for all of them. */
const folder = tempDir();
let host: HostProcess;
beforeAll(async () => {
  await joinChromium();
  host = await startHost(folder.path);
});
afterAll(async () => {
  await host.stop();
  folder[Symbol.dispose]();
});
/** Starts it again where it was. */
const comeBack = async () => {
  host = await startHost(folder.path, {}, ["--port", new URL(host.url).port]);
};

describe("when the host goes away", () => {
  it("the page says without moving that the host has gone, and catches up by itself when it is back", async () => {
    const id = await setUpGame(personAt(host), people());
    await using opened = await openPage(await joinChromium(), host);
    const { page } = opened;
    const card = page.locator(`[data-game="${id}"]`);
    await see(card.locator(".mini")).toBeVisible();
    const banner = page.getByText("Connection lost. Trying again…");
    await see(banner).toHaveCount(0);
    const before = await card.boundingBox();

    await host.kill();
    await see(banner).toBeVisible();
    expect(await card.boundingBox()).toEqual(before);

    await comeBack();
    await personAt(host).post(`/api/games/${id}/moves`, { move: "e4" });
    await see(banner).toHaveCount(0);
    await see(card.locator(".moved")).toHaveCount(2);
    const born = await setUpGame(personAt(host), people("Born", "Later"));
    await see(page.locator(`[data-game="${born}"]`)).toContainText("Later");
    // No engine looks at a position that a person is playing.
    for (const each of [id, born]) await personAt(host).post(`/api/games/${each}/resign`, { seat: "white" });
  });

  it("requests that could not be sent while the host was gone are sent when it is back", { tags: "edge" }, async () => {
    const pgn = '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0';
    const id: string = (await personAt(host).post("/api/import", { pgn })).body.game_id;
    await using opened = await openPage(await joinChromium(), host);
    const dashboard = opened.page;
    const beside = async (path: string) => {
      const page = await dashboard.context().newPage();
      await page.goto(`${host.url}${path}`);
      return page;
    };
    const [game, study] = [await beside(`/game/${id}`), await beside("/analysis")];
    // An engine looks for a page that is in sight alone.
    await using other = await openPage(await joinChromium(), host, "/analysis");
    const engine = other.page;
    const finished = dashboard.getByRole("radio", { name: /^Finished/ });
    // It opens where there is a game.
    await see(finished).toBeChecked();
    await see(game.getByRole("img", { name: /^Evaluation / })).toBeVisible();
    await see(study.getByRole("heading", { level: 1 })).toBeVisible();
    await see(engine.getByRole("switch", { name: "Engine" })).toBeVisible();

    await host.kill();
    const silent = "Kibitz does not answer.";
    await dashboard.getByRole("searchbox").fill("Ann");
    await see(dashboard.getByRole("alert")).toContainText(silent);
    await game.keyboard.press("ArrowLeft");
    await see(game.getByRole("img", { name: "No evaluation" })).toBeVisible();
    await engine.getByRole("switch", { name: "Engine" }).check();
    await see(engine.getByRole("region", { name: "Engine" })).toContainText(silent);
    // As the browser's own history leads there.
    await study.evaluate((address) => {
      history.pushState(null, "", address);
      dispatchEvent(new PopStateEvent("popstate"));
    }, `/analysis?game=${id}`);
    await see(study.getByRole("main")).toContainText(silent);

    await comeBack();
    await see(dashboard.getByRole("main")).toContainText("Ann");
    await see(dashboard.getByRole("main")).not.toContainText(silent);
    await see(game.getByRole("img", { name: /^Evaluation / })).toBeVisible();
    await see(engine.locator(".engine-lines > li")).toHaveCount(3);
    await see(engine.getByRole("region", { name: "Engine" })).not.toContainText(silent);
    await see(study.getByRole("heading", { level: 1 })).toHaveText("Ann – Bob");
  });

  it("a move that did not reach the host is put back, and its message goes when the host is back", async () => {
    const id = await setUpGame(personAt(host), people());
    await using game = await openPage(await joinChromium(), host, `/game/${id}`);
    const field = game.page.getByLabel("Move, in algebraic notation");
    await see(field).toBeVisible();
    await host.kill();
    await field.fill("e4");
    await field.press("Enter");
    await see(game.page.locator(".status-refusal")).toContainText("Kibitz does not answer.");
    await comeBack();
    await see(game.page.locator(".status-refusal")).toHaveCount(0);
    await see(game.page.locator(".game")).toHaveAttribute("data-ply", "0");
  });

  it("the explorer shows nothing of a former position while the host is gone, and asks when it is back", async () => {
    for (const moves of ["1. h4 h5 2. g4", "1. h4 a5"])
      await personAt(host).post("/api/import", { pgn: `${moves} 1-0` });
    await using opened = await openPage(await joinChromium(), host, "/analysis", { height: 1_000 });
    const { page } = opened;
    const rows = page.getByRole("region", { name: "Opening explorer" }).locator(".explorer-move");
    const opening = page.locator("[data-part=opening]");
    await see(rows.filter({ hasText: /^h4/ })).toHaveCount(1);
    await host.kill();
    for (const square of ["h2", "h4"])
      await page.locator(`.board-grid [data-square="${square}"]`).click({ force: true });
    await see(rows).toHaveCount(0);
    await comeBack();
    await see(rows).toHaveText([/^(a5|h5)/, /^(a5|h5)/]);
    await see(opening).toHaveText(/^A00 /);
  });

  it("requests that failed while the host still seemed there are sent when it is back", {
    tags: "edge",
  }, async () => {
    const id = await setUpGame(personAt(host), people());
    await using opened = await openPage(await joinChromium(), host);
    const dashboard = opened.page;
    const game = await dashboard.context().newPage();
    for (const page of [dashboard, game]) {
      await page.route("**/api/games**", (route) => route.abort());
      await page.route("**/api/games/**", (route) => route.abort());
    }
    await dashboard.reload();
    await game.goto(`${host.url}/game/${id}`);
    for (const page of [dashboard, game]) {
      await see(page.getByRole("main")).toContainText("Kibitz does not answer.");
      await see(page.getByText("Connection lost")).toHaveCount(0);
      await page.unrouteAll();
    }
    await host.kill();
    await comeBack();
    await see(dashboard.locator(`[data-game="${id}"]`)).toBeVisible();
    await see(game.locator(".game")).toHaveAttribute("data-ply", "0");
  });

  it("a shared board is shared again once the host is back, with what was played meanwhile", async () => {
    const id: string = (await personAt(host).post("/api/import", { pgn: "1. e4 e5 2. Nf3 Nc6 1-0" })).body.game_id;
    await using opened = await openPage(await joinChromium(), host, `/analysis?game=${id}`);
    const { page } = opened;
    const toggle = page.getByLabel("Share with my assistant");
    const move = async (from: string, to: string) => {
      for (const square of [from, to])
        await page.locator(`.board-grid [data-square="${square}"]`).click({ force: true });
    };
    const texts = async () =>
      (await personAt(host).get(`/api/coach/${id}`)).body.board?.lines.moves.map((each: { text: string }) => each.text);
    await toggle.click();
    await see(page.getByRole("button", { name: "Follow" })).toBeVisible();
    await move("d2", "d4");
    await expect.poll(texts).toContain("d4");

    await host.kill();
    await move("g8", "f6");
    await comeBack();
    await see(page.getByText("This board is shared with your assistant again.")).toBeVisible();
    await see(toggle).toBeChecked();
    await expect.poll(texts).toEqual(["e4", "e5", "Nf3", "Nc6", "d4", "Nf6"]);
    await move("c2", "c4");
    await expect.poll(texts).toContain("c4");

    // Nor is it shared for longer than its person wants.
    await toggle.click();
    await see(toggle).not.toBeChecked();
    expect(await texts()).toBeUndefined();
    await see(page.locator(".line-tree")).toContainText("c4");
  });
});
