import { describe, expect, it } from "vitest";
import { openPage, overflows, schemes, seriousFindings } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { useStage } from "./support/shared-host.ts";

const stage = useStage();

describe("the page that connects an assistant", () => {
  it("has the exact block of every host, ready to copy", async () => {
    const { targets } = (await stage.person.get("/api/connect")).body;
    expect(targets.length).toBeGreaterThan(3);
    await using opened = await openPage(stage.browser, stage.host, "/connect");
    const { page, problems } = opened;
    await see(page.getByRole("heading", { level: 2 })).toHaveCount(targets.length);
    for (const { title, block } of targets) {
      const region = page.getByRole("region", { name: title, exact: true });
      const fold = region.getByText("Show how");
      if ((await fold.count()) > 0) await fold.click();
      await region.getByRole("button", { name: "Copy" }).click();
      await see(page.getByRole("status").filter({ hasText: `Block for ${title} copied.` })).toBeAttached();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(block);
    }
    expect(problems).toEqual([]);
  });

  it("is reached from the header, with the focus on its heading", async () => {
    await using opened = await openPage(stage.browser, stage.host);
    const { page } = opened;
    await page.getByRole("link", { name: "Connect", exact: true }).press("Enter");
    await see(page).toHaveTitle("Connect an assistant · Kibitz");
    await see(page.getByRole("heading", { level: 1 })).toBeFocused();
    await see(page.getByRole("link", { name: "Connect", exact: true })).toHaveAttribute("aria-current", "page");
  });

  it("lets the keyboard skip the header", async () => {
    await using opened = await openPage(stage.browser, stage.host, "/connect");
    const { page } = opened;
    await see(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.keyboard.press("Tab");
    await see(page.getByRole("link", { name: "Skip to the page" })).toBeFocused();
    await page.keyboard.press("Enter");
    await see(page.getByRole("main")).toBeFocused();
  });

  for (const scheme of schemes)
    it(`has nothing serious for axe, and fits (${scheme})`, async () => {
      await using opened = await openPage(stage.browser, stage.host, "/connect", { scheme, width: 400 });
      const { page } = opened;
      await see(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
      expect(await seriousFindings(page)).toEqual([]);
      expect(await overflows(page)).toBe(false);
      // The header stands in one line, on a phone as well.
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await overflows(page)).toBe(false);
      expect(await page.locator(".header a, .header button").evaluateAll(severalLines)).toEqual([]);
      await see(page.getByRole("button", { name: "New game" })).toBeVisible();
    });
});

/** The texts of those that are broken into more than one line. */
const severalLines = (elements: readonly Element[]) =>
  elements
    .filter((element) => {
      const range = document.createRange();
      range.selectNodeContents([...element.querySelectorAll("span")].at(-1) ?? element);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
    })
    .map(({ textContent }) => textContent);
