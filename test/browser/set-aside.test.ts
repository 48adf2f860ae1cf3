import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { openLeagueHost, planOf } from "../league/support.ts";
import { agentGame, started, sure } from "../live-games/support.ts";
import { noReadOnlyDisks, withReadOnly } from "../support/disk-fault.ts";
import { hostProgram, startHost } from "../support/host-process.ts";
import { needs } from "../support/needs.ts";
import { tempDir } from "../support/temp-dir.ts";
import { openPage, overflows, seriousFindings } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { joinChromium } from "./support/windows.ts";

it("unreadable games are named on the first page, with what to do, until the person has seen it", async () => {
  using folder = tempDir();
  const path = join(folder.path, "kibitz.db");
  const store = openSqliteStore(path);
  const ids: string[] = [];
  let league = "";
  {
    await using place = await openLeagueHost(store);
    for (let count = 0; count < 2; count += 1) ids.push((await started(place.games, agentGame)).state.id);
    league = sure(await place.leagues.create(planOf({ players: 2 }))).league.id;
  }
  await store.close();
  const [bad = "", good = ""] = ids;
  const db = new DatabaseSync(path);
  db.prepare("UPDATE games SET snapshot = '{' WHERE id = ?").run(bad);
  db.prepare("UPDATE leagues SET snapshot = '{' WHERE id = ?").run(league);
  db.close();

  await using host = await startHost(folder.path);
  const browser = await joinChromium();
  for (const [scheme, width] of [
    ["light", 1280],
    ["dark", 390],
  ] as const) {
    await using opened = await openPage(browser, host, "/games", { scheme, width, height: 700 });
    const { page, problems } = opened;
    const notice = page.getByText("Set aside, because it cannot be read");
    await see(notice).toHaveText(`Set aside, because it cannot be read: game ${bad} and league ${league}.`);
    await see(page.getByText("put an earlier copy of its data folder in place")).toBeVisible();
    // Everything else goes on.
    await see(page.locator(`[data-game="${good}"]`)).toBeVisible();
    expect(await overflows(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Hide" }).click();
    await see(notice).toHaveCount(0);
    await page.reload();
    await see(page.locator(`[data-game="${good}"]`)).toBeVisible();
    await see(notice).toHaveCount(0);
    expect(problems).toEqual([]);
  }
});

it.skipIf(noReadOnlyDisks)(
  "a host on a disk that takes nothing says on its pages that nothing is kept, and what to do",
  { tags: "edge", ...needs("mount namespaces") },
  async () => {
    using folder = tempDir();
    await (await startHost(folder.path)).stop();
    await using host = await startHost(folder.path, {}, [], hostProgram, withReadOnly(folder.path));
    const browser = await joinChromium();
    await using opened = await openPage(browser, host, "/games", { width: 390, height: 700 });
    const notice = opened.page.getByText("Kibitz shows what there is and keeps nothing new");
    await see(notice).toHaveText(/make its disk writable, then start Kibitz again$/);
    expect(await overflows(opened.page)).toBe(false);
    await opened.page.setViewportSize({ width: 1280, height: 700 });
    await see(notice).toBeVisible();
    expect(await overflows(opened.page)).toBe(false);
    expect(await seriousFindings(opened.page)).toEqual([]);
  },
);

it("a finished game that cannot be read is missing from the history, which is not asked for it without end", {
  tags: "edge",
}, async () => {
  using folder = tempDir();
  const path = join(folder.path, "kibitz.db");
  const store = openSqliteStore(path);
  const ids: string[] = [];
  {
    await using place = await openLeagueHost(store);
    for (let count = 0; count < 3; count += 1) {
      const { id } = (await started(place.games, agentGame)).state;
      sure(await place.games.resign(id, "white"));
      ids.push(id);
    }
  }
  await store.close();
  const [first = "", bad = "", last = ""] = ids;
  const db = new DatabaseSync(path);
  db.prepare("UPDATE games SET snapshot = '{' WHERE id = ?").run(bad);
  db.close();

  await using host = await startHost(folder.path);
  await using opened = await openPage(await joinChromium(), host, "/games");
  const { page, problems } = opened;
  let asked = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/history") asked += 1;
  });
  const filter = (name: RegExp) => page.getByRole("radio", { name });
  for (let round = 0; round < 3; round += 1) {
    await filter(/^Finished/).check();
    for (const id of [first, last]) await see(page.locator(`[data-game="${id}"]`)).toBeVisible();
    await filter(/^Live/).check();
    await see(page.locator(`[data-game="${first}"]`)).toBeHidden();
  }
  expect(asked).toBeLessThan(4);
  expect(problems).toEqual([]);
});
