import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { z } from "zod";
import { launchChromium } from "../../test/browser/support/chromium.ts";
import { chatBoardSize } from "../../test/chat-board/page-size.ts";
import { firstPageSize } from "../../test/support/first-page.ts";
import { projectDir, startHost } from "../../test/support/host-process.ts";
import { eventsOf, personAt } from "../../test/support/person.ts";
import { tempDir } from "../../test/support/temp-dir.ts";
import type { Figure, Section } from "../section.ts";
import { openGames } from "../support/games-at.ts";
import { longGame } from "../support/long-game.ts";
import { frames, signedIn } from "../support/looking.ts";
import { median } from "../support/measure.ts";

const MOVES = 60;
const LONG_PLIES = 1_000;
const STARTS = 5;
const STORED = [10, 10_000] as const;
/** How many games are put into the database at once; they share commits. */
const AT_ONCE = 500;

/** The times at which a person sees something. Needs the built pages and a Chromium. */
export const pages: Section = {
  name: "pages",
  title: "The pages: a move on the board, the first look, and their size",
  run: async (say) => {
    const browser = await launchChromium();
    try {
      say("a move on the board");
      const painted = await moveToPaint(browser);
      const looks: Figure[] = [];
      let few: number | null = null;
      for (const stored of STORED) {
        say(`first look at ${stored} games`);
        const look = await firstLook(browser, stored);
        const against = few === null ? null : { name: `${STORED[0]} games`, value: few };
        looks.push({ name: `start to the first cards, ${stored} stored games`, value: look, unit: "ms", against });
        few ??= look;
      }
      say("walking through a long game");
      return [...painted, ...(await stepToPaint(browser)), ...looks, ...sizes()];
    } finally {
      await browser.close();
    }
  },
};

/** From the moment the host decides on a move, the commit included, until the frame that shows it, and what that takes. */
async function moveToPaint(browser: Browser): Promise<readonly Figure[]> {
  using dir = tempDir();
  await using host = await startHost(dir.path);
  const person = personAt(host);
  const human = { kind: "human" };
  const { body } = await person.post("/api/games", { players: { white: human, black: human } });
  const page = await signedIn(browser, host.url, host.token);
  const bare = await frames(page);
  await page.goto(`${host.url}/game/${body.game_id}`);
  await page.locator('.game[data-ply="0"]').waitFor();
  const took: number[] = [];
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/api/")) asked += 1;
  });
  for (const [index, move] of longGame().slice(0, MOVES).entries()) {
    const seen = page.evaluate(paintOfPly, index + 1);
    const played = await person.post(`/api/games/${body.game_id}/moves`, { move });
    const decided = Date.parse(played.body.history.at(-1).at);
    took.push((await seen) - decided);
  }
  await page.context().close();
  const event = await eventOfPly(host, MOVES);
  const sorted = took.toSorted((a, b) => a - b);
  const against = { name: "two frames of an empty page", value: bare };
  return [
    { name: "committed move to painted board, median", value: median(took), unit: "ms", against },
    {
      name: "committed move to painted board, 95th percentile",
      value: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN,
      unit: "ms",
      against,
    },
    { name: "what a watching page asks for a move", value: asked / MOVES, unit: "requests", against: null },
    { name: "what it is told of a move", value: event / 1024, unit: "KiB", against: null },
  ];
}

/** From a key that walks through a game of a thousand plies until the frame after the one that shows the next position. */
async function stepToPaint(browser: Browser): Promise<readonly Figure[]> {
  using dir = tempDir();
  await using host = await startHost(dir.path);
  const pgn = Array.from({ length: LONG_PLIES / 4 }, () => "Nf3 Nf6 Ng1 Ng8").join(" ");
  const { body } = await personAt(host).post("/api/import", { pgn: `${pgn} *` });
  const page = await signedIn(browser, host.url, host.token);
  const bare = await frames(page);
  // The engine's judgement of the current position arrives at any time, and is not part of the step.
  await page.route("**/api/**/analysis**", (route) => route.abort());
  const places = [
    { where: "in a game", path: `/game/${body.game_id}`, list: ".moves-list" },
    {
      where: "on the analysis board, in a tree",
      path: `/analysis?game=${body.game_id}&ply=${LONG_PLIES}`,
      list: ".line-tree",
    },
  ];
  const figures: Figure[] = [];
  for (const { where, path, list } of places) {
    await page.goto(host.url + path);
    await page.locator(`${list} [aria-current="step"]`).waitFor();
    const took: number[] = [];
    for (let step = 0; step < MOVES; step += 1) took.push(await page.evaluate(paintOfStep, list));
    const name = `a step ${where} of ${LONG_PLIES} plies, key to paint`;
    figures.push({
      name,
      value: median(took),
      unit: "ms",
      against: { name: "two frames of an empty page", value: bare },
    });
  }
  await page.context().close();
  return figures;
}

/** Runs in the page: how long it takes to the frame after the one in which another move of the list is the current one. */
function paintOfStep(list: string): Promise<number> {
  return new Promise((resolve) => {
    const current = () => document.querySelector(`${list} [aria-current='step']`);
    const from = current();
    const began = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true, cancelable: true }));
    const look = () => {
      if (current() === from) return void requestAnimationFrame(look);
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)));
    };
    look();
  });
}

/** The size of the event that brings a page a move, in bytes. */
async function eventOfPly(host: Parameters<typeof eventsOf>[0], ply: number): Promise<number> {
  for await (const { data } of eventsOf(host, "0"))
    if (data.event?.type === "movePlayed" && data.event.ply === ply) return Buffer.byteLength(JSON.stringify(data));
  throw new Error("the event stream ended");
}

/** Runs in the page: the time, in milliseconds since 1970, of the frame after the one in which a ply was drawn. */
function paintOfPly(ply: number): Promise<number> {
  return new Promise((resolve) => {
    const root = document.querySelector(".game");
    const look = () => {
      if (Number(root?.getAttribute("data-ply")) < ply) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now())));
    };
    const observer = new MutationObserver(look);
    if (root) observer.observe(root, { attributes: true });
    look();
  });
}

/** From starting the host's process until a page that opens at once shows its first cards. */
async function firstLook(browser: Browser, stored: number): Promise<number> {
  using dir = tempDir();
  await fill(join(dir.path, "kibitz.db"), stored);
  const took: number[] = [];
  // The first start fills the caches.
  for (let run = 0; run <= STARTS; run += 1) {
    const began = performance.now();
    await using host = await startHost(dir.path);
    const page = await signedIn(browser, host.url, host.token);
    await page.locator(".card .card-board").first().waitFor();
    if (run > 0) took.push(performance.now() - began);
    await page.context().close();
  }
  return median(took);
}

/** Finished games, and one that is being played: the dashboard opens on what is live. */
async function fill(path: string, games: number): Promise<void> {
  const { games: liveGames, close } = openGames(path);
  const person = { kind: "human", name: "Somebody", settings: {}, connection: null } as const;
  const one = async (goesOn = false) => {
    const made = await liveGames.create({
      kind: "chess",
      players: [person, person],
      options: {},
      clock: null,
      legalMoves: "shown",
      rematchOf: null,
    });
    if (made.ok && !goesOn) await liveGames.resign(made.value.state.id, "white");
  };
  for (let done = 0; done < games; done += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, games - done) }, () => one()));
  await one(true);
  await close();
}

function sizes(): readonly Figure[] {
  const folder = join(projectDir, "out");
  const gzipped = (name: string) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length / 1024;
  // The folder has files of earlier builds too.
  const built = z.array(z.string()).parse(JSON.parse(readFileSync(join(folder, "files.json"), "utf8")));
  const scripts = built.filter((name) => /^renderer\/assets\/.*\.js$/.test(name));
  const all = scripts.reduce((sum, name) => sum + gzipped(name), 0);
  return [
    { name: "scripts of the first page, gzipped", value: firstPageSize() / 1024, unit: "KiB", against: null },
    { name: "scripts of all pages, gzipped", value: all, unit: "KiB", against: null },
    {
      name: "chat board, whole page, gzipped",
      value: chatBoardSize("chess").gzipped / 1024,
      unit: "KiB",
      against: null,
    },
  ];
}
