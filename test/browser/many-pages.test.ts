import { expect, it } from "vitest";
import { startHost } from "../support/host-process.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";
import { openPage } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { people, setUpGame } from "./support/shared-host.ts";
import { joinChromium } from "./support/windows.ts";

/** More than the connections that a browser opens to a host. */
const PAGES = 8;

it("many pages of one browser all follow the games, whichever is closed, also over a restart of the host", {
  tags: "edge",
}, async () => {
  using folder = tempDir();
  const first = await startHost(folder.path);
  const id = await setUpGame(personAt(first), people());
  await using opened = await openPage(await joinChromium(), first, `/game/${id}`);
  const pages = [opened.page];
  const showAll = (ply: number) =>
    Promise.all(pages.map((page) => see(page.locator(".game")).toHaveAttribute("data-ply", String(ply))));
  while (pages.length < PAGES) {
    const page = await opened.page.context().newPage();
    await page.goto(`${first.url}/game/${id}`);
    pages.push(page);
  }
  await showAll(0);
  const field = opened.page.getByLabel("Move, in algebraic notation");
  await field.fill("e4");
  await field.press("Enter");
  await showAll(1);

  // The oldest reads for all of them.
  await pages.shift()?.close();
  await personAt(first).post(`/api/games/${id}/moves`, { move: "e5" });
  await showAll(2);

  await first.kill();
  const banner = (page: (typeof pages)[number]) => page.getByText("Connection lost. Trying again…");
  await Promise.all(pages.map((page) => see(banner(page)).toBeVisible()));
  await using second = await startHost(folder.path, {}, ["--port", new URL(first.url).port]);
  await personAt(second).post(`/api/games/${id}/moves`, { move: "Nf3" });
  await showAll(3);
  await Promise.all(pages.map((page) => see(banner(page)).toHaveCount(0)));
  expect(opened.problems.filter((text) => !text.includes("ERR_"))).toEqual([]);
});
