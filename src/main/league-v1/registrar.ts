import { randomBytes } from "node:crypto";
import type { z } from "zod";
import type { Fields } from "../../shared/fields.ts";
import { describeIssues } from "../../shared/issues.ts";
import { accept, invalid, mapResult, type Refusal, type Result, refuse } from "../../shared/result.ts";
import { cleanLine } from "../../shared/text.ts";
import { isSameSecret } from "../base/derived-secrets.ts";
import { MOST_LEAGUES } from "../league/leagues.ts";
import type { LobbyEntry } from "../league/lobby.ts";
import type { LeagueCommand, NewEntrant } from "../league/machine/decide.ts";
import * as machine from "../league/machine/league.ts";
import { gameNumbered, scoreIn, winnerIn } from "../league/machine/matches.ts";
import type { LeagueServices } from "../league/services.ts";
import { ownWords } from "../players/without-secret.ts";
import type { Endpoints } from "./endpoints.ts";
import { acknowledge, messageServer } from "./message-server.ts";
import * as protocol from "./protocol.ts";
import { replayReport } from "./replay-report.ts";
import { protocolLeagueState, protocolPlayerState } from "./states.ts";
import type { ServerTokens } from "./tokens.ts";

export type Registrar = ReturnType<typeof createRegistrar>;

export interface RegistrarOptions {
  readonly league: Pick<LeagueServices, "leagues" | "lobby">;
  readonly endpoints: Pick<Endpoints, "check">;
  readonly tokens: ServerTokens;
  /** Admits referees; null where none is. */
  readonly refereeCode: string | null;
  readonly now: () => number;
}

/**
 * Handles the messages by which servers register in leagues, and referees report, as `league.v1` defines them. Refusals
 * are `{success: false, error}`: of a missing or wrong field, and as each message says.
 */
export function createRegistrar({ league: services, endpoints, tokens, refereeCode, now }: RegistrarOptions) {
  const { leagues, lobby } = services;
  /** Registers a player, or lets it come back with its token. Refuses a full or started league and a taken name. */
  const join = async (request: z.infer<typeof protocol.leagueRegisterRequest>): Promise<Result<LobbyEntry>> => {
    const { league_id, display_name, endpoint, capabilities, player_id, auth_token } = request;
    const current = await leagues.get(league_id);
    if (!current.ok) return current;
    const { entrants } = current.value.league;
    if (auth_token === undefined && entrants.some(({ profile }) => profile?.playerId === player_id))
      return invalid("player_id: this player is registered. Come back with its auth_token");
    const entrantNamed = serverEntrant(endpoint, capabilities, player_id);
    const entry = await lobby.join(league_id, display_name, auth_token, entrantNamed);
    return entry.ok && entry.value.back ? comeBack(entry.value, endpoint) : entry;
  };

  /** Lets a player come back; one that had been suspended plays on. */
  const comeBack = async ({ live, entrant }: LobbyEntry, endpoint: string): Promise<Result<LobbyEntry>> => {
    if (entrant.settings.endpoint !== endpoint)
      return invalid("endpoint: this player is called at another address. Come back at that one");
    if (entrant.status !== "suspended") return accept({ live, entrant, back: true });
    const comeback = await leagues.act(live.league.id, { type: "answer", entrant: entrant.number });
    return mapResult(comeback, (current) => ({
      live: current,
      entrant: machine.entrantOf(current.league, entrant.number) ?? entrant,
      back: true,
    }));
  };

  /** Registers a referee that the person gave the code, in one league or in all unfinished ones with referees. */
  const enlist = async (request: z.infer<typeof protocol.refereeRegisterRequest>): Promise<Result<Fields>> => {
    const { league_id, referee_id, display_name, endpoint, capabilities, auth_token, registration_code = "" } = request;
    if (!isSameSecret(registration_code, refereeCode))
      return refuse(
        "ENTRANT_REQUIRED",
        "registration_code: the person admits referees. Send the text of referee.code, a file in the data folder of this Kibitz",
      );
    const key = /^([\w-]{22})\./.exec(auth_token ?? "")?.[1] ?? randomBytes(16).toString("base64url");
    const token = tokens.refereeTokenOf({ id: referee_id, key });
    if (auth_token !== undefined && !isSameSecret(auth_token, token))
      return refuse("ENTRANT_REQUIRED", "auth_token: it is not the one that this referee was given");
    const url = endpoints.check(endpoint);
    if (!url.ok) return url;
    const { games, max_matches: matches, repeats, deciders } = capabilities;
    const own = { id: referee_id, name: cleanLine(display_name), endpoint, key };
    const referee = { ...own, games, matches, repeats, deciders, silent: false, failures: 0 };
    const enlistIn = async (id: string): Promise<Result<string>> => {
      const result = await leagues.act(id, (league) => {
        const current = league.referees.find((each) => each.id === referee_id);
        return current && current.key !== key ? null : { type: "enlist", referee };
      });
      if (!result.ok) return result;
      // Another registration under the same id is not replaced.
      const isThere = result.value.league.referees.some((each) => each.id === referee_id && each.key === key);
      return isThere ? accept(id) : invalid("referee_id: this referee is registered. Come back with its auth_token");
    };
    const enlistedIn = (leagues: readonly string[]) => ({
      auth_token: token,
      state: "READY",
      league_info: { leagues },
    });
    if (league_id !== protocol.ALL_LEAGUES) return mapResult(await enlistIn(league_id), (id) => enlistedIn([id]));
    const ids: string[] = [];
    for (const status of ["open", "live"] as const) {
      const { leagues: page } = await leagues.list({ status, limit: MOST_LEAGUES, after: null });
      for (const { id, settings } of page)
        if (settings.referees && games.includes(settings.game) && (await enlistIn(id)).ok) ids.push(id);
    }
    return accept(enlistedIn(ids));
  };

  /**
   * Takes a match from the referee that has it, after its games were replayed here; a second report changes nothing.
   * Refuses games that break the rules, and a report that contradicts its games.
   */
  const report = async (request: z.infer<typeof protocol.matchResult>) => {
    const { league_id, match_id, games, auth_token = "" } = request;
    const current = await leagues.get(league_id);
    if (!current.ok) return current;
    const { league } = current.value;
    const referee = league.referees.find(
      (each) => machine.isAdmitted(each) && isSameSecret(auth_token, tokens.refereeTokenOf(each)),
    );
    if (!referee) return refuse("ENTRANT_REQUIRED", `auth_token: it is no referee's of league ${league_id}`);
    const [, of, number] = /^L(\d+)m(\d+)$/.exec(match_id) ?? [];
    const match = of === league.id ? machine.matchNumbered(league, Number(number)) : null;
    if (match?.away?.referee !== referee.id)
      return invalid(`match_id: match ${match_id.slice(0, 40)} is not this referee's`);
    if (!machine.isAway(match)) return accept({ counted: false });
    const { attempt } = match.away;
    const act = (command: LeagueCommand) => leagues.act(league_id, command);
    const takeBack = async (reason: string, home: boolean, refusal: Refusal): Promise<Refusal> => {
      const back = await act({ type: "takeBack", match: match.number, attempt, reason, home });
      return back.ok ? refusal : back;
    };
    /** A referee whose report is refused does not keep the match. */
    const refuseReport = (refusal: Refusal) => takeBack(`its report was refused: ${refusal.message}`, false, refusal);
    const again = await replayReport(league, match, games, now);
    if (!again.ok) return refuseReport(again);
    const { unproved } = again.value;
    if (unproved !== null) {
      const refusal = invalid(`${unproved}: the league plays the match itself`);
      return takeBack(`its report proves nothing: ${unproved}`, true, refusal);
    }
    const players = machine.playersOf(league, match);
    const replays = again.value.games.map(({ result }, at) => ({ ...gameNumbered(league, match, at + 1), result }));
    const contradiction = players && liesAbout(request, replays, players);
    if (contradiction !== null) return refuseReport(invalid(contradiction));
    const result = await act({ type: "record", match: match.number, referee: referee.id, games: again.value.games });
    if (result.ok) return accept({ counted: true });
    return result.code === "INVALID_ARGUMENT" ? refuseReport(result) : result;
  };

  const answer =
    <Request>(type: string, schema: z.ZodType<Request>, act: (request: Request) => Promise<Result<Fields>>) =>
    async (message: Fields): Promise<Fields> => {
      const parsing = schema.safeParse(message);
      const result = parsing.success ? await act(parsing.data) : invalid(describeIssues(parsing.error));
      return acknowledge(message, type, now(), result);
    };
  return {
    LEAGUE_REGISTER_REQUEST: answer("LEAGUE_REGISTER_RESPONSE", protocol.leagueRegisterRequest, async (request) =>
      mapResult(await join(request), ({ live, entrant }) => ({
        auth_token: tokens.tokenOf({ league: live.league.id, number: entrant.number }),
        state: protocolPlayerState(live.league, entrant),
        league_info: leagueInfo(live),
      })),
    ),
    REFEREE_REGISTER_REQUEST: answer("REFEREE_REGISTER_RESPONSE", protocol.refereeRegisterRequest, enlist),
    MATCH_RESULT: answer("MATCH_RESULT_ACK", protocol.matchResult, report),
  };
}

const messageDescriptions = {
  LEAGUE_REGISTER_REQUEST: "Registers a player: LEAGUE_REGISTER_REQUEST to LEAGUE_REGISTER_RESPONSE.",
  REFEREE_REGISTER_REQUEST: "Registers a referee: REFEREE_REGISTER_REQUEST to REFEREE_REGISTER_RESPONSE.",
  MATCH_RESULT: "Takes a match from its referee: MATCH_RESULT to MATCH_RESULT_ACK.",
} as const;

/** The MCP server at which players and referees register, and referees report. */
export const leagueServer = (registrar: Registrar) =>
  messageServer(
    "kibitz-league",
    (["LEAGUE_REGISTER_REQUEST", "REFEREE_REGISTER_REQUEST", "MATCH_RESULT"] as const).map((type) => ({
      tool: protocol.leagueTools[type],
      description: messageDescriptions[type],
      answer: async (message) => accept(await registrar[type](message)),
    })),
  );

/** The contradiction between a report and its games, as they were replayed here; null where there is none. */
function liesAbout(
  { winner_id, score }: Pick<z.infer<typeof protocol.matchResult>, "winner_id" | "score">,
  games: readonly machine.MatchGame[],
  [a, b]: readonly [machine.Entrant, machine.Entrant],
): string | null {
  const [ofA, ofB] = scoreIn({ games });
  const side = winnerIn({ games });
  const winner = side === null ? null : machine.publicId(side === "a" ? a : b);
  if (winner !== winner_id) return `winner_id: by the games of the report it is ${winner}`;
  const isTrue = !score || (score[machine.publicId(a)] === ofA && score[machine.publicId(b)] === ofB);
  return isTrue ? null : `score: by the games of the report it is ${ofA} to ${ofB}`;
}

function leagueInfo({ league }: machine.LiveLeague): Fields {
  const { id, name, settings, status } = league;
  return {
    league_id: id,
    name,
    status,
    state: protocolLeagueState(league),
    game: settings.game,
    options: settings.options,
    format: settings.format,
    games_per_match: settings.games_per_match,
    points: settings.points,
    players: machine.presentIn(league).length,
    max_players: settings.max_entrants,
    move_seconds: settings.move_seconds,
  };
}

/**
 * A server that registers itself as an entrant: its address, its description of itself, and its id if it has one.
 * Returns a function of the name under which it takes part.
 */
export const serverEntrant =
  (endpoint: string, capabilities?: Fields, playerId?: string) =>
  (name: string): NewEntrant => ({
    kind: "endpoint",
    name,
    settings: { endpoint },
    ...(capabilities || playerId !== undefined
      ? { profile: { ...(playerId === undefined ? {} : { playerId }), capabilities: ownWords(capabilities ?? {}, "") } }
      : {}),
    identity: `endpoint:${endpoint}:${name}`,
  });
