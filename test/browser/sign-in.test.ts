import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { openPage, seriousInEitherScheme } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { useStage } from "./support/shared-host.ts";
import { openWindow } from "./support/windows.ts";

const stage = useStage();

const stranger = (page: Page) => page.getByRole("heading", { name: "This browser is not signed in" });
const games = (page: Page) => page.getByRole("heading", { name: "Welcome to Kibitz" });
/** Addresses in this window's history, the current one included. */
const history = (page: Page): Promise<readonly (string | null)[]> =>
  page.evaluate("navigation.entries().map((entry) => entry.url)");

const drop = (page: Page, pgn: string): Promise<void> =>
  page.evaluate((pgn) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([pgn], "game.pgn"));
    for (const type of ["dragover", "drop"])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, pgn);

describe("a browser without the token", () => {
  it("a browser without the token is told what to do, and is in as soon as another of its pages has the address opened", async () => {
    const { url, token } = stage.host;
    await using opened = await openWindow(stage.browser, { width: 390, height: 844 });
    const { page } = opened;
    await page.goto(`${url}/settings`);
    await see(stranger(page)).toBeVisible();
    await see(page.getByRole("link", { name: "Games", exact: true })).toHaveCount(0);
    await see(page.getByRole("button", { name: "New game" })).toHaveCount(0);
    expect(await seriousInEitherScheme(page)).toEqual([]);
    await drop(page, "1. Ke5 *");

    const other = await page.context().newPage();
    const referrers: (string | undefined)[] = [];
    other.on("request", (request) => referrers.push(request.headers()["referer"]));
    await other.goto(`${url}/?token=${token}`);
    await see(games(other)).toBeVisible();
    await see(page.getByRole("heading", { name: "Settings" })).toBeVisible();
    expect(await history(other)).toEqual([`${url}/`]);
    expect(referrers.join()).not.toContain(token);
    expect(await page.context().cookies()).toEqual([]);
    // A file dropped before signing in was not kept for later: this is the one file that is read.
    await drop(page, "1. Ke4 *");
    await see(page.getByText("0 games imported, 1 game refused.")).toBeVisible();
  });

  it("a browser without the token is in by typing the token or an address, and not by a wrong one or one that was used", async () => {
    const { url, token } = stage.host;
    await using opened = await openWindow(stage.browser);
    const { page } = opened;
    const field = page.getByLabel("Address or token");
    const signIn = page.getByRole("button", { name: "Sign in" });
    const { code } = (await stage.person.post("/api/sign-in/codes", {})).body;
    let wrong = "not-the-token";
    for (const right of [token, `${url}/?token=${token}`, `${url}/?code=${code}`]) {
      await page.goto(`${url}/`);
      await see(stranger(page)).toBeVisible();
      await field.fill(wrong);
      await signIn.click();
      await see(page.getByText("This token is wrong, or the link has already been used.")).toBeVisible();
      await field.fill(right);
      await field.press("Enter");
      await see(games(page)).toBeVisible();
      await page.evaluate(() => localStorage.clear());
      wrong = `${url}/?code=${code}x`;
    }
    await page.goto(`${url}/?code=${code}`);
    await see(stranger(page)).toBeVisible();
    // An address that was used says so.
    await see(page.getByText("This token is wrong, or the link has already been used.")).toBeVisible();
    expect(await history(page)).toEqual(expect.not.arrayContaining([expect.stringContaining("code")]));
  });

  it("a browser without the token is led away from localhost, and is in where the browser computes no proof, as over a network", {
    tags: "edge",
  }, async () => {
    const { url, token } = stage.host;
    await using opened = await openWindow(stage.browser);
    const { page } = opened;
    await page.addInitScript(() => Object.defineProperty(crypto, "subtle", { value: undefined }));
    await page.goto(`${url.replace("127.0.0.1", "localhost")}/settings?token=${token}`);
    await see(page.getByRole("heading", { name: "Settings" })).toBeVisible();
    expect(page.url()).toBe(`${url}/settings`);
    expect(Object.values(await page.evaluate(() => ({ ...localStorage })))).not.toContain(token);
    await page.reload();
    await see(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  });

  it("a browser without the token is in after an update with the token that an earlier version kept, which then goes", async () => {
    const { url, token } = stage.host;
    await using opened = await openWindow(stage.browser);
    const { page } = opened;
    await page.goto(url);
    await see(stranger(page)).toBeVisible();
    await page.evaluate((old) => localStorage.setItem("kibitz-token", old), token);
    await page.reload();
    await see(games(page)).toBeVisible();
    expect(Object.values(await page.evaluate(() => ({ ...localStorage, ...sessionStorage })))).not.toContain(token);
  });

  it("a browser without the token is let in by an address whose page was loaded again before the host answered", {
    tags: "edge",
  }, async () => {
    const { url, token } = stage.host;
    await using opened = await openWindow(stage.browser);
    const { page } = opened;
    const asked = Promise.withResolvers<void>();
    // A host that is not there yet: the person opens its address, sees nothing, and loads the page again.
    await page.route("**/api/**", () => asked.resolve());
    await page.goto(`${url}/?token=${token}`);
    await asked.promise;
    expect(await history(page)).toEqual([`${url}/`]);
    await page.unrouteAll();
    await page.reload();
    await see(games(page)).toBeVisible();
    expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({});
    // And it was asked of this tab only.
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await see(stranger(page)).toBeVisible();
  });

  it("a browser without the token stays in when an address with a wrong token is opened", async () => {
    await using opened = await openPage(stage.browser, stage.host, "/");
    const { page } = opened;
    await see(games(page)).toBeVisible();
    await page.goto(`${stage.host.url}/?token=wrong`);
    await see(games(page)).toBeVisible();
    expect(await history(page)).toEqual(expect.not.arrayContaining([expect.stringContaining("token")]));
    await page.reload();
    await see(games(page)).toBeVisible();
  });

  it("a browser without the token asks for what the session of the next run follows from before it is answered anything", async () => {
    await using opened = await openPage(stage.browser, stage.host, "/");
    const { page } = opened;
    await see(games(page)).toBeVisible();
    const asked = Promise.withResolvers<void>();
    await page.route("**/api/**", async (route) => {
      if (route.request().url().endsWith("/api/sign-in/session")) asked.resolve();
      await asked.promise;
      await route.continue();
    });
    await page.reload();
    await see(games(page)).toBeVisible();
  });
});
