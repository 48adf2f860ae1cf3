import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { fieldIn } from "../../shared/fields.ts";
import { describeIssues } from "../../shared/issues.ts";
import * as protocol from "../../shared/league-protocol.ts";
import { accept, invalid, mapResult, type Refusal, type Result, refuse } from "../../shared/result.ts";
import { cleanLine } from "../../shared/text.ts";
import { isSameSecret } from "../base/derived-secrets.ts";
import type { EntrantTokens } from "./entrant-tokens.ts";
import { serverEntry } from "./entrants.ts";
import type { Leagues } from "./leagues.ts";
import type { Lobby, LobbyEntry } from "./lobby.ts";
import type { LeagueCommand } from "./machine/decide.ts";
import { scoreIn, winnerIn } from "./machine/decider.ts";
import * as machine from "./machine/league.ts";
import { gameNumbered } from "./machine/matches.ts";
import type { PlayedAgain } from "./machine/refereed-matches.ts";
import { protocolLeagueState, protocolPlayerState } from "./machine/states.ts";
import { replayReport } from "./replay-report.ts";

/** An answer of `league.v1`. */
export type LeagueAnswer = Readonly<Record<string, unknown>>;

/**
 * Handles the messages by which servers register in leagues, as `league.v1` defines them. Refusals are
 * `{success: false, error}`: of a missing or wrong field, and as each message says.
 */
export type Registrar = Readonly<
  Record<keyof typeof protocol.leagueTools, (message: unknown) => Promise<LeagueAnswer>>
>;

export function createRegistrar(options: {
  readonly leagues: Pick<Leagues, "get" | "act" | "list">;
  readonly lobby: Pick<Lobby, "join">;
  /** Refuses an address at which nobody may be called. */
  readonly checkAddress: (address: string) => Result<URL>;
  readonly tokens: EntrantTokens;
  /** Admits referees; null where none is. */
  readonly refereeCode: string | null;
  readonly now: () => number;
}): Registrar {
  const { leagues, lobby, checkAddress, tokens, refereeCode, now } = options;
  /** Registers a player, or lets it come back with its token. Refuses a full or started league and a taken name. */
  const join = async (request: z.infer<typeof protocol.leagueRegisterRequest>): Promise<Result<LobbyEntry>> => {
    const { league_id, display_name, endpoint, capabilities, player_id, auth_token } = request;
    const current = await leagues.get(league_id);
    if (!current.ok) return current;
    const { entrants } = current.value.league;
    if (auth_token === undefined && entrants.some(({ profile }) => profile?.playerId === player_id))
      return invalid("player_id: this player is registered. Come back with its auth_token");
    const entry = await lobby.join(league_id, display_name, auth_token, serverEntry(endpoint, capabilities, player_id));
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

  /**
   * Registers a referee that the person has given the code, in one league or in all unfinished ones that take referees.
   */
  const enlist = async (request: z.infer<typeof protocol.refereeRegisterRequest>): Promise<Result<LeagueAnswer>> => {
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
    const url = checkAddress(endpoint);
    if (!url.ok) return url;
    const { games, max_matches: matches, repeats, deciders } = capabilities;
    const referee = {
      id: referee_id,
      name: cleanLine(display_name),
      endpoint,
      games,
      matches,
      repeats,
      deciders,
      silent: false,
      failures: 0,
      key,
    };
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
    const enlistedIn = (ids: readonly string[]): LeagueAnswer => ({
      auth_token: token,
      state: "READY",
      league_info: { leagues: ids },
    });
    if (league_id !== protocol.ALL_LEAGUES) return mapResult(await enlistIn(league_id), (id) => enlistedIn([id]));
    const ids: string[] = [];
    for (const status of ["open", "live"] as const) {
      const { leagues: page } = await leagues.list({ status, limit: MOST_AT_ONCE, after: null });
      for (const { id, settings } of page)
        if (settings.referees && games.includes(settings.game) && (await enlistIn(id)).ok) ids.push(id);
    }
    return accept(enlistedIn(ids));
  };

  /**
   * Takes a match from the referee that has it, after its games were replayed here; a second report changes nothing.
   * Refuses games that break the rules, and a report that contradicts its games.
   */
  const report = async (
    request: z.infer<typeof protocol.matchResult>,
  ): Promise<Result<{ readonly counted: boolean }>> => {
    const { league_id, match_id, winner_id, score, games, auth_token = "" } = request;
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
    if (again.value.kind === "unproved") {
      const { reason } = again.value;
      const refusal = invalid(`${reason}: the league plays the match itself`);
      return takeBack(`its report proves nothing: ${reason}`, true, refusal);
    }
    const players = machine.playersOf(league, match);
    const contradiction = players && liesAbout(league, match, again.value.games, players, winner_id, score);
    if (contradiction !== null) return refuseReport(invalid(contradiction));
    const result = await act({ type: "record", match: match.number, referee: referee.id, games: again.value.games });
    if (result.ok) return accept({ counted: true });
    return result.code === "INVALID_ARGUMENT" ? refuseReport(result) : result;
  };

  const answer =
    <Request>(type: string, schema: z.ZodType<Request>, act: (request: Request) => Promise<Result<LeagueAnswer>>) =>
    async (message: unknown): Promise<LeagueAnswer> => {
      const parsing = schema.safeParse(message);
      const result = parsing.success ? await act(parsing.data) : invalid(describeIssues(parsing.error));
      return {
        ...answerTo(message, type, now()),
        ...(result.ok ? { success: true, ...result.value } : { success: false, error: errorText(result) }),
      };
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

/** Most open, and most running, leagues in which one message registers a referee. */
const MOST_AT_ONCE = 100;

/** The contradiction between a report and its games; null where there is none. */
function liesAbout(
  league: machine.League,
  match: machine.Match,
  records: readonly PlayedAgain[],
  [a, b]: readonly [machine.Entrant, machine.Entrant],
  winnerId: string | null,
  score: Readonly<Record<string, number>> | undefined,
): string | null {
  const games = records.map(({ result }, index) => ({ ...gameNumbered(league, match, index + 1), result }));
  const [ofA, ofB] = scoreIn({ games });
  const side = winnerIn({ games });
  const winner = side === null ? null : machine.publicId(side === "a" ? a : b);
  if (winner !== winnerId) return `winner_id: by the games of the report it is ${winner}`;
  const claim = score && [score[machine.publicId(a)], score[machine.publicId(b)]];
  return claim && (claim[0] !== ofA || claim[1] !== ofB)
    ? `score: by the games of the report it is ${ofA} to ${ofB}`
    : null;
}

/** The fields that every answer carries. A field that the message lacks, or has in another form, is empty. */
function answerTo(message: unknown, type: string, now: number): LeagueAnswer {
  const field = (name: string): string => {
    const value = fieldIn(message, name);
    return typeof value === "string" ? value.slice(0, 200) : "";
  };
  return protocol.envelopeOf(type, field("league_id"), field("conversation_id"), `league:${field("league_id")}`, now);
}

function leagueInfo({ league }: machine.LiveLeague): LeagueAnswer {
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

/** The reason of a refusal, in the protocol's own words where it has some. */
function errorText({ message }: Refusal): string {
  if (message.startsWith("League full")) return "League full";
  return message.startsWith("There is an entrant") ? message.replace(/\. If it is you.*$/s, "") : message;
}
