import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { type HostProcess, startHost } from "../../support/host-process.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { type AtTheBoard, type Look, newGame, openBrowser, sitDown } from "./at-the-board.ts";

export interface TableHost {
  readonly host: HostProcess;
  readonly browser: Browser;
  // biome-ignore lint/suspicious/noExplicitAny: tests ask in the form the API describes
  newGame(game: any): Promise<string>;
  sitDown(gameId: string, look?: Look): Promise<AtTheBoard>;
  /** Makes a game and opens its page. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  newTable(game: any, look?: Look): Promise<AtTheBoard>;
}

/** A real host and a browser for all tests of a file. */
export function tableHost(): TableHost {
  const folder = tempDir();
  let opened: { readonly host: HostProcess; readonly browser: Browser } | null = null;
  const now = () => {
    if (!opened) throw new Error("the host is not open yet");
    return opened;
  };
  beforeAll(async () => {
    const [host, browser] = await Promise.all([startHost(folder.path), openBrowser()]);
    opened = { host, browser };
  }, 60_000);
  afterAll(async () => {
    await opened?.browser.close();
    await opened?.host.stop();
    folder[Symbol.dispose]();
  });
  return {
    get host() {
      return now().host;
    },
    get browser() {
      return now().browser;
    },
    newGame: (game) => newGame(now().host, game),
    sitDown: (id, look) => sitDown(now().browser, now().host, id, look),
    newTable: async (game, look) => sitDown(now().browser, now().host, await newGame(now().host, game), look),
  };
}
