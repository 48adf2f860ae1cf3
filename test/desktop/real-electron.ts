import { delimiter, join } from "node:path";
import { test as base, _electron as electron } from "@playwright/test";
import { projectDir } from "../support/host-process.ts";
import { tempDir } from "../support/temp-dir.ts";

export { expect } from "@playwright/test";

export type RealApplication = Awaited<ReturnType<typeof electron.launch>>;

/** Says on Linux that the desktop shows trays, as the virtual display of a test machine does not. */
const sessionBus = join(import.meta.dirname, "stand-in", "session-bus");

/** Starts the built application in real Electron, with Chromium's sandbox, as people do. */
export const launch = (dataDir: string, ...args: string[]): Promise<RealApplication> =>
  electron.launch({
    args: [projectDir, "--data-dir", dataDir, "--port", "0", ...args],
    // Playwright turns it off otherwise.
    chromiumSandbox: true,
    env: { ...process.env, PATH: `${sessionBus}${delimiter}${process.env["PATH"]}` },
  });

/** The built application in real Electron, each test with a data folder of its own. */
export const test = base.extend<{ readonly dataDir: string; readonly application: RealApplication }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  dataDir: async ({}, use) => {
    using folder = tempDir();
    await use(folder.path);
  },
  application: async ({ dataDir }, use) => {
    const application = await launch(dataDir);
    await use(application);
    await application.close();
  },
});
