import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "@playwright/test";

/** First those without a window, which cost half as much. */
const names = [
  "chromium-headless-shell",
  "chrome-headless-shell",
  ...["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"],
];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A Chromium of this machine: the one that is named, one on the PATH, an installed one, or Playwright's own. */
function findChromium(): string {
  const named = process.env["KIBITZ_CHROMIUM"];
  const ending = process.platform === "win32" ? ".exe" : "";
  const onPath = (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name + ending)));
  const found = [...(named ? [named] : []), ...onPath, ...applications, chromium.executablePath()].find(runs);
  if (found) return found;
  throw new Error(
    "No Chromium on this machine: install one with “npx playwright install chromium” (or your system's package), or name it in KIBITZ_CHROMIUM.",
  );
}

/** Starts the browser that the pages are tested in. Nobody hears what it would play, which costs as much as one hears. */
export const launchChromium = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: [
      ...["--in-process-gpu", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
      "--disable-audio-output",
      ...more,
    ],
  });
