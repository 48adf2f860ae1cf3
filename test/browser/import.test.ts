import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { openPage, overflows, seriousInEitherScheme } from "./support/pages.ts";
import { see } from "./support/see.ts";
import { useStage } from "./support/shared-host.ts";

const stage = useStage();

const game = (white: string, moves: string) => `[White "${white}"]\n[Black "Guest"]\n\n${moves} *`;
const collection = [
  game("Imported One", "1. e4 {best by test} (1. d4) e5"),
  game("Refused Two", "1. e4 Ke4"),
  '[Variant "Chess960"]\n[White "Refused Three"]\n\n1. e4 *',
  game("Imported Four", "1. c4"),
].join("\n\n");

/** Drops a file onto the page, as from a file manager. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([name = "", text = ""]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name));
      return transfer;
    },
    [name, text],
  );
  await page.dispatchEvent("main", "dragover", { dataTransfer: data });
  await see(page.getByText("Drop to import the games").or(page.getByRole("dialog"))).toBeVisible();
  await page.dispatchEvent("main", "drop", { dataTransfer: data });
  await see(page.getByText("Drop to import the games")).toHaveCount(0);
}

describe("games from elsewhere", () => {
  it("games from elsewhere come in by files of many, each taken or refused with its number, and go out as one file", async () => {
    await using opened = await openPage(stage.browser, stage.host);
    const { page, problems } = opened;
    const dialog = page.getByRole("dialog", { name: "Import games" });
    await see(page.getByRole("heading", { level: 1 })).toBeVisible();
    await drop(page, "club.pgn", collection);
    await see(dialog.getByText("2 games imported, 2 games refused.")).toBeVisible();
    const imported = dialog.getByRole("list", { name: "Imported games" }).getByRole("link");
    await see(imported).toHaveText(["Imported One – Guest", "Imported Four – Guest"]);
    await see(imported.first()).toHaveAttribute("href", /^\/game\/\d+$/);
    const refused = dialog.getByRole("list", { name: "Games that were not imported" }).getByRole("listitem");
    await see(refused).toHaveText([
      /^Game 2, line 6 · Refused Two – Guest.*1\.\.\. “Ke4” cannot be played/,
      /^Game 3, line 11 · Refused Three.*this is “Chess960”/,
    ]);
    const [kept] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Save games not imported" }).click(),
    ]);
    expect(readFileSync(await kept.path(), "utf8")).toContain(
      '[White "Refused Two"]\n[Black "Guest"]\n\n1. e4 Ke4 *\n',
    );
    // A file dropped onto the report is read as well, and nothing of it is lost.
    await drop(page, "more.pgn", [game("Later One", "1. Nf3"), game("Later Two", "1. Nf6")].join("\n\n"));
    await see(dialog.getByText("3 games imported, 3 games refused.")).toBeVisible();
    await see(refused).toHaveText([
      /^Game 2 of club\.pgn, line 6/,
      /^Game 3 of club\.pgn, line 11/,
      /^Game 2 of more\.pgn, line 6 · Later Two/,
    ]);
    // Games that are here are listed, and the notes that they lack are added to them.
    await drop(
      page,
      "again.pgn",
      [game("Imported Four", "1. c4"), game("Imported One", "1. e4 {best} e5 $1")].join("\n\n"),
    );
    await see(dialog.getByText("3 games imported, 2 games already here, 3 games refused.")).toBeVisible();
    await see(refused.nth(3)).toHaveText(/^Game 1 of again\.pgn, line 1 .*It was imported before: game \d+\./);
    await see(refused.nth(4)).toHaveText(
      /^Game 2 of again\.pgn, line 6 .*It is game \d+ here, without some of these notes\./,
    );
    expect(await seriousInEitherScheme(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add the notes to 1 game" }).click();
    await see(
      dialog.getByText("3 games imported, 1 game already here, notes added to 1 game, 3 games refused."),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "Done" }).click();

    await page.getByRole("radio", { name: "Finished" }).check();
    await page.getByRole("searchbox").fill("imported");
    await see(page.locator("[data-game]")).toHaveCount(2);
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as PGN" }).click(),
    ]);
    const text = readFileSync(await saved.path(), "utf8");
    expect(text.match(/\[White "[^"]*"\]/g)?.toSorted()).toEqual(['[White "Imported Four"]', '[White "Imported One"]']);
    expect(text).toContain("1. e4 {best by test} (1. d4) 1... e5 $1 *");

    // Or those that are ticked.
    await page.getByRole("radio", { name: "Table" }).check();
    await page.getByRole("row", { name: "Imported Four" }).getByRole("checkbox").check();
    const [one] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save 1 as PGN" }).click(),
    ]);
    expect(readFileSync(await one.path(), "utf8").match(/\[White "[^"]*"\]/g)).toEqual(['[White "Imported Four"]']);
    await page.getByRole("button", { name: "Clear selection" }).click();
    expect(await seriousInEitherScheme(page)).toEqual([]);

    await page.getByRole("button", { name: "Import…" }).click();
    // A pasted text waits while files are read that are dropped beside it.
    const pasted = dialog.getByLabel("Or paste");
    await pasted.fill(game("Pasted Last", "1. b3"));
    await drop(page, "two.pgn", [game("Dropped One", "1. a3"), game("Dropped Two", "1. a4")].join("\n\n"));
    await see(dialog.getByText("2 games imported.")).toBeVisible();
    await dialog.getByRole("button", { name: "Import more" }).click();
    await see(pasted).toHaveValue(game("Pasted Last", "1. b3"));
    expect(await seriousInEitherScheme(page)).toEqual([]);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflows(page)).toBe(false);
    }
    await dialog.getByLabel("Or paste PGN").fill(game("Pasted", "1. f4"));
    await dialog.getByRole("button", { name: "Import pasted PGN" }).click();
    await see(page).toHaveURL(/\/game\/\d{4,}$/);
    // Those that were refused, and those that were here.
    expect(problems.filter((problem) => !/40[09] \((?:Bad Request|Conflict)\)/.test(problem))).toEqual([]);
  });
});
