import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import { openHost } from "../../src/main/host.ts";
import { openPlayer as openOurs } from "../../src/main/league-v1/programs/player.ts";
import { readStartOptions } from "../../src/main/start/start-options.ts";
import { sure } from "../live-games/support.ts";
import { personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";
import { openPlayer, type PlayerOptions } from "./written-elsewhere/player.ts";
import type { Handler } from "./written-elsewhere/wire.ts";

/** A data folder for the test that runs. */
function folderHere() {
  const dir = tempDir();
  onTestFinished(() => dir[Symbol.dispose]());
  return dir;
}

/** A whole host, with its doors, for the test that runs; in the folder of one before it where that is given. */
export async function hostHere(dir = folderHere()) {
  const settings = sure(readStartOptions(["--port", "0", "--data-dir", dir.path], { KIBITZ_WARM_UP: "0" }));
  const opened = await openHost({ settings, log: silentLog, pagesDir: null });
  if (opened.kind !== "opened") throw new Error("another host has the folder");
  const { host } = opened;
  onTestFinished(() => host.close());
  const headers = { authorization: `Bearer ${host.agentToken}` };
  const person = personAt(host);
  return {
    dir,
    url: host.url,
    token: host.token,
    agentToken: host.agentToken,
    refereeCode: readFileSync(join(dir.path, "referee.code"), "utf8").trim(),
    leagues: host.league.leagues,
    close: host.close,
    person,
    headers,
    /** Where servers register. */
    register: `${host.url}/league.v1`,
    /** A league that waits for its players. */
    league: async (request: Readonly<Record<string, unknown>>): Promise<string> =>
      String((await person.post("/api/leagues", request)).body.league_id),
    start: (id: string) => person.post(`/api/leagues/${id}/start`),
    /** The league as its page has it, once it is over. */
    over: async (id: string) => {
      for (let version = 0; ; ) {
        const { body } = await person.get(`/api/leagues/${id}/progress?after=${version}`);
        if (body.status === "complete" || body.status === "cancelled")
          return (await person.get(`/api/leagues/${id}`)).body;
        version = body.version;
      }
    },
  };
}

/** A player that was written elsewhere, gone with the test. */
export async function playerHere(options: PlayerOptions) {
  const player = await openPlayer(options);
  onTestFinished(player.close);
  return player;
}

/** One of our players, registered in a league, with what it says. */
export async function oursIn(
  url: URL,
  league: string,
  name: string,
  strategy: string,
  agentToken: string | null = null,
) {
  const said: string[] = [];
  const player = await openOurs({ name, strategy, port: 0, log: silentLog, tell: (line) => said.push(line) });
  onTestFinished(player.close);
  const papers = { playerId: randomUUID(), token: null };
  sure(await player.register({ url, agentToken }, league, papers));
  return { ...player, ...papers, said };
}

/** Moves by which black mates in chess as early as can be, for a player of either side. */
export const foolsMate: Handler = ({ game_state }) => {
  const { history } = game_state as { readonly history: readonly string[] };
  return { message_type: "MOVE_RESPONSE", move: ["f2f3", "e7e5", "g2g4", "d8h4"][history.length] };
};
