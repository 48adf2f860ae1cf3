import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";
import { eventually } from "../journeys/scene.ts";
import { tempDir } from "../support/temp-dir.ts";
import { startApplication } from "./application.ts";
import { againstAgent, atTheWindow } from "./person.ts";

// Everything around the window, of the built application on the stand-in for Electron.

/** Resolves with the tray's menu, as one text a line, once it shows what is expected. */
const trayShows = (application: ReturnType<typeof startApplication>, expected: readonly string[]) =>
  eventually(async () => {
    const menu = (await application.tray())?.menu ?? [];
    expect(menu.map(({ label, type }) => label ?? type)).toEqual(expected);
  });
const usual = ["separator", "New game…", "Connect an assistant…", "Open Kibitz", "separator", "Quit Kibitz"];

test("the tray tells of each game whose turn it is, and a click opens that board", async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path);
  await application.ready;
  const person = atTheWindow(application, folder.path);
  await trayShows(application, ["No games in progress", ...usual]);

  const first = await person.create(againstAgent);
  await trayShows(application, [`${first}  You – open seat: waits for an assistant`, ...usual]);
  await using agent = await person.agentAt(first, "Rook & Sons <b>");
  await trayShows(application, [`${first}  You – Rook && Sons <b>: your turn`, ...usual]);
  expect(await application.tray()).toMatchObject({ tip: "(1) Kibitz – your turn" });

  const second = await person.create(againstAgent);
  await person.command(first, "moves", { move: "e4" });
  await trayShows(application, [
    `${first}  You – Rook && Sons <b>: Black to move`,
    `${second}  You – open seat: waits for an assistant`,
    ...usual,
  ]);
  expect(await application.tray()).toMatchObject({ tip: "Kibitz" });
  await using other = await person.agentAt(second, "Other");
  await trayShows(application, [
    `${second}  You – Other: your turn`,
    `${first}  You – Rook && Sons <b>: Black to move`,
    ...usual,
  ]);
  await other.call("offerDraw", { game_id: second });
  await trayShows(application, [
    `${second}  You – Other: draw offered`,
    `${first}  You – Rook && Sons <b>: Black to move`,
    ...usual,
  ]);

  await application.clickInTray(first);
  expect(await application.windows()).toMatchObject([{ address: `app://kibitz/game/${first}`, focused: true }]);
  await agent.call("resignGame", { game_id: first });
  await person.command(second, "draw", { answer: "accept" });
  await trayShows(application, ["No games in progress", ...usual]);
});

test("the tray stays small however many games go on, those that wait for the person first", {
  tags: "edge",
}, async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path);
  await application.ready;
  const person = atTheWindow(application, folder.path);
  await Promise.all(Array.from({ length: 12 }, () => person.create(againstAgent)));
  const own = await person.create({ white: { kind: "human" }, black: { kind: "computer", level: 1 } });
  await eventually(async () => {
    const labels = ((await application.tray())?.menu ?? []).map(({ label }) => label);
    expect(labels[0]).toBe(`${own}  You – Computer: your turn`);
    expect(labels.slice(0, 10).filter((label) => label?.includes("waits for an assistant"))).toHaveLength(9);
    expect(labels[10]).toBe("3 more…");
    expect(labels).toHaveLength(17);
  });
  // Games that came in quick succession were told together.
  expect((await application.tray())?.updates).toBeLessThan(13);
  await application.clickInTray("3 more");
  expect(await application.windows()).toMatchObject([{ address: "app://kibitz/games" }]);
});

test("tray and menu open the dialog for a new game, the connect page and the settings", async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path);
  await application.ready;
  const address = async () => (await application.windows())[0]?.address;
  await application.clickInTray("New game");
  expect(await address()).toBe("app://kibitz/?new");
  await application.clickInTray("Connect an assistant");
  expect(await address()).toBe("app://kibitz/connect");
  await application.clickInMenu("Settings");
  expect(await address()).toBe("app://kibitz/settings");
  await application.clickInMenu("All games");
  expect(await address()).toBe("app://kibitz/games");
  await application.clickInMenu("New game");
  const [before] = await application.windows();
  // Asked for again after the dialog was closed, it opens again.
  await application.clickInMenu("New game");
  const [after] = await application.windows();
  expect(after).toMatchObject({ address: "app://kibitz/?new", loads: (before?.loads ?? 0) + 1 });
});

test("a page that the window shows already is brought to the front without being loaded again, unless it crashed", {
  tags: "edge",
}, async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path);
  await application.ready;
  await application.goInPage("app://kibitz/connect");
  await application.minimize();
  await application.clickTray();
  expect(await application.windows()).toMatchObject([
    { address: "app://kibitz/connect", loads: 1, minimized: false, focused: true },
  ]);
  await application.clickInTray("Connect an assistant");
  expect(await application.windows()).toMatchObject([{ loads: 1 }]);
  await application.crashPage();
  await application.clickTray();
  expect(await application.windows()).toMatchObject([{ address: "app://kibitz/connect", loads: 2 }]);
});

test("the person is told once of each turn, while the window is not in front, and a click opens that board", async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path);
  await application.ready;
  const person = atTheWindow(application, folder.path);
  const game = await person.create(againstAgent);
  await using agent = await person.agentAt(game, "Claude");
  await person.command(game, "moves", { move: "e4" });
  await agent.call("finishTurn", { game_id: game, move: "e5" });
  expect(await application.notifications(), "the window is in front").toEqual([]);

  await person.command(game, "moves", { move: "Nf3" });
  await application.lookElsewhere();
  expect(await application.notifications(), "it is the agent's turn").toEqual([]);
  await agent.call("finishTurn", { game_id: game, move: "Nc6" });
  const told = { title: "Your turn against Claude", body: `Game ${game}`, shown: true, closed: false };
  expect(await application.notifications()).toEqual([told]);
  await agent.call("say", { game_id: game, message: "Take your time" });
  expect(await application.notifications(), "talk is no turn").toEqual([told]);

  await person.command(game, "moves", { move: "Bb5" });
  expect(await application.notifications(), "moved elsewhere: it has passed").toEqual([{ ...told, closed: true }]);
  await agent.call("finishTurn", { game_id: game, move: "a6" });
  expect(await application.notifications()).toEqual([{ ...told, closed: true }, told]);
  await application.clickNotification(1);
  expect(await application.windows()).toMatchObject([{ address: `app://kibitz/game/${game}`, focused: true }]);
});

test("a person who plays in a league is called to the match, by tray, badge and notification", async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path, ["--no-window"]);
  await application.ready;
  const ask = async (path: string, body: object) =>
    JSON.parse(
      (await application.request(`app://kibitz${path}`, { method: "POST", body: JSON.stringify(body) }))?.body ?? "",
    );
  const { league_id } = await ask("/api/leagues", {
    name: "Evening & Co",
    game: "tic-tac-toe",
    entrants: [{ kind: "human" }, { kind: "strategy", strategy: "random" }],
  });
  await ask(`/api/leagues/${league_id}/start`, {});
  await trayShows(application, ["Evening && Co: your match against random is ready", ...usual]);
  expect(await application.tray()).toMatchObject({ tip: "(1) Kibitz – your match" });
  const told = {
    title: "Your match against random",
    body: "Evening & Co, round 1: 1 h a move, game 1 of 1",
    shown: true,
  };
  expect(await application.notifications()).toMatchObject([{ ...told, closed: false }]);
  await application.clickNotification(-1);
  expect(await application.windows()).toMatchObject([{ address: `app://kibitz/league/${league_id}`, visible: true }]);
  const { game_id } = await ask(`/api/leagues/${league_id}/entrants/1/come`, {});
  await eventually(async () =>
    expect((await application.tray())?.menu?.[0]?.label).toMatch(new RegExp(`^${game_id}  `)),
  );
});

test("an offer of a draw is told while the window is closed; one's own moves on both sides are not", {
  tags: "edge",
}, async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path, ["--no-window"]);
  await application.ready;
  const person = atTheWindow(application, folder.path);
  const game = await person.create(againstAgent);
  await using agent = await person.agentAt(game, "Claude");
  await person.command(game, "moves", { move: "e4" });
  await agent.call("offerDraw", { game_id: game });
  const titles = async () => (await application.notifications()).map(({ title }) => title);
  expect(await titles()).toEqual(["Your turn against Claude", "Claude offers a draw"]);
  const both = await person.create({ white: { kind: "human" }, black: { kind: "human" } });
  await person.command(both, "moves", { move: "e4", seat: "white" });
  await person.command(both, "moves", { move: "e5", seat: "black" });
  expect(await titles()).toHaveLength(2);
  await application.clickNotification(-1);
  expect(await application.windows()).toMatchObject([{ address: `app://kibitz/game/${game}`, visible: true }]);
});

test.skipIf(process.platform === "win32")(
  "the badge counts the games in which it is the person's turn",
  { tags: "edge" },
  async () => {
    using folder = tempDir();
    await using application = startApplication(folder.path);
    await application.ready;
    const person = atTheWindow(application, folder.path);
    const shows = (count: number) =>
      eventually(async () => expect((await application.requests("setBadgeCount")).at(-1)).toEqual([count]));
    await shows(0);
    const games = [await person.create(againstAgent), await person.create(againstAgent)];
    const agents = await Promise.all(games.map((game) => person.agentAt(game, "Claude")));
    await shows(2);
    await person.command(String(games[0]), "moves", { move: "e4" });
    await shows(1);
    await person.command(String(games[1]), "resign", {});
    await shows(0);
    await Promise.all(agents.map((agent) => agent.close()));
  },
);

test.runIf(process.platform === "linux")(
  "a window that opens on Windows gets the badge at once",
  { tags: "edge" },
  async () => {
    using folder = tempDir();
    await using application = startApplication(folder.path, ["--no-window"], { STAND_IN_PLATFORM: "win32" });
    await application.ready;
    const person = atTheWindow(application, folder.path);
    await person.create({ white: { kind: "human" }, black: { kind: "computer", level: 1 } });
    await eventually(async () => expect(await application.tray()).toMatchObject({ tip: "(1) Kibitz – your turn" }));
    expect(await application.requests("setOverlayIcon")).toEqual([]);
    await application.startAgain();
    expect(await application.requests("setOverlayIcon")).toEqual([
      [expect.objectContaining({ empty: false }), "(1) Kibitz – your turn"],
    ]);
  },
);

test("a notification that the system refuses is said in the log and forgotten", { tags: "edge" }, async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path, ["--no-window"], { STAND_IN_NOTIFICATIONS: "refused" });
  await application.ready;
  const person = atTheWindow(application, folder.path);
  const game = await person.create(againstAgent);
  await using agent = await person.agentAt(game, "Claude");
  await person.command(game, "moves", { move: "e4" });
  await agent.call("finishTurn", { game_id: game, move: "e5" });
  await person.command(game, "moves", { move: "Nf3" });
  // A notice that was never shown is not taken off the screen.
  expect(await application.notifications()).toEqual([
    expect.objectContaining({ shown: false, closed: false }),
    expect.objectContaining({ shown: false, closed: false }),
  ]);
  await application.quit().catch(() => {});
  expect((await application.ended).stderr).toContain("the system showed no notification");
});

test("links open games, from the first start, a second one and the system; anything else is ignored", async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path, ["kibitz://game/4821"]);
  await application.ready;
  const address = async () => (await application.windows())[0]?.address;
  expect(await address()).toBe("app://kibitz/game/4821");
  await application.startAgain(["--some-switch", "kibitz://game/5930/", "--another"]);
  expect(await address()).toBe("app://kibitz/game/5930");
  expect(await application.openUrl("kibitz://game/6041")).toBe(true);
  expect(await address()).toBe("app://kibitz/game/6041");
  const [before] = await application.windows();
  for (const link of [
    "kibitz://game/../settings",
    "kibitz://game/6041/../../settings",
    "kibitz://game/6041?new",
    "kibitz://game/6041#x",
    "kibitz://game/6041%2f..",
    "kibitz://game/",
    "kibitz://game/12345678901234567890",
    "kibitz://game/６０４１",
    "kibitz://game/4821\n",
    "kibitz://settings",
    "kibitz://user@game/4821",
    "kibitz:game/4821",
    "https://example.com/",
    "javascript:alert(1)",
    "",
  ]) {
    await application.openUrl(link);
    await application.startAgain([link]);
    expect(await application.windows(), JSON.stringify(link)).toMatchObject([
      { address: before?.address, loads: before?.loads },
    ]);
  }
});

test("files of games open from the first start, a second one and the system, and nothing that a link brings along", async () => {
  using folder = tempDir();
  using files = tempDir();
  const paths = ["one.pgn", "two games.PGN", "three.pgn", "four.pgn"].map((name) => join(files.path, name));
  const [one = "", two = "", , four = ""] = paths;
  for (const path of paths) writeFileSync(path, "1. e4 *");
  await using application = startApplication(folder.path, [one], {
    STAND_IN_EARLY_STARTS: JSON.stringify([[pathToFileURL(two).href]]),
  });
  const handed: string[] = [];
  application.onScreen((news) => {
    if ("send" in news && news.send.channel === "files")
      for (const file of news.send.told.flat()) handed.push(z.object({ name: z.string() }).parse(file).name);
  });
  const recent = async () => (await application.requests("addRecentDocument")).flat();
  await application.ready;
  await eventually(async () => expect(await recent()).toEqual([one, two]));
  expect(handed, "the page is not there yet").toEqual([]);
  await application.bridge("hears-places", "https://example.com/");
  expect(handed, "another page").toEqual([]);
  await application.bridge("hears-places", "app://kibitz/");
  await application.startAgain(["--some-switch", "three.pgn"], files.path);
  expect(await application.openFile(four)).toBe(true);
  await eventually(async () => expect(handed).toEqual(["one.pgn", "two games.PGN", "three.pgn", "four.pgn"]));
  for (const argv of [
    ["kibitz://game/4821", one],
    ["kibitz://import/x", one],
    [`--import=${one}`],
    [join(files.path, "notes.txt")],
    ["file://elsewhere/share/x.pgn"],
  ])
    await application.startAgain(argv);
  await application.startAgain([join(files.path, "missing.pgn"), files.path]);
  await eventually(async () => expect(application.stderr()).toContain("missing.pgn cannot be read: ENOENT"));
  expect(await recent()).toEqual(paths);
  expect(handed).toHaveLength(4);
  await application.crashPage();
  await application.startAgain([one]);
  await eventually(async () => expect(await recent()).toHaveLength(5));
  await application.bridge("hears-places", "app://kibitz/");
  await eventually(async () => expect(handed.slice(4), "a page that is gone").toEqual(["one.pgn"]));
});

test("the clocks' host is told of sleep, and the person that nobody was charged for it", async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path, ["--no-window"]);
  await application.ready;
  const titles = async () => (await application.notifications()).map(({ title }) => title);
  await application.power("suspend");
  await application.power("resume");
  expect(await titles(), "no game goes on").toEqual([]);
  const person = atTheWindow(application, folder.path);
  await person.create({ white: { kind: "human" }, black: { kind: "human" } });
  await application.power("suspend");
  await application.power("resume");
  expect(await titles()).toEqual(["The clocks stood still"]);
});

test("a start or a link that comes while the host still opens is not lost", async () => {
  using folder = tempDir();
  const early = [["kibitz://game/4821"], ["--no-window"], []];
  await using application = startApplication(folder.path, ["--no-window"], {
    STAND_IN_EARLY_STARTS: JSON.stringify(early),
  });
  await application.ready;
  expect(await application.windows()).toMatchObject([{ address: "app://kibitz/game/4821", visible: true }]);
  using otherFolder = tempDir();
  await using other = startApplication(otherFolder.path, ["--no-window"], { STAND_IN_EARLY_STARTS: "[[]]" });
  await other.ready;
  expect(await other.windows()).toMatchObject([{ address: "app://kibitz/", visible: true }]);
});

test("arguments after a link on the command line are not taken for our own options", { tags: "edge" }, async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path, ["kibitz://game/4821", "--port", "seven"]);
  await application.ready;
  expect(await application.windows()).toMatchObject([{ address: "app://kibitz/game/4821", visible: true }]);
});

test("a second start for an assistant opens no window, and one by the person does", async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path, ["--no-window"]);
  await application.ready;
  await application.startAgain(["--data-dir", folder.path, "--no-window"]);
  expect(await application.windows()).toEqual([]);
  await application.startAgain(["--data-dir", folder.path]);
  expect(await application.windows()).toMatchObject([{ address: "app://kibitz/", visible: true }]);
});

test("a checkout leaves links and the login to the installed application", { tags: "edge" }, async () => {
  using folder = tempDir();
  await using application = startApplication(folder.path);
  await application.ready;
  await atTheWindow(application, folder.path).change({ start_at_login: true });
  expect(await application.requests("setAsDefaultProtocolClient")).toEqual([]);
  expect(await application.requests("setLoginItemSettings")).toEqual([]);
});
