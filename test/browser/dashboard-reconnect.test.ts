import type { Browser } from "@playwright/test";
import { beforeAll, describe, expect, it } from "vitest";
import { startHost } from "../support/host-process.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";
import { openPage } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { people, setTable } from "./support/shared-host.ts";
import { joinChromium } from "./support/windows.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await joinChromium();
});

describe("when the host goes away", () => {
  it("the page says so without moving, and catches up by itself when the host is back", async () => {
    using folder = tempDir();
    const first = await startHost(folder.path);
    const port = new URL(first.url).port;
    const id = await setTable(personAt(first), people());
    await using opened = await openPage(browser, first);
    const { page } = opened;
    const card = page.locator(`[data-game="${id}"]`);
    await see(card.locator(".mini")).toBeVisible();
    const banner = page.getByText("Connection lost. Trying again…");
    await see(banner).toHaveCount(0);
    const before = await card.boundingBox();

    await first.kill();
    await see(banner).toBeVisible();
    expect(await card.boundingBox()).toEqual(before);

    await using second = await startHost(folder.path, {}, ["--port", port]);
    await personAt(second).post(`/api/games/${id}/moves`, { move: "e4" });
    await see(banner).toHaveCount(0);
    await see(card.locator(".moved")).toHaveCount(2);
    const born = await setTable(personAt(second), people("Born", "Later"));
    await see(page.locator(`[data-game="${born}"]`)).toContainText("Later");
  });
});
