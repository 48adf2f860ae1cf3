import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { eventually } from "../journeys/scene.ts";
import { tempDir } from "../support/temp-dir.ts";
import { startApplication } from "./application.ts";
import { atTheWindow } from "./person.ts";

// Closing the window and quitting, of the built application on the stand-in for Electron.

const announced = (dataDir: string) => existsSync(join(dataDir, "host.json"));
/** The database is closed last, and folds its log in then. */
const closedToTheEnd = (dataDir: string) =>
  existsSync(join(dataDir, "kibitz.db")) && !existsSync(join(dataDir, "kibitz.db-wal"));
const tray = { title: "Kibitz keeps running in the tray", shown: true };

test.skipIf(process.platform === "darwin")(
  "closing the window leaves Kibitz in the tray, and says so once",
  async () => {
    using folder = tempDir();
    {
      await using application = startApplication(folder.path);
      await application.ready;
      await application.goInPage("app://kibitz/game/4821");
      await application.closeWindow();
      expect(await application.windows()).toEqual([]);
      expect(await application.request("app://kibitz/api/games")).toMatchObject({ status: 200 });
      // The bus is asked first whether somebody shows the tray.
      await eventually(async () => expect(await application.notifications()).toMatchObject([tray]));
      // Clicked in the notification centre, where it went.
      await application.timeOutNotification(0);
      await application.clickNotification(0);
      expect(await application.windows(), "where the person was").toMatchObject([
        { address: "app://kibitz/game/4821", visible: true },
      ]);
      await application.goInPage("app://kibitz/analysis?game=4821&ply=7");
      await application.closeWindow();
      expect(await application.notifications()).toHaveLength(1);
      await application.clickInTray("Open Kibitz");
      expect(await application.windows(), "with what was analysed there").toMatchObject([
        { address: "app://kibitz/analysis?game=4821&ply=7" },
      ]);
      await application.goInPage("app://kibitz/?new");
      await application.closeWindow();
      await application.clickInTray("Open Kibitz");
      expect(await application.windows(), "without the dialog").toMatchObject([{ address: "app://kibitz/" }]);
    }
    await using again = startApplication(folder.path);
    await again.ready;
    await again.closeWindow();
    expect(await again.notifications(), "told in another run").toEqual([]);
  },
);

test.skipIf(process.platform === "darwin")("closing the window quits where the settings say so", async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path);
  await application.ready;
  await atTheWindow(application, folder.path).change({ close_to_tray: false });
  application.closeWindow().catch(() => {});
  expect(await application.ended).toMatchObject({ code: 0 });
  expect(announced(folder.path)).toBe(false);
});

test.runIf(process.platform === "linux").each(["none", "false"])(
  "where the desktop shows no tray (%s), closing the window quits",
  async (trayHost) => {
    using folder = tempDir();
    await using application = startApplication(folder.path, [], { STAND_IN_TRAY_HOST: trayHost });
    await application.ready;
    application.closeWindow().catch(() => {});
    expect(await application.ended).toMatchObject({ code: 0 });
    expect(announced(folder.path)).toBe(false);
  },
);

test.runIf(process.platform === "linux")(
  "a desktop that nothing can ask about its tray counts as one without, and the log says so",
  { tags: "edge" },
  async () => {
    using folder = tempDir();
    await using application = startApplication(folder.path, [], { PATH: folder.path });
    await application.ready;
    application.closeWindow().catch(() => {});
    const { code, stderr } = await application.ended;
    expect(code).toBe(0);
    expect(stderr).toContain("neither busctl nor gdbus is here");
  },
);

test.runIf(process.platform === "linux")(
  "the application goes on where an assistant started it and no tray is shown, and says once how to get the window back",
  async () => {
    using folder = tempDir();
    await using application = startApplication(folder.path, ["--no-window"], { STAND_IN_TRAY_HOST: "none" });
    await application.ready;
    await application.startAgain();
    await application.closeWindow();
    await eventually(async () =>
      expect(await application.notifications()).toMatchObject([
        {
          title: "Kibitz keeps running without a window",
          body: expect.stringContaining("Start Kibitz again"),
          shown: true,
        },
      ]),
    );
    await application.startAgain();
    expect(await application.windows()).toMatchObject([{ visible: true }]);
  },
);

test.skipIf(process.platform === "darwin")(
  "a notice that the system refused is given another time",
  { tags: "edge" },
  async () => {
    using folder = tempDir();
    const told = join(folder.path, "window", "told-of-tray");
    {
      await using application = startApplication(folder.path, [], { STAND_IN_NOTIFICATIONS: "refused" });
      await application.ready;
      await application.closeWindow();
      await eventually(async () => expect(await application.notifications()).toMatchObject([{ shown: false }]));
      await eventually(async () => expect(existsSync(told)).toBe(false));
    }
    await using again = startApplication(folder.path);
    await again.ready;
    await again.closeWindow();
    await eventually(async () => expect(await again.notifications()).toMatchObject([tray]));
  },
);

test.skipIf(process.platform === "darwin")(
  "where the system shows no notifications at all, closing the window tells nothing, and is told where it can be",
  async () => {
    using folder = tempDir();
    await using application = startApplication(folder.path, [], { STAND_IN_NOTIFICATIONS: "unsupported" });
    await application.ready;
    await application.closeWindow();
    expect(await application.request("app://kibitz/api/games")).toMatchObject({ status: 200 });
    expect(await application.notifications()).toEqual([]);
    expect(existsSync(join(folder.path, "window", "told-of-tray"))).toBe(false);
  },
);

test("nothing opens a window any more while the application closes", { tags: "edge" }, async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path);
  await application.ready;
  expect(await application.quitAmidRequests()).toBe(0);
  const { code, stderr } = await application.ended;
  expect(code).toBe(0);
  expect(stderr).not.toMatch(/closing failed|while closing/);
  expect(closedToTheEnd(folder.path)).toBe(true);
});

test.skipIf(process.platform === "win32")(
  "a start while the application closes waits for its end, and shows what it was asked for",
  async () => {
    using folder = tempDir();
    await using first = startApplication(folder.path);
    await first.ready;
    const lockedAt = () => statSync(join(folder.path, "window", "lock"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const lockedAtFirst = lockedAt();
    const { pid, url } = JSON.parse(readFileSync(join(folder.path, "host.json"), "utf8"));
    // A client that has not sent the whole of its second request keeps the door open for a second.
    const client = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {});
    client.write(`GET /healthz HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\nGET /`);
    await once(client, "data");
    first.quit().catch(() => {});
    await eventually(async () => expect(announced(folder.path)).toBe(false));
    process.kill(pid, "SIGSTOP");
    expect(existsSync(join(folder.path, "kibitz.db-wal")), "the first one still closes").toBe(true);
    await using second = startApplication(folder.path, ["kibitz://game/4821"]);
    const isAdmitted = async () => expect(lockedAt()).toBeGreaterThan(lockedAtFirst);
    await Promise.race([second.ended, eventually(isAdmitted)]);
    process.kill(pid, "SIGCONT");
    await second.ready;
    expect(await first.ended).toMatchObject({ code: 0 });
    expect(await second.windows()).toMatchObject([{ address: "app://kibitz/game/4821" }]);
    client.destroy();
  },
);

test.skipIf(process.platform !== "linux")(
  "on macOS the application goes on without its window, in the dock",
  async () => {
    using folder = tempDir();
    await using application = startApplication(folder.path, [], { STAND_IN_PLATFORM: "darwin" });
    await application.ready;
    await atTheWindow(application, folder.path).change({ close_to_tray: false });
    await application.closeWindow();
    expect(await application.notifications()).toEqual([]);
    expect(await application.request("app://kibitz/api/games")).toMatchObject({ status: 200 });
    await application.activate();
    expect(await application.windows()).toMatchObject([{ visible: true }]);
    expect(await application.tray()).toMatchObject({ image: expect.stringMatching(/trayTemplate\.png$/) });
  },
);

test("quitting from the tray closes window and host, and says nothing of the tray", async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path);
  await application.ready;
  application.clickInTray("Quit Kibitz").catch(() => {});
  const { code, stderr } = await application.ended;
  expect(code).toBe(0);
  expect(stderr).not.toMatch(/closing failed|while closing/);
  expect(announced(folder.path)).toBe(false);
  expect(closedToTheEnd(folder.path)).toBe(true);
  expect(existsSync(join(folder.path, "window", "told-of-tray"))).toBe(false);
});

test.each([
  { args: [], dialogs: 1 },
  { args: ["--no-window"], dialogs: 0 },
])("an uncaught error closes the application in good order and is told ($args)", async ({ args, dialogs }) => {
  using folder = tempDir();
  await using application = startApplication(folder.path, args);
  await application.ready;
  await application.goWrong("ECONNRESET");
  await application.rejectUnseen();
  expect(await application.request("app://kibitz/api/games"), "nothing of its own is broken").toMatchObject({
    status: 200,
  });
  application.goWrong("ERR_BROKEN").catch(() => {});
  const { code, stderr } = await application.ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/a connection broke: Error: it broke/);
  expect(stderr).toMatch(/unexpected: Error: no browser is here/);
  expect(stderr).toMatch(/unexpected: Error: it broke \|/);
  expect(stderr.match(/^\[dialog\] Kibitz had to close: .+it broke$/gm) ?? []).toHaveLength(dialogs);
  expect(announced(folder.path)).toBe(false);
  expect(closedToTheEnd(folder.path)).toBe(true);
});

test("the application closes once when it is asked to quit twice", { tags: "edge" }, async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path);
  await application.ready;
  application.quit().catch(() => {});
  application.quit().catch(() => {});
  const { code, stderr } = await application.ended;
  expect(code).toBe(0);
  expect(stderr).not.toMatch(/closing failed|while closing/);
  expect(announced(folder.path)).toBe(false);
  expect(closedToTheEnd(folder.path)).toBe(true);
});
