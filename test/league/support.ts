import { silentLog } from "../../src/main/base/log.ts";
import type { LeagueGames, Leagues } from "../../src/main/league/leagues.ts";
import type { NewLeague } from "../../src/main/league/machine/decide.ts";
import type { LiveLeague } from "../../src/main/league/machine/league.ts";
import { leagueRequest, planLeague } from "../../src/main/league/request.ts";
import { type LeagueServicesOptions, openLeagueServices } from "../../src/main/league/services.ts";
import { openServers } from "../../src/main/league-v1/servers.ts";
import { createServerTokens } from "../../src/main/league-v1/tokens.ts";
import type { Driver, Drivers } from "../../src/main/players/driver.ts";
import { strategyDriver } from "../../src/main/players/drivers.ts";
import { createSupervisor } from "../../src/main/players/supervisor.ts";
import { createUnattendedPlay } from "../../src/main/players/unattended-play.ts";
import type { Store } from "../../src/main/store/store.ts";
import type { LeagueReport } from "../../src/shared/leagues.ts";
import { invalid, refuse } from "../../src/shared/result.ts";
import { runAtOnce } from "../../src/shared/steps.ts";
import { openGames, sure } from "../live-games/support.ts";
import { sharingOf } from "../support/sharing.ts";

/** The secret of leagues that are to go the same way each time. */
export const secret = "0123456789abcdef".repeat(4);

/** A plan as it is asked for; throws what is refused. */
export const planOf = (request: Readonly<Record<string, unknown>>): NewLeague =>
  sure(
    runAtOnce(
      planLeague(leagueRequest.parse({ name: "Test", game: "odd-even", seed: 7, secret, ...request }), () => 0.5),
    ),
  );

/** How a league went, without the number that it happens to have. */
export const course = ({ league_id, rounds }: LeagueReport) =>
  rounds.map(({ matches }) =>
    matches.map(({ a, b, winner, score, games }) => ({
      a,
      b,
      winner,
      score,
      games: games.map((id) => id.replace(league_id, "")),
    })),
  );

/** The results of the games themselves, without the league: points by name, and the winner by game. */
export async function recomputed(store: Store, { league_id, standings }: LeagueReport) {
  const points = new Map(standings.map(({ name }) => [name, 0]));
  const games = (await store.list({ status: "all", limit: 10_000, after: null })).filter(
    ({ columns }) => columns.league_id === league_id,
  );
  for (const { columns } of games) {
    const { first_name: first, second_name: second } = columns;
    const winner = columns.winner === null ? null : columns.winner === "odd" || columns.winner === "X" ? first : second;
    for (const name of [first, second]) {
      const worth = winner === null ? 1 : winner === name ? 3 : 0;
      points.set(name ?? "", (points.get(name ?? "") ?? 0) + worth);
    }
  }
  return { points: Object.fromEntries(points), games: games.map(({ id }) => id).toSorted() };
}
export const pointsIn = ({ standings }: LeagueReport) =>
  Object.fromEntries(standings.map(({ name, points }) => [name, points]));
export const gamesIn = ({ rounds }: LeagueReport) =>
  rounds.flatMap(({ matches }) => matches.flatMap(({ games }) => games));

/** A league as it stands at its end, once that has come; throws where it does not come in a minute. */
export async function toItsEnd(leagues: Pick<Leagues, "waitUntil">, id: string): Promise<LiveLeague> {
  const isOver = ({ league }: LiveLeague) => league.status === "complete";
  const { end, value: live } = sure(await leagues.waitUntil(id, isOver, 60_000, new AbortController().signal));
  if (!isOver(live)) throw new Error(`league ${id} is ${live.league.status} (${end})`);
  return live;
}

/** The services of leagues in which no agent goes away, no engine tells scores, no game plays itself and nobody is elsewhere. */
export const nobodyElse: Pick<LeagueServicesOptions, "scorer" | "connections" | "runs" | "players"> & {
  readonly players: { readonly endpoints: Parameters<typeof openServers>[0]["endpoints"] };
} = {
  connections: { isOpen: () => true, lookUp: async () => {} },
  runs: createUnattendedPlay({ drivers: () => null }),
  scorer: async () => refuse("ENGINE_FAILED", "there is none here"),
  players: {
    endpoints: {
      check: () => invalid("endpoint: nobody is called from here"),
      probe: async () => null,
      healthCheck: async () => ({ absence: null, status: null }),
      followStatus: async () => false,
      ask: async () => ({ content: undefined, isAnswered: false, tries: 0, failures: [] }),
    },
    findKey: async () => invalid("there is no key here"),
    engines: () => [],
  },
};

/** For leagues where nobody sees to their games. */
export const withoutGames: Pick<LeagueGames, "commitWithGames"> = { commitWithGames: () => null };

/** Live games, leagues and a director over one store, with strategies that move: a host without doors. */
export async function openLeagueHost(
  store: Store,
  clock?: () => number,
  {
    driver = strategyDriver("levels", () => 0.5),
    ...change
  }: Partial<typeof nobodyElse> & { readonly driver?: Driver } = {},
  missed: () => number = () => 0,
) {
  const place = openGames(() => ({ ...store, close: async () => {} }), {
    ...(clock ? { now: clock } : {}),
    missedMs: missed,
  });
  const { games, time } = place;
  const now = clock ?? (() => time.now);
  const drivers: Drivers = (_, { driven }) => (driven ? driver : null);
  const runs = createUnattendedPlay({ drivers, now });
  const league = openLeagueServices({
    store,
    sharing: sharingOf(store),
    games,
    secret: "secret",
    log: silentLog,
    now,
    random: Math.random,
    ...nobodyElse,
    runs,
    ...change,
  });
  const { endpoints } = change.players ?? nobodyElse.players;
  const tokens = createServerTokens("secret");
  const servers = openServers({ league, games, endpoints, tokens, refereeCode: "code", log: silentLog, now });
  const { givenUp, ruledFrom } = league;
  const supervisor = createSupervisor({ games, drivers, givenUp, ruledFrom, runs, log: silentLog });
  await games.recover();
  await league.recover();
  for (const game of games.unfinished()) supervisor.attend(game);
  return {
    games,
    time,
    ...league,
    registrar: servers.registrar,
    [Symbol.asyncDispose]: async () => {
      await servers.close();
      await league.close();
      await supervisor.close();
      await place[Symbol.asyncDispose]();
    },
  };
}
