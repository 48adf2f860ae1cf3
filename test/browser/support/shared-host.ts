import type { Browser } from "@playwright/test";
import { afterAll, beforeAll } from "vitest";
import { type HostLine, type HostProcess, startHost } from "../../support/host-process.ts";
import { type Person, personAt } from "../../support/person.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { joinChromium } from "./windows.ts";

export interface Stage {
  readonly host: HostProcess;
  readonly browser: Browser;
  readonly person: Person;
}

/** A host for the tests of one file, with these variables, and the browser of many. */
export function useStage(env: Record<string, string> = {}): Stage {
  const folder = tempDir();
  let host: HostProcess;
  let browser: Browser;
  beforeAll(async () => {
    // Not side by side: a program's temporary files do not belong among the browser's.
    browser = await joinChromium();
    host = await startHost(folder.path, env);
    // Nobody is there to see how it thinks.
    await putSettings(host, { reply_ms: 0 });
  });
  afterAll(async () => {
    await host.stop();
    folder[Symbol.dispose]();
  });
  return {
    get host() {
      return host;
    },
    get browser() {
      return browser;
    },
    get person() {
      return personAt(host);
    },
  };
}

/** Sets a table through the API and answers with its number. */
export async function setUpGame(person: Person, game: object): Promise<string> {
  const { status, body } = await person.post("/api/games", { game: "chess", ...game });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.game_id;
}

/** Two people at one table: nothing moves by itself there. */
export const people = (white = "Ada", black = "Grace") => ({
  players: { white: { kind: "human", name: white }, black: { kind: "human", name: black } },
});

/** Changes settings behind the page's back. */
export async function putSettings({ url, token }: HostLine, change: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const { ok } = await fetch(`${url}/api/settings`, { method: "PUT", headers, body: JSON.stringify(change) });
  if (!ok) throw new Error("the settings were refused");
}
