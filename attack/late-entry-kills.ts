import { deepStrictEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { LeagueDetail } from "../src/shared/leagues.ts";
import { openPlayer } from "../test/league-v1/written-elsewhere/player.ts";
import { startHost } from "../test/support/host-process.ts";
import { personAt } from "../test/support/person.ts";
import { seeded } from "../test/support/seeded.ts";
import { heldAgainstGames } from "./league-results.ts";

/** The outcome of Swiss leagues that players' servers entered late, while their hosts were killed. */
export interface LateEntryKills {
  readonly kills: number;
  readonly leagues: number;
  /** Registrations that a host confirmed. */
  readonly confirmed: number;
  /** Registrations whose answer a kill took away, and that were sent again. */
  readonly unanswered: number;
  /** Entrants by the number of rounds that they had missed. */
  readonly missed: Readonly<Record<number, number>>;
}

/** Kills that a league lives through at the most; the next one is another. */
const KILLS_OF_ONE = 20;
/** Longest that a host runs before it is killed, in milliseconds. */
const LONGEST_LIFE_MS = 600;
const ROUNDS = 7;
const LAST_ENTRY = 5;

/**
 * Has hosts killed without warning at random moments while player servers enter a running Swiss league late. Throws where
 * a confirmed entry is lost, is there twice, has other missed rounds than it was confirmed with, or is not paired.
 */
export async function killLateEntries(dir: string, kills: number, seed: number): Promise<LateEntryKills> {
  const random = seeded(seed);
  const sum = { kills: 0, leagues: 0, confirmed: 0, unanswered: 0, missed: {} as Record<number, number> };
  while (sum.kills < kills) {
    const place = join(dir, `late-${sum.leagues}`);
    const players = await Promise.all(
      Array.from({ length: KILLS_OF_ONE }, (_, at) => openPlayer({ name: `Late ${at + 1}` })),
    );
    const waiting = [...players];
    const confirmed = new Set<string>();
    let id = "";
    let status = "running";
    try {
      for (let kill = 0; kill < Math.min(KILLS_OF_ONE, kills) && status === "running"; kill += 1) {
        const host = await startHost(place);
        const person = personAt(host);
        if (id === "") {
          const made = await person.post("/api/leagues", { ...league, seed: Math.floor(random() * 1_000_000) });
          equal(made.status, 201, JSON.stringify(made.body));
          id = made.body.league_id;
          await person.post(`/api/leagues/${id}/start`);
        } else if ((await person.get(`/api/leagues/${id}/progress`)).body.status === "paused")
          await person.post(`/api/leagues/${id}/resume`);
        const [next] = waiting;
        const entry = next
          ?.register(`${host.url}/league.v1`, id, { authorization: `Bearer ${host.agentToken}` })
          .catch(() => null);
        await delay(random() * LONGEST_LIFE_MS);
        await host.kill();
        const answer = await entry;
        sum.kills += 1;
        if (next && answer?.["success"] === true) {
          confirmed.add(next.name);
          waiting.shift();
        } else if (answer === null) sum.unanswered += 1;
        else if (answer && answer["success"] !== true) {
          const reason = String(answer["error"]);
          // The answer to its registration was lost, and not the registration: it hears its token with its first match.
          if (next && /this player is registered/.test(reason)) confirmed.add(waiting.shift()?.name ?? "");
          else if (/no longer|until round|is over|is complete/.test(reason)) waiting.length = 0;
          else throw new Error(`${next?.name} was refused: ${JSON.stringify(answer)}`);
        }
        status = statusOn(place, id);
      }
      await using host = await startHost(place);
      const person = personAt(host);
      const report = await finished(person, id);
      await heldAgainstGames(person, report);
      const names = report.field.map(({ name }) => name);
      equal(new Set(names).size, names.length, `league ${id}: an entrant twice`);
      for (const name of confirmed) {
        const entrant = report.field.find((each) => each.name === name);
        ok(entrant?.late, `league ${id}: ${name} was confirmed, and is not there`);
        sum.missed[entrant.late.rounds] = (sum.missed[entrant.late.rounds] ?? 0) + 1;
        for (const { round, matches } of report.rounds)
          equal(
            matches.filter(({ a, b }) => a === name || b === name).length,
            round > entrant.late.rounds ? 1 : 0,
            `league ${id}: ${name} in round ${round}, after ${entrant.late.rounds} missed`,
          );
      }
      deepStrictEqual(report.rounds.length, ROUNDS, `league ${id}: other rounds`);
      sum.confirmed += confirmed.size;
    } finally {
      await Promise.all(players.map((player) => player.close()));
    }
    sum.leagues += 1;
  }
  return sum;
}

const league = {
  name: "Late",
  game: "odd-even",
  options: { rounds: 9 },
  games_per_match: 6,
  format: "swiss",
  rounds: ROUNDS,
  late_entries: { rounds: LAST_ENTRY, worth: "half" },
  players: 6 + KILLS_OF_ONE,
  entrants: Array.from({ length: 6 }, (_, at) => ({ kind: "strategy", name: `Random ${at + 1}`, strategy: "random" })),
  clock: { initial_seconds: 60 },
  move_seconds: 60,
};

async function finished(person: ReturnType<typeof personAt>, id: string): Promise<LeagueDetail> {
  for (let version = 0; ; ) {
    const { body } = await person.get(`/api/leagues/${id}/progress?after=${version}`);
    if (body.status === "complete") return (await person.get(`/api/leagues/${id}`)).body;
    if (body.status === "paused") await person.post(`/api/leagues/${id}/resume`);
    version = body.version;
  }
}

function statusOn(dir: string, id: string): string {
  using db = new DatabaseSync(join(dir, "kibitz.db"), { readOnly: true });
  return db.prepare("SELECT status FROM leagues WHERE id = ?").get(id)?.["status"] === "finished" ? "over" : "running";
}
