import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type SettingField, settingEntries } from "../../src/shared/setting-entries.ts";
import { projectDir } from "../support/host-process.ts";
import { openPage, overflows, seriousInEitherScheme } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { putSettings, useStage } from "./support/shared-host.ts";

const stage = useStage({ OPENAI_API_KEY: "sk-of-the-environment" });
const stored = async () => (await stage.person.get("/api/settings")).body;

describe("the settings page", () => {
  it("the settings page asks for every setting that is declared with a field, and the host knows all that are declared", async () => {
    expect(Object.keys(await stored())).toEqual(Object.keys(settingEntries));
    await using opened = await openPage(stage.browser, stage.host, "/settings");
    const fields = Object.values(settingEntries).flatMap(({ field }: { readonly field: SettingField | null }) =>
      field && !field.inWindow ? [field.label] : [],
    );
    expect(fields.length).toBeGreaterThan(10);
    for (const label of fields)
      await see(opened.page.getByRole("main").getByText(label, { exact: true }).first()).toBeVisible();
  });

  it("the settings page dresses the page at once, keeps it, and shows it in other windows and after loading again", async () => {
    await using opened = await openPage(stage.browser, stage.host, "/settings");
    const { page, problems } = opened;
    const html = page.locator("html");
    await page.getByRole("radio", { name: "Dark" }).check();
    await see(html).toHaveAttribute("data-theme", "dark");
    await see(page.locator("html")).toHaveCSS("color-scheme", "dark");
    await page.getByRole("radio", { name: "Brown" }).check();
    const tops = await page.locator(".swatch").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size, "the boards stand in one row").toBe(1);
    const piece = page.locator(".board-preview .wK");
    const pictures = new Set<string>();
    for (const [name, set] of Object.entries({
      Cburnett: "cburnett",
      Paper: "paper",
      Merida: "merida",
      Fancy: "fancy",
      Kibitz: "kibitz",
    })) {
      await page.getByRole("radio", { name }).check();
      await see(html).toHaveAttribute("data-pieces", set);
      pictures.add(await piece.evaluate((element) => getComputedStyle(element).backgroundImage));
    }
    expect(pictures.size).toBe(5);
    await see(html).toHaveAttribute("data-board", "brown");
    await page.getByRole("switch", { name: "Coordinates" }).uncheck();
    await see(page.locator(".preview-files")).toHaveCount(0);
    await page.getByRole("radio", { name: "Quiet" }).check();
    await page.getByRole("radio", { name: "Slow" }).check();
    for (const name of [
      "Show legal moves",
      "Animate pieces",
      "Promote to a queen",
      "Confirm moves",
      "Figurine notation",
      "Zen mode",
    ])
      await page.getByRole("switch", { name }).press("Space");
    await see.poll(stored).toMatchObject({
      volume: 30,
      reply_ms: 1_200,
      legal_dots: false,
      animation: false,
      auto_promote: true,
      confirm_moves: true,
      figurines: true,
      zen: true,
    });
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

  it("the settings page keeps what is typed, and says what does not do", async () => {
    await using opened = await openPage(stage.browser, stage.host, "/settings");
    const { page } = opened;
    const name = page.getByLabel("Your name");
    await name.fill("Ada");
    await name.press("Enter");
    await see.poll(stored).toMatchObject({ name: "Ada" });
    await see(name).toHaveAccessibleDescription(/Saved\./);
    // A person who has left the field hears of it as well.
    await see(page.getByRole("status").filter({ hasText: "Saved." })).toHaveCount(1);

    const port = page.getByLabel("Port");
    await port.fill("70000");
    await see(port).toHaveAccessibleDescription(/^Enter a whole number from 0 to 65535\./);
    await see(page.getByRole("alert")).toHaveText("Enter a whole number from 0 to 65535.");
    await port.blur();
    expect((await stored()).port).toBe(7397);
    await port.fill("8123");
    await port.blur();
    await see.poll(stored).toMatchObject({ port: 8123 });
  });

  it("the settings page keeps and saves what was typed before the settings arrived, while the other fields follow the host", {
    tags: "edge",
  }, async () => {
    await putSettings(stage.host, {
      name: "Ada",
      port: 8321,
      record_names: "Lovelace",
      endpoint_hosts: ["players.lan"],
    });
    await using opened = await openPage(stage.browser, stage.host, "/");
    const { page } = opened;
    const arrival = Promise.withResolvers<void>();
    let told = false;
    await page.route("**/api/settings", async (route) => {
      if (route.request().method() !== "GET") return route.continue();
      const response = await route.fetch();
      told = true;
      await arrival.promise;
      await route.fulfill({ response });
    });
    await page.goto(`${stage.host.url}/settings`);
    await see.poll(() => told).toBe(true);
    // A list is changed as a whole: what is not known yet would be lost.
    const host = page.getByLabel("Allow a host");
    expect(await host.count()).toBe(0);
    const [name, port] = [page.getByLabel("Your name"), page.getByLabel("Port")];
    await port.fill("8400");
    await port.press("Enter");
    await see.poll(stored).toMatchObject({ port: 8400 });
    await name.fill("Grace");
    arrival.resolve();
    await see(page.getByLabel("Names you play under elsewhere")).toHaveValue("Lovelace");
    await see(name).toBeFocused();
    await see(name).toHaveValue("Grace");
    await see(port).toHaveValue("8400");
    await name.blur();
    await see.poll(stored).toMatchObject({ name: "Grace", port: 8400 });
    await see(name).toHaveAccessibleDescription(/Saved\./);
    await host.fill("10.0.0.5");
    await host.press("Enter");
    await see.poll(stored).toMatchObject({ endpoint_hosts: ["players.lan", "10.0.0.5"] });
    await putSettings(stage.host, { endpoint_hosts: [] });
  });

  it("the settings page leaves who works by keyboard where they are, as rows and forms go away", {
    tags: "edge",
  }, async () => {
    await putSettings(stage.host, { endpoint_hosts: ["10.0.0.5", "10.0.0.6"] });
    await using opened = await openPage(stage.browser, stage.host, "/settings");
    const { page } = opened;
    const hosts = page.getByRole("region", { name: "Players on other machines" });
    await hosts.getByRole("button", { name: "Remove 10.0.0.5" }).press("Enter");
    await see(hosts.getByRole("listitem")).toHaveCount(1);
    await see(hosts).toBeFocused();
    await page.keyboard.press("Tab");
    await see(hosts.getByRole("button", { name: "Remove 10.0.0.6" })).toBeFocused();
    const engines = page.getByRole("region", { name: "Engines of your own" });
    await engines.getByRole("button", { name: "Add an engine" }).press("Enter");
    await see(engines.getByLabel("Name")).toBeFocused();
    await engines.getByRole("button", { name: "Cancel" }).press("Enter");
    await see(engines).toBeFocused();
    await putSettings(stage.host, { endpoint_hosts: [] });
  });

  it("the settings page offers what only the application can do only there", { tags: "edge" }, async () => {
    await using opened = await openPage(stage.browser, stage.host, "/settings");
    const { page } = opened;
    await see(page.getByRole("switch", { name: "Sounds" })).toBeVisible();
    await see(page.getByRole("switch", { name: "Close to the tray" })).toHaveCount(0);
    await page.addInitScript(() =>
      Object.assign(window, { kibitz: { openInBrowser: () => {}, onFiles: () => {}, onPlace: () => {} } }),
    );
    await page.reload();
    await page.getByRole("switch", { name: "Start when you log in" }).check();
    await see.poll(stored).toMatchObject({ start_at_login: true });
    await see(page.getByRole("switch", { name: "Close to the tray" })).toBeVisible();
  });

  it("the settings page adds engines that answer, tests and removes them, and says by each field what is wrong", async () => {
    await using opened = await openPage(stage.browser, stage.host, "/settings");
    const { page } = opened;
    const engines = page.getByRole("region", { name: "Engines of your own" });
    await engines.getByRole("button", { name: "Add an engine" }).click();
    const [name, program] = [engines.getByLabel("Name"), engines.getByLabel("Program", { exact: true })];
    await see(name).toBeFocused();
    await engines.getByRole("button", { name: "Test and add" }).click();
    await see(program).toHaveAccessibleDescription("Enter the program’s path.");
    await see(engines.getByRole("alert")).toHaveText(["Enter a name.", "Enter the program’s path."]);
    await name.fill("First");
    await program.fill("first");
    await engines.getByRole("button", { name: "Test and add" }).click();
    await see(program).toHaveAccessibleDescription("The whole path of the program is expected.");
    await program.fill(process.execPath);
    await engines.getByText("Arguments and thinking time").click();
    await engines.getByLabel("Arguments of the program").fill("-e\n0");
    await engines.getByRole("button", { name: "Test and add" }).click();
    await see(program).toHaveAccessibleDescription(/does not answer as a UCI engine does/);
    const script = join(projectDir, "test/players/uci/first-engine.ts");
    await engines.getByLabel("Arguments of the program").fill(script);
    await engines.getByLabel("Options").fill("Hash = 16");
    await engines.getByRole("button", { name: "Test and add" }).click();
    await see(engines.getByLabel("Options")).toHaveAccessibleDescription("The engine has no option Hash.");
    await engines.getByLabel("Options").fill("Mood = kind");
    await engines.getByRole("button", { name: "Test and add" }).click();
    await see(engines.getByRole("listitem")).toContainText("Mood = kind · 1 s per move");
    await engines.getByRole("button", { name: "Test First" }).click();
    await see(engines.getByRole("status")).toHaveText("It works: First.");
    const analyst = engines.getByLabel("Analyse with");
    await see(analyst).toHaveValue("");
    await analyst.selectOption("First");
    await see.poll(stored).toMatchObject({ analysis_engine: "First" });
    await engines.getByRole("button", { name: "Remove First" }).click();
    await page.getByRole("button", { name: "Remove the engine" }).click();
    await see(engines.getByRole("listitem")).toHaveCount(0);
    expect((await stage.person.get("/api/engines")).body).toMatchObject({ engines: [], analysis_engine: "First" });
    await see(analyst).toHaveAccessibleDescription(/^“First” is missing, .* Choose another\.$/);
    await analyst.selectOption("Kibitz’s own engine");
    await see.poll(stored).toMatchObject({ analysis_engine: null });
    await see(analyst).toHaveCount(0);

    // One that is on this machine is offered, and added by one press.
    const offered = { name: "Stockfish", path: "/usr/games/stockfish", command: "" };
    const posted = Promise.withResolvers<unknown>();
    await page.route("**/api/engines", (route) => {
      if (route.request().method() === "POST") posted.resolve(route.request().postDataJSON());
      const added = route.request().method() === "POST" ? [{ ...offered, args: [], options: {}, move_ms: 1_000 }] : [];
      const found = added.length === 0 ? offered : null;
      return route.fulfill({ json: { engines: added, analysis_engine: null, found } });
    });
    await page.reload();
    await engines.getByRole("button", { name: "Test and add it" }).click();
    expect(await posted.promise).toMatchObject({ name: "Stockfish", path: "/usr/games/stockfish", options: {} });
    await see(engines.getByRole("listitem")).toContainText("/usr/games/stockfish");
    await see(engines.getByText("Stockfish was found on this machine.")).toHaveCount(0);
    await page.unroute("**/api/engines");
    await page.reload();

    // A folded part opens when it has a problem.
    await engines.getByRole("button", { name: "Add an engine" }).click();
    await name.fill("First");
    await program.fill(process.execPath);
    await engines.getByText("Arguments and thinking time").click();
    await engines.getByLabel("Arguments of the program").fill(script);
    const seconds = engines.getByLabel("Seconds per move");
    await seconds.fill("0");
    await engines.getByText("Arguments and thinking time").click();
    await see(seconds).toBeHidden();
    await engines.getByRole("button", { name: "Test and add" }).click();
    await see(seconds).toBeVisible();
    await see(seconds).toHaveAccessibleDescription("Enter a number of seconds, up to an hour.");
    // Text typed at once, before the browser reported the opening, does not fold it away.
    await seconds.fill("");
    await see(seconds).toHaveAccessibleDescription("");
    await engines.getByText("Arguments and thinking time").click();
    await see(seconds).toBeHidden();
    const press = await engines.getByRole("button", { name: "Test and add" }).elementHandle();
    await seconds.evaluate(async (field: HTMLInputElement, button) => {
      const opened = Promise.withResolvers<void>();
      const details = field.closest("details");
      if (details) new MutationObserver(() => opened.resolve()).observe(details, { attributes: true });
      (button as HTMLButtonElement).click();
      await opened.promise;
      field.value = "1";
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }, press);
    await see(seconds).toHaveAccessibleDescription("");
    await see(seconds).toBeVisible();

    // The answer to a form that was called off leaves the next one alone.
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route("**/api/engines", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      const response = await route.fetch();
      asked.resolve();
      await answered.promise;
      await route.fulfill({ response }).catch(() => {});
      await page.evaluate(() => document.body.setAttribute("data-answered", "yes"));
    });
    await engines.getByRole("button", { name: "Test and add" }).click();
    await asked.promise;
    await engines.getByRole("button", { name: "Cancel" }).click();
    await see(engines.getByRole("listitem")).toContainText("First");
    await engines.getByRole("button", { name: "Add an engine" }).click();
    await name.fill("Second");
    answered.resolve();
    await see(page.locator("body")).toHaveAttribute("data-answered", "yes");
    await see(name).toHaveValue("Second");
    await page.unroute("**/api/engines");
  });

  it("the settings page shows what was added and chosen elsewhere while it is open", { tags: "edge" }, async () => {
    await using opened = await openPage(stage.browser, stage.host, "/settings");
    const { page } = opened;
    const engines = page.getByRole("region", { name: "Engines of your own" });
    await see(engines.getByRole("button", { name: "Add an engine" })).toBeVisible();
    const script = join(projectDir, "test/players/uci/first-engine.ts");
    const added = await stage.person.post("/api/engines", {
      name: "Elsewhere",
      path: process.execPath,
      args: [script],
    });
    expect(added.status).toBe(200);
    // Nobody tells of it; who comes back to the page sees it.
    const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await comeBack();
    await see(engines.getByRole("listitem").filter({ hasText: "Elsewhere" })).toBeVisible();
    await stage.person.post("/api/engines", { name: "Another", path: process.execPath, args: [script] });
    await putSettings(stage.host, { analysis_engine: "Another" });
    const analyst = engines.getByLabel("Analyse with");
    await see(engines.getByRole("listitem").filter({ hasText: "Another" })).toBeVisible();
    await see(analyst).toHaveValue("Another");
    await see(analyst).not.toHaveAccessibleDescription(/not there any more/);
    await putSettings(stage.host, { analysis_engine: null });

    await page.route("**/api/keys", (route) =>
      route.fulfill({ json: { keys: [{ name: "MISTRAL_API_KEY", from: "keychain" }], obstacle: null } }),
    );
    await comeBack();
    await see(page.locator("[data-key=MISTRAL_API_KEY]")).toContainText("Set");
  });

  it("the settings page says before it removes an engine which leagues it plays in", { tags: "edge" }, async () => {
    const script = join(projectDir, "test/players/uci/first-engine.ts");
    const patient = { name: "Patient", path: process.execPath, args: [script], options: { Mood: "patient" } };
    await stage.person.post("/api/engines", { ...patient, move_ms: 3_600_000 });
    const { body } = await stage.person.post("/api/leagues", {
      name: "Long evening",
      entrants: [
        { kind: "computer", engine: "Patient" },
        { kind: "strategy", strategy: "random" },
      ],
    });
    await using opened = await openPage(stage.browser, stage.host, "/settings");
    const { page } = opened;
    const remove = page.getByRole("button", { name: "Remove Patient" });
    const dialog = page.getByRole("dialog", { name: "Remove the engine “Patient”?" });
    const notInUse = "Leagues can no longer enter it. The program itself stays where it is.";
    await remove.click();
    await see(dialog).toContainText(notInUse);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await stage.person.post(`/api/leagues/${body.league_id}/start`, {});
    await remove.click();
    await see(dialog).toContainText("It plays in the league “Long evening”, and loses its games there.");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await stage.person.post(`/api/leagues/${body.league_id}/cancel`, {});
    await remove.click();
    await see(dialog).toContainText(notInUse);
    await dialog.getByRole("button", { name: "Remove the engine" }).click();
    await see(remove).toHaveCount(0);
  });

  it("the settings page names the hosts that may be called, and the keys that there are, and how to set one without a keychain", {
    tags: "edge",
  }, async () => {
    await using opened = await openPage(stage.browser, stage.host, "/settings");
    const { page } = opened;
    const keys = page.getByRole("region", { name: "API keys" });
    await see(keys.getByRole("note")).toContainText("set an environment variable with the name below");
    await see(keys.locator("[data-key=OPENAI_API_KEY]")).toContainText("Set by the environment");
    await see(keys.locator("[data-key=ANTHROPIC_API_KEY]")).toContainText("Not set");
    await see(keys.getByRole("button")).toHaveCount(0);
    expect(await page.content()).not.toContain("sk-of-the-environment");

    const host = page.getByLabel("Allow a host");
    await host.fill("not a host");
    await host.press("Enter");
    await see(host).toHaveAccessibleDescription(/Enter a host/);
    await host.fill("10.0.0.5:65536");
    await host.press("Enter");
    await see(host).toHaveAccessibleDescription(/Enter a host/);
    await host.fill("http://10.0.0.5:8101/mcp");
    // A text that the host refuses, or does not answer, stays where it was typed.
    await page.route("**/api/settings", (route) => route.abort());
    await host.press("Enter");
    await see(host).toHaveAccessibleDescription(/does not answer/);
    await see(host).toHaveValue("http://10.0.0.5:8101/mcp");
    await page.getByLabel("Your name").fill("Hopper");
    await page.getByLabel("Your name").press("Enter");
    await see(page.getByLabel("Your name")).toHaveAccessibleDescription(/does not answer/);
    await see(page.getByLabel("Your name")).toHaveValue("Hopper");
    await page.unroute("**/api/settings");
    await host.press("Enter");
    await see.poll(stored).toMatchObject({ endpoint_hosts: ["10.0.0.5:8101"] });
    await page.getByRole("button", { name: "Remove 10.0.0.5:8101" }).click();
    await see.poll(stored).toMatchObject({ endpoint_hosts: [] });
  });

  it("the settings page has nothing serious for axe in either theme, and fits", { tags: "edge" }, async () => {
    await putSettings(stage.host, { theme: "system", endpoint_hosts: ["players.lan"] });
    await using opened = await openPage(stage.browser, stage.host, "/", { width: 390 });
    const { page } = opened;
    // As with a keychain, which this host has not.
    const keys = { keys: [], obstacle: null };
    await page.route("**/api/keys", (route) => route.fulfill({ json: keys }));
    await page.goto(`${stage.host.url}/settings`);
    await page.getByRole("button", { name: "Add a key by another name" }).click();
    await page.getByRole("button", { name: "Keep" }).click();
    const key = page.getByLabel("Key", { exact: true });
    await see(key).toHaveAccessibleDescription("Enter the key.");
    expect(await seriousInEitherScheme(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);

    // The answer to a form that was called off leaves the next one alone.
    const answered = Promise.withResolvers<void>();
    await page.route("**/api/keys/*", async (route) => {
      await answered.promise;
      await route.fulfill({ json: { ...keys, keys: [{ name: "OLLAMA_API_KEY", from: "keychain" }] } });
    });
    const region = page.getByRole("region", { name: "API keys" });
    await region.getByLabel("Name").fill("OLLAMA_API_KEY");
    await key.fill("sk-one");
    await region.getByRole("button", { name: "Keep" }).click();
    await region.getByRole("button", { name: "Cancel" }).click();
    await region.getByRole("button", { name: "Set the key OPENAI_API_KEY" }).click();
    await key.fill("sk-two");
    answered.resolve();
    await see(region.locator("[data-key=OLLAMA_API_KEY]")).toContainText("Set");
    await see(key).toHaveValue("sk-two");
    await page.getByRole("button", { name: "Add an engine" }).click();
    await page.getByText("Arguments and thinking time").click();
    expect(await seriousInEitherScheme(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
  });
});
