import { createHash, randomBytes } from "node:crypto";
import type { z } from "zod";
import { definitionOf, findDefinition } from "../../games/register.ts";
import { formatThat } from "../../shared/formats/register.ts";
import { describeIssues } from "../../shared/issues.ts";
import { matchSettings } from "../../shared/league-settings.ts";
import { accept, invalid, type Result, refuse, type ValueOf } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import { createAuthority } from "../games/authority.ts";
import { createGames, type Games } from "../games/games.ts";
import type { GameUpdate, LiveGame } from "../games/live-game.ts";
import * as machine from "../league/machine/league.ts";
import { usualSettings } from "../league/request.ts";
import { openLeagueServices } from "../league/services.ts";
import { createSupervisor } from "../players/supervisor.ts";
import { createUnattendedPlay } from "../players/unattended-play.ts";
import { openSqliteStore } from "../store/sqlite/store.ts";
import { endpointDriver } from "./driver.ts";
import type { Endpoints } from "./endpoints.ts";
import { createMessenger } from "./messenger.ts";
import type { matchAssign, matchResult } from "./protocol.ts";
import { serverEntrant } from "./registrar.ts";

export type Assignment = z.infer<typeof matchAssign>;
/** A referee's report of a match. */
export type MatchReport = Pick<z.infer<typeof matchResult>, "match_id" | "winner_id" | "score" | "games"> & {
  readonly termination: string;
};

/** The state of a refereed match, in terms of `league.v1`. */
export type MatchState = "WAITING_ACCEPTS" | "GAME_RUNNING" | "WAITING_MOVES" | "RESOLVING_ROUND";

/** A match of a league elsewhere that is run here. */
export type RemoteMatch = ValueOf<ReturnType<typeof runRemoteMatch>>;

/**
 * Runs a match for a league elsewhere, as a league of its own with only this match, and the whole part of a referee:
 * games, time limits, invitations, messages. Refuses with `INVALID_ARGUMENT` a match that cannot be played here.
 */
export async function runRemoteMatch(
  assignment: Assignment,
  options: {
    /** The referee's signature: `referee:ID`. */
    readonly sender: string;
    /** Called with each state of the match; `game` once there is one. */
    readonly onState: (state: MatchState, game?: string) => void;
    readonly endpoints: Endpoints;
    readonly log: Log;
    readonly now: () => number;
  },
) {
  const { sender, endpoints, log, now, onState } = options;
  const planning = assignedLeague(assignment, now());
  if (!planning.ok) return planning;
  const league = planning.value;
  await using handles = new AsyncDisposableStack();
  const closing = <T extends { close(): Promise<void> | void }>(part: T): T =>
    handles.adopt(part, async () => part.close());
  const store = closing(openSqliteStore(":memory:"));
  const secret = randomBytes(32).toString("hex");
  const games = closing(createGames({ store, authority: createAuthority(secret), log, now }));
  const own = [assignment.player1_info, assignment.player2_info].map(({ auth_token = "" }) => auth_token);
  const tokens = { tokenOf: ({ number }: { readonly number: number }) => own[number - 1] ?? "" };
  const driver = endpointDriver({ endpoints, tokens, mayCall: async () => true, sender, now });
  const services = closing(
    openLeagueServices({
      store,
      games,
      secret,
      log,
      now,
      random: Math.random,
      connections: { isOpen: () => true, lookUp: async () => {} },
      scorer: async () => refuse("ENGINE_FAILED", "no engine looks on here"),
      runs: createUnattendedPlay({ drivers: () => null, now }),
      players: { endpoints, findKey: async () => invalid("there is no key here"), engines: () => [] },
    }),
  );
  const { givenUp, ruledFrom, leagues } = services;
  const elsewhere = { matchId: assignment.match_id, sender };
  closing(createMessenger({ league: services, games, endpoints, tokens, elsewhere, log, now }));
  closing(createSupervisor({ games, drivers: () => driver, givenUp, ruledFrom, log, now }));
  await services.recover();
  const over = Promise.withResolvers<MatchReport | null>();
  let current: LiveGame | null = null;
  games.listen((news) => {
    current = news.game;
    for (const state of statesIn(news)) onState(state, news.game.state.id);
  });
  leagues.listen(({ value: { league: current } }) => {
    if (current.current[0]?.status === "invited") onState("WAITING_ACCEPTS");
    if (machine.isOver(current)) void reportOf(current, games, assignment.match_id).then(over.resolve, over.reject);
  });
  const adoption = await leagues.adopt(league);
  const beginning = adoption.ok ? await leagues.asDirector.act(league.id, { type: "tick" }) : adoption;
  if (!beginning.ok) return beginning;
  const stack = handles.move();
  return accept({
    /** Resolves once it is over; null where it was closed before. */
    report: over.promise,
    /** The moves so far of the game under way, as a `matchProgress`; null before the first game. */
    progress: () =>
      current && {
        game_number: current.state.league?.game ?? 1,
        moves: current.moves.map(({ seat, code }) => ({ role: seat, move: code })),
      },
    close: async () => {
      over.resolve(null);
      await stack.disposeAsync();
    },
  });
}

/** A league with one match, which is about to begin, under the settings of an assignment. */
export function assignedLeague(assignment: Assignment, now: number): Result<machine.League> {
  const { league_id, match_id, settings, seed = "" } = assignment;
  const { needs_winner, decider } = settings;
  const definition = findDefinition(assignment.game);
  if (!definition) return invalid(`game: there is no game ${JSON.stringify(assignment.game.slice(0, 40))}`);
  const options = definition.options.safeParse(settings.options);
  if (!options.success) return invalid(`settings: options: ${describeIssues(options.error)}`);
  const number = Number(/m(\d{1,9})$/.exec(match_id)?.[1] ?? 1);
  const own: machine.LeagueSettings = {
    ...usualSettings(definition),
    ...matchSettings.parse(settings),
    options: { ...definition.usualOptions, ...options.data },
    format: formatThat(needs_winner).name,
    decider: needs_winner ? levelDeciderOf(decider) : null,
    concurrency: 1,
    most_by_lot: 1,
    max_entrants: 2,
    secret: createHash("sha256").update(String(seed)).digest("hex"),
  };
  return accept({
    ...machine.newLeague({ id: league_id, name: league_id, settings: own, createdAt: now }),
    status: "running",
    startedAt: now,
    entrants: [assignment.player1_info, assignment.player2_info].map(
      ({ player_id, display_name, endpoint }, index): machine.Entrant => ({
        ...serverEntrant(endpoint, {}, player_id)(display_name ?? player_id),
        number: index + 1,
        status: "active",
        misses: 0,
        reserved: false,
        connection: null,
        generation: 1,
      }),
    ),
    seeds: [1, 2],
    lots: [1, 2],
    round: 1,
    current: [machine.newMatch({ number, round: 1, a: 1, b: 2 })],
  });
}

const levelDeciderOf = (decider: Assignment["settings"]["decider"]): machine.Decider => ({
  last: decider.last,
  time_odds: decider.time_odds,
  ...(decider.in_pairs ? { extra_pairs: Math.ceil(decider.extra_games / 2) } : { extra_games: decider.extra_games }),
  ...(decider.first === undefined ? {} : { first: decider.first === "player1" ? "a" : "b" }),
});

/** The states that a commit of a game brings its match to, in order. */
function statesIn({ before, game: { state }, entries }: GameUpdate): readonly MatchState[] {
  const plies = entries.flatMap(({ event }) => (event.type === "movePlayed" ? [event.ply] : []));
  const rounds = definitionOf(state.kind).rounds?.past(state.position) ?? [];
  if (state.outcome) return ["RESOLVING_ROUND"];
  if (before === null) return ["GAME_RUNNING", "WAITING_MOVES"];
  if (rounds.some(({ ply }) => plies.includes(ply))) return ["RESOLVING_ROUND", "GAME_RUNNING", "WAITING_MOVES"];
  return plies.length > 0 ? ["GAME_RUNNING", "WAITING_MOVES"] : [];
}

/** The result of the match of such a league. */
async function reportOf(league: machine.League, liveGames: Pick<Games, "get">, match_id: string): Promise<MatchReport> {
  const [match] = league.current;
  const result = match?.result;
  if (!match || !result) return { match_id, winner_id: null, termination: "unfinished", games: [] };
  const [a, b] = [machine.entrantOf(league, match.a), machine.entrantOf(league, match.b ?? 0)];
  const idOf = (entrant: machine.Entrant | null) => (entrant ? machine.publicId(entrant) : "");
  const games = await Promise.all(
    match.games.map(async ({ id, result: how }) => {
      const game = await liveGames.get(id);
      const moves = game.ok ? game.value.moves : [];
      return {
        termination: how?.termination ?? "unfinished",
        // An answer stays in the record of the host that asked for it: a report of many would be too long.
        moves: moves.map(({ seat, code, ms, effort, metadata }) => ({
          role: seat,
          move: code,
          ms,
          effort: effort && { ...effort, answer: undefined, votes: undefined },
          metadata,
        })),
      };
    }),
  );
  return {
    match_id,
    // The league that assigned the match draws its own lots.
    winner_id: result.winner === null || result.lot ? null : idOf(result.winner === "a" ? a : b),
    score: { [idOf(a)]: result.score[0], [idOf(b)]: result.score[1] },
    termination: result.termination,
    games,
  };
}
