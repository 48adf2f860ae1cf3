import { describe, expect, it } from "vitest";
import { colourRules, openPage, overflows, seriousFindings } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { putSettings, useStage } from "./support/shared-host.ts";

const stage = useStage();
const stored = async () => (await stage.person.get("/api/settings")).body;

describe("the settings page", () => {
  it("dresses the page at once, keeps it, and shows it in other windows and after loading again", async () => {
    await using opened = await openPage(stage.browser, stage.host, "/settings");
    const { page, problems } = opened;
    const html = page.locator("html");
    await page.getByRole("radio", { name: "Dark" }).check();
    await see(html).toHaveAttribute("data-theme", "dark");
    await see(page.locator("html")).toHaveCSS("color-scheme", "dark");
    await page.getByRole("radio", { name: "Brown" }).check();
    await page.getByRole("radio", { name: "Cburnett" }).check();
    await see(html).toHaveAttribute("data-board", "brown");
    const piece = page.locator(".board-preview .wK");
    const picture = () => piece.evaluate((element) => getComputedStyle(element).backgroundImage);
    const cburnett = await picture();
    await page.getByRole("radio", { name: "Kibitz" }).check();
    await see(html).toHaveAttribute("data-pieces", "kibitz");
    expect(await picture()).not.toBe(cburnett);
    await page.getByRole("switch", { name: "Coordinates" }).uncheck();
    await see(page.locator(".preview-files")).toHaveCount(0);
    await page.getByRole("switch", { name: "Sounds" }).press("Space");
    await see
      .poll(stored)
      .toMatchObject({ theme: "dark", board: "brown", pieces: "kibitz", coordinates: false, sounds: false });
    await page.reload();
    await see(html).toHaveAttribute("data-board", "brown");
    await see(page.getByRole("switch", { name: "Sounds" })).not.toBeChecked();
    // Another window changed something.
    await putSettings(stage.host, { board: "blue" });
    await see(html).toHaveAttribute("data-board", "blue");
    expect(problems).toEqual([]);
  });

  it("keeps what is typed, and says what does not do", async () => {
    await using opened = await openPage(stage.browser, stage.host, "/settings");
    const { page } = opened;
    const name = page.getByLabel("Your name");
    await name.fill("Ada");
    await name.press("Enter");
    await see.poll(stored).toMatchObject({ name: "Ada" });
    await see(name).toHaveAccessibleDescription(/Saved\./);

    const wait = page.getByLabel("Wait for a turn");
    await wait.fill("90");
    await see(wait).toHaveAccessibleDescription("A whole number from 0 to 55.");
    await wait.blur();
    expect((await stored()).wait_seconds).toBe(30);
    await wait.fill("20");
    await wait.blur();
    await see.poll(stored).toMatchObject({ wait_seconds: 20 });
    await page.getByLabel("Port").fill("8123");
    await page.getByLabel("Port").blur();
    await see.poll(stored).toMatchObject({ port: 8123 });
  });

  it("keeps and saves what was typed before the settings arrived, while the other fields follow the host", async () => {
    await putSettings(stage.host, { name: "Ada", wait_seconds: 25, port: 8321 });
    await using opened = await openPage(stage.browser, stage.host, "/");
    const { page } = opened;
    const [told, arrival] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route("**/api/settings", async (route) => {
      if (route.request().method() !== "GET") return route.continue();
      const response = await route.fetch();
      told.resolve();
      await arrival.promise;
      await route.fulfill({ response });
    });
    await page.goto(`${stage.host.url}/settings`);
    await told.promise;
    const [name, wait] = [page.getByLabel("Your name"), page.getByLabel("Wait for a turn")];
    await wait.fill("4");
    await wait.press("Enter");
    await see.poll(stored).toMatchObject({ wait_seconds: 4 });
    await name.fill("Grace");
    arrival.resolve();
    await see(page.getByLabel("Port")).toHaveValue("8321");
    await see(name).toBeFocused();
    await see(name).toHaveValue("Grace");
    await see(wait).toHaveValue("4");
    await name.blur();
    await see.poll(stored).toMatchObject({ name: "Grace", wait_seconds: 4 });
    await see(name).toHaveAccessibleDescription(/Saved\./);
  });

  it("offers what only the application can do only there", async () => {
    await using opened = await openPage(stage.browser, stage.host, "/settings");
    const { page } = opened;
    await see(page.getByRole("switch", { name: "Sounds" })).toBeVisible();
    await see(page.getByRole("switch", { name: "Close to the tray" })).toHaveCount(0);
    opened.given.use(await page.addInitScript(() => Object.assign(window, { kibitz: { openInBrowser: () => {} } })));
    await page.reload();
    await page.getByRole("switch", { name: "Start when you log in" }).check();
    await see.poll(stored).toMatchObject({ start_at_login: true });
    await see(page.getByRole("switch", { name: "Close to the tray" })).toBeVisible();
  });

  it("has nothing serious for axe in either theme, and fits", async () => {
    await putSettings(stage.host, { theme: "light" });
    await using opened = await openPage(stage.browser, stage.host, "/settings", { width: 400 });
    const { page } = opened;
    await page.emulateMedia({ reducedMotion: "reduce" });
    await see(page.locator("html")).toHaveAttribute("data-theme", "light");
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
    await putSettings(stage.host, { theme: "dark" });
    await page.reload();
    await see(page.locator("html")).toHaveAttribute("data-theme", "dark");
    expect(await seriousFindings(page, colourRules)).toEqual([]);
  });
});
