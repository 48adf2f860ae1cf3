import { join } from "node:path";
import { parseArgs } from "node:util";
import { changedParts, columnsOf, snapshotOf } from "../src/main/league/snapshot.ts";
import { openSqliteStore } from "../src/main/store/sqlite/store.ts";
import { callModern, modernHeaders, modernRequest, postRaw } from "../test/journeys/raw.ts";
import { personAt } from "../test/support/person.ts";
import { tempDir } from "../test/support/temp-dir.ts";
import { largeLeague } from "./large-league.ts";
import { createTally, type Tally } from "./tally.ts";
import { startVictim } from "./victim.ts";

// `npm run attack -- large-leagues [--entrants 512 --rounds 252]`: asks the built host for all that there is of a large
// league, and has it pair one more round. The event loop may not stand still over any of it.

const id = "9999";
/** Milliseconds: pieces of work of some 10, one that is longer by its nature, and the garbage of all. */
const LONGEST_STALL_MS = 150;

/** Puts a league into a data folder that no host has open yet. */
async function keep(dataDir: string, entrants: number, rounds: number): Promise<void> {
  const league = largeLeague(id, entrants, rounds);
  const store = openSqliteStore(join(dataDir, "kibitz.db"));
  const kept = await store.commit(
    [
      {
        aggregate: "league",
        id,
        expectedVersion: 0,
        snapshot: snapshotOf(league),
        columns: columnsOf(league),
        parts: changedParts(null, league),
        events: [{ type: "leagueCreated", name: league.name, game: league.settings.game, seed: league.settings.seed }],
      },
    ],
    Date.now(),
  );
  await store.close();
  if (!kept.ok) throw new Error(kept.message);
}

export interface LargeLeagueAttack {
  readonly dir: string;
  readonly tally: Tally;
  readonly entrants: number;
  readonly rounds: number;
  readonly stallMs?: number;
}

export async function attackLargeLeague({ dir, tally, entrants, rounds, stallMs }: LargeLeagueAttack): Promise<void> {
  await keep(dir, entrants, rounds);
  const victim = await startVictim(dir, tally, {}, stallMs ?? LONGEST_STALL_MS);
  const person = personAt(victim);
  const place = { ...victim, mcp: `${victim.mcp}?toolsets=all` };
  const matches = rounds * Math.floor(entrants / 2);
  const expect = (what: string, holds: boolean) => {
    tally.count(what);
    if (!holds) tally.fail(`${what}: not all of it came`);
  };
  try {
    const address = `/api/leagues/${id}`;
    const told = (body: { rounds: readonly { matches: readonly unknown[] }[] }) =>
      body.rounds.reduce((sum, each) => sum + each.matches.length, 0);
    const all = await person.get(address);
    expect("the whole of it", told(all.body) === matches && all.body.crosstable.length === entrants);
    const last = await person.get(`${address}?rounds=last`);
    expect("what its page shows", last.body.standings.length === entrants && told(last.body) <= 5_000);
    const first = await person.get(`${address}/rounds/1`);
    expect("its first round", first.body.matches.length === Math.ceil(entrants / 2));
    expect("an entrant", (await person.get(`${address}/entrants/1`)).body.games.length === rounds);
    expect("the table as CSV", (await person.get(`${address}/csv`)).body.split("\r\n").length === entrants + 2);
    expect("a tournament report", (await person.get(`${address}/trf`)).body.split("\n001 ").length === entrants + 1);
    expect("a page to keep", (await person.get(`${address}/html`)).body.split("<tr").length > matches);
    expect("its games", (await person.get(`${address}/pgn`)).status === 400);
    expect("the rating list", (await person.get("/api/ratings?game=tic-tac-toe")).status === 200);
    expect("the list of leagues", (await person.get("/api/leagues")).body.leagues.length === 1);
    const shown = await callModern(place, "getLeague", { league_id: id, from_round: 1 });
    expect("a part of it for an agent", shown.message.result.structuredContent.rounds.length > 0);
    const uri = `kibitz://leagues/${id}`;
    const asked = JSON.stringify(modernRequest("resources/read", { uri }));
    const read = await postRaw(place, asked, modernHeaders("resources/read", uri));
    const resource = JSON.parse(read.message.result.contents[0].text);
    expect("the resource", resource.standings.length === entrants && told(resource) <= 1_000 + entrants);
    // All others would be asked for from here on, and are not to be slower for it.
    const resumed = await person.post(`${address}/resume`);
    expect(
      "its next pairings",
      resumed.body.round === rounds + 1 && told({ rounds: resumed.body.rounds.slice(-1) }) > 0,
    );
    for (let version = 0, status = ""; status !== "complete"; ) {
      const { body } = await person.get(`${address}/progress?after=${version}`);
      ({ version, status } = body);
    }
    expect("its end", (await person.get(`${address}?rounds=last`)).body.champion !== null);
    victim.inspect();
  } finally {
    await victim.stop();
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { entrants: { type: "string", default: "512" }, rounds: { type: "string", default: "252" } },
  });
  const tally = createTally();
  using dir = tempDir();
  await attackLargeLeague({
    dir: dir.path,
    tally,
    entrants: Number(values.entrants),
    rounds: Number(values.rounds),
  });
  console.log(tally.table());
  process.exitCode = tally.failures.length > 0 ? 1 : 0;
}
