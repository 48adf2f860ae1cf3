import type { GameEvent } from "../src/shared/events.ts";
import type { LeagueEvent } from "../src/shared/league-events.ts";
import type { LeagueReport } from "../src/shared/leagues.ts";
import type { Person } from "../test/support/person.ts";
import type { Cluster } from "../test/support/postgres.ts";
import { heldAgainstGames } from "./league-results.ts";
import type { Tally } from "./tally.ts";

/** Longest that a flag may hang while nothing is struck, in milliseconds: a lease that ends, and whoever takes over. */
const LATE_MS = 12_000;
/** Milliseconds by which the moments that two hosts tell may differ: they measure the database's clock. */
const APART_MS = 250;

/** When somebody was struck, by this machine's clock, which is the database's: from the strike until all is there again. */
export interface Strike {
  readonly from: number;
  readonly until: number;
}

type Entry<Event> = { readonly seq: number; readonly at: number; readonly event: Event };

/** Reads everything that is in the database, whoever asked for it, and says what cannot be so. */
export async function audit(
  cluster: Cluster,
  tally: Tally,
  flags: ReadonlySet<string>,
  strikes: readonly Strike[],
): Promise<void> {
  const games = await logs<GameEvent>(cluster, "game_id");
  const versions = new Map(
    (await cluster.ask("SELECT id, version, status FROM s1.games")).map(({ id, ...row }) => [String(id), row]),
  );
  for (const [id, log] of games) {
    const wrong = (what: string) => tally.fail(`${what} in game ${id}: ${log.map(wordOf).join("; ")}`);
    const row = versions.get(id);
    const overs = log.filter(({ event }) => event.type === "gameOver").length;
    if (log.some(({ seq }, index) => seq !== index + 1) || Number(row?.["version"]) !== log.length) wrong("a gap");
    if (overs !== (row?.["status"] === "finished" ? 1 : 0)) wrong(`${overs} ends`);
    if (flags.has(id) && overs !== 1) wrong("a flag that did not fall");
    if (log.some(({ at }, index) => at < (log[index - 1]?.at ?? 0) - APART_MS)) wrong("time that runs backwards");
    const plies = pliesOf(log);
    if (plies.some((ply, index) => ply !== index + 1)) wrong("a move twice");
    const late = latenessOf(log, strikes);
    if (late === null) continue;
    tally.count("clocks that fell");
    if (late.ms > 7_000) tally.count("clocks that fell more than 7 s late, strikes or not");
    if (late.ms < -APART_MS || late.inPeace > LATE_MS)
      wrong(`a flag that fell ${late.ms} ms after its time, ${late.inPeace} of them without a strike`);
  }
  tally.count("games looked through", games.size);
  for (const [id, log] of await logs<LeagueEvent>(cluster, "league_id")) {
    const paired = log.flatMap(({ event }) => (event.type === "roundPaired" ? [event.round] : []));
    const reported = log.flatMap(({ event }) => (event.type === "gameReported" ? [event.game] : []));
    if (new Set(paired).size !== paired.length) tally.fail(`league ${id} paired a round twice: ${paired.join(", ")}`);
    if (new Set(reported).size !== reported.length) tally.fail(`league ${id} took a result twice`);
  }
}

/** Holds what a league says at its end against the records of its games, and the points of its table against its matches. */
export async function auditLeague(person: Person, id: string, tally: Tally): Promise<void> {
  const report: LeagueReport = (await person.get(`/api/leagues/${id}`)).body;
  if (report.status !== "complete") return tally.fail(`league ${id} is ${report.status}`);
  await heldAgainstGames(person, report);
  for (const { name, played, won, drawn, lost } of report.standings) {
    const matches = report.rounds
      .flatMap((round) => round.matches)
      .filter(({ a, b }) => b !== null && [a, b].includes(name));
    const own = [
      matches.length,
      matches.filter(({ winner }) => winner === name).length,
      matches.filter(({ winner }) => winner === null).length,
      matches.filter(({ winner }) => winner !== null && winner !== name).length,
    ];
    if (String(own) !== String([played, won, drawn, lost]))
      tally.fail(`league ${id}: ${name} stands with ${[played, won, drawn, lost]}, its matches make ${own}`);
  }
  tally.count("leagues held against their games");
}

/** Leagues that are not over, with their last events and their games, and who has which lease. */
export async function whatGoesOn(cluster: Cluster): Promise<string> {
  const told = {
    leagues: `SELECT id, version, (SELECT json_agg(last) FROM (
        SELECT to_timestamp(at / 1000) AS at, body::json FROM s1.events
        WHERE league_id = leagues.id ORDER BY seq DESC LIMIT 12) AS last) AS events
      FROM s1.leagues WHERE status <> 'finished'`,
    games: `SELECT id, version, plies, (SELECT json_agg(last) FROM (
        SELECT to_timestamp(at / 1000) AS at, body::json FROM s1.events
        WHERE game_id = games.id ORDER BY seq DESC LIMIT 6) AS last) AS events
      FROM s1.games WHERE status <> 'finished' AND league_id IS NOT NULL`,
    leases: "SELECT key, holder, epoch, expires_at FROM s1.leases WHERE expires_at > clock_timestamp()",
    standstills: "SELECT since, until FROM s1.standstills ORDER BY until DESC LIMIT 10",
    clocks: `SELECT id, version, snapshot::json -> 'clock' AS clock FROM s1.games
      WHERE status = 'live' AND league_id IS NULL AND snapshot::json -> 'clock' ->> 'since' <> '[null, null]' LIMIT 20`,
    now: "SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now",
  };
  const rows = Object.entries(told).map(async ([name, text]) => `${name}: ${JSON.stringify(await cluster.ask(text))}`);
  return (await Promise.all(rows)).join("\n");
}

async function logs<Event>(cluster: Cluster, key: "game_id" | "league_id") {
  const rows = await cluster.ask(
    `SELECT ${key} AS id, seq, at, body FROM s1.events WHERE ${key} IS NOT NULL ORDER BY ${key}, seq`,
  );
  const entries = rows.map(({ id, seq, at, body }) => ({
    id: String(id),
    entry: { seq: Number(seq), at: Number(at), event: JSON.parse(String(body)) } satisfies Entry<Event>,
  }));
  const grouped = Map.groupBy(entries, ({ id }) => id);
  return new Map([...grouped].map(([id, list]): [string, Entry<Event>[]] => [id, list.map(({ entry }) => entry)]));
}

/** The plies that stand at the end, in the order of their moves. */
function pliesOf(log: readonly Entry<GameEvent>[]): readonly number[] {
  const plies: number[] = [];
  for (const { event } of log) {
    if (event.type === "movePlayed") plies.push(event.ply);
    if (event.type === "movesTakenBack") plies.length = event.ply;
  }
  return plies;
}

/**
 * How long after its time the flag of whoever was to move fell, the time in which no host was there left out; null where
 * none did. Whoever was to see to it may be struck, and the next one, too: what counts is the longest time in peace.
 */
function latenessOf(
  log: readonly Entry<GameEvent>[],
  strikes: readonly Strike[],
): { readonly ms: number; readonly inPeace: number } | null {
  const over = log.find(({ event }) => event.type === "gameOver" && event.outcome.reason === "time");
  const last = log.findLast(({ event }) => event.type === "movePlayed");
  if (!over || last?.event.type !== "movePlayed" || !last.event.clock) return null;
  const left = last.event.clock[last.event.ply % 2] ?? 0;
  const down = log.map(({ event, seq }) => (event.type === "hostResumed" && seq > last.seq ? event.downMs : 0));
  const ms = over.at - last.at - left - down.reduce((sum, each) => sum + each, 0);
  let peace = over.at - ms;
  let inPeace = 0;
  for (const { from, until } of [...strikes, { from: over.at, until: over.at }]) {
    if (until < peace || from > over.at) continue;
    inPeace = Math.max(inPeace, from - peace);
    peace = until;
  }
  return { ms, inPeace };
}

const wordOf = ({ at, event }: Entry<GameEvent>) => {
  const more =
    event.type === "movePlayed" ? `${event.code} ${event.ply}` : event.type === "hostResumed" ? event.downMs : "";
  return `${at} ${event.type} ${more}`;
};
