import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { test as base, _electron as electron, type Page } from "@playwright/test";
import { projectDir } from "../support/host-process.ts";
import { tempDir } from "../support/temp-dir.ts";

export { expect } from "@playwright/test";

export type RealApplication = Awaited<ReturnType<typeof electron.launch>>;

/** Says on Linux that the desktop shows trays, as the virtual display of a test machine does not. */
const sessionBus = join(import.meta.dirname, "stand-in", "session-bus");

/** Another Electron than the installed one, and the application's folder for it: see scripts/test-electron.mjs. */
const { KIBITZ_TEST_ELECTRON: executablePath, KIBITZ_TEST_APP: appFolder = projectDir } = process.env;
const isSandboxed = process.env["KIBITZ_TEST_NO_SANDBOX"] !== "1";

/** The arguments of a start of the application, after the program's name. */
export const startArguments = (dataDir: string, ...args: readonly string[]): string[] => [
  appFolder,
  ...(isSandboxed ? [] : ["--no-sandbox"]),
  ...["--data-dir", dataDir, "--port", "0", ...args],
];

/** Starts the built application in real Electron, with Chromium's sandbox, as people do. */
export const launch = (dataDir: string, ...args: string[]): Promise<RealApplication> => {
  if (!isSandboxed) {
    // The dialog that says so would wait for a person.
    mkdirSync(join(dataDir, "window"), { recursive: true, mode: 0o700 });
    writeFileSync(join(dataDir, "window", "told-of-sandbox"), "");
  }
  return electron.launch({
    ...(executablePath ? { executablePath } : {}),
    args: startArguments(dataDir, ...args),
    // Playwright turns it off otherwise.
    chromiumSandbox: isSandboxed,
    env: { ...process.env, PATH: `${sessionBus}${delimiter}${process.env["PATH"]}` },
  });
};

/** The window, which opens where it is closed. */
export async function showWindow(application: RealApplication): Promise<Page> {
  const [open] = application.windows();
  if (open) return open;
  const opening = application.waitForEvent("window");
  await application.evaluate(({ app }) => app.emit("activate"));
  return opening;
}

/** Sets a table as the dashboard does; gives the game's id. */
export const createGame = (page: Page, black: string): Promise<string> =>
  page.evaluate(async (kind) => {
    const answer = await fetch("/api/games", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ players: { white: { kind: "human" }, black: { kind } } }),
    });
    return (await answer.json()).game_id;
  }, black);

interface Shared {
  readonly dataDir: string;
  readonly application: RealApplication;
}

/**
 * The built application in real Electron, which the tests of a file share: each finds its window open at the first page.
 * Tests that end the application start their own, in a folder that is gone when the test is.
 */
export const test = base.extend<{ readonly page: Page; readonly folder: string }, Shared>({
  dataDir: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      using folder = tempDir();
      await use(folder.path);
    },
    { scope: "worker" },
  ],
  application: [
    async ({ dataDir }, use) => {
      const application = await launch(dataDir);
      await use(application);
      await application.close();
    },
    { scope: "worker" },
  ],
  page: async ({ application }, use) => {
    const page = await showWindow(application);
    await page.goto("app://kibitz/");
    await use(page);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  folder: async ({}, use) => {
    using folder = tempDir();
    await use(folder.path);
  },
});
