import { describeIssues } from "../../shared/issues.ts";
import { LEAGUE_PROTOCOL, leagueRegisterRequest } from "../../shared/league-protocol.ts";
import { accept, type Refusal, type Result, refuse } from "../../shared/result.ts";
import type { EntrantTokens } from "./entrant-tokens.ts";
import { serverEntry } from "./entrants.ts";
import type { Leagues } from "./leagues.ts";
import type { LiveLeague } from "./live-league.ts";
import type { Joined, Lobby } from "./lobby.ts";
import { entrantOf } from "./machine/league.ts";
import { leagueState, playerState } from "./machine/states.ts";

/** An answer of `league.v1`. */
export type LeagueAnswer = Readonly<Record<string, unknown>>;

/** Takes the messages by which servers register in leagues, whole as `league.v1` has them. */
export interface Registrar {
  /**
   * Registers a player, or takes it back with its token. What is refused is answered as `{success: false, error}`: a field
   * that is missing or wrong, a league that is full or has begun, a name that is taken.
   */
  registerPlayer(message: unknown): Promise<LeagueAnswer>;
}

export interface RegistrarOptions {
  readonly leagues: Pick<Leagues, "get" | "act">;
  readonly lobby: Pick<Lobby, "join">;
  readonly tokens: EntrantTokens;
  readonly now: () => number;
}

export function createRegistrar({ leagues, lobby, tokens, now }: RegistrarOptions): Registrar {
  const join = async (message: unknown): Promise<Result<Joined>> => {
    const read = leagueRegisterRequest.safeParse(message);
    if (!read.success) return refuse("INVALID_ARGUMENT", describeIssues(read.error));
    const { league_id, display_name, endpoint, capabilities, player_id, auth_token } = read.data;
    const found = await leagues.get(league_id);
    if (!found.ok) return found;
    const { entrants } = found.value.league;
    if (auth_token === undefined && entrants.some(({ profile }) => profile?.playerId === player_id))
      return refuse("INVALID_ARGUMENT", "player_id: this player is registered. Come back with its auth_token");
    const joined = await lobby.join(
      league_id,
      display_name,
      auth_token,
      serverEntry(endpoint, capabilities, player_id),
    );
    return joined.ok && joined.value.back ? comeBack(joined.value, endpoint) : joined;
  };

  /** Takes a player back that was there before; one that had been suspended plays on. */
  const comeBack = async ({ live, entrant }: Joined, endpoint: string): Promise<Result<Joined>> => {
    if (entrant.settings.endpoint !== endpoint)
      return refuse("INVALID_ARGUMENT", "endpoint: this player is called at another address. Come back at that one");
    if (entrant.status !== "suspended") return accept({ live, entrant, back: true });
    const returned = await leagues.act(live.league.id, { type: "answer", entrant: entrant.number });
    if (!returned.ok) return returned;
    return accept({
      live: returned.value,
      entrant: entrantOf(returned.value.league, entrant.number) ?? entrant,
      back: true,
    });
  };

  return {
    registerPlayer: async (message) => {
      const joined = await join(message);
      return {
        ...answerTo(message, now()),
        message_type: "LEAGUE_REGISTER_RESPONSE",
        ...(joined.ok ? registered(joined.value, tokens) : { success: false, error: errorText(joined) }),
      };
    },
  };
}

/** What every answer carries. What the message lacks or has in another form is empty. */
function answerTo(message: unknown, now: number): LeagueAnswer {
  const field = (name: string): string => {
    const value: unknown = typeof message === "object" && message !== null ? Reflect.get(message, name) : undefined;
    return typeof value === "string" ? value.slice(0, 200) : "";
  };
  return {
    ...{ protocol: LEAGUE_PROTOCOL, league_id: field("league_id"), conversation_id: field("conversation_id") },
    ...{ sender: `league:${field("league_id")}`, timestamp: new Date(now).toISOString() },
  };
}

const registered = ({ live, entrant }: Joined, tokens: EntrantTokens): LeagueAnswer => ({
  success: true,
  auth_token: tokens.tokenOf({ league: live.league.id, number: entrant.number }),
  state: playerState(live.league, entrant),
  league_info: leagueInfo(live),
});

function leagueInfo({ league }: LiveLeague): LeagueAnswer {
  const { id, name, settings, status, entrants } = league;
  return {
    ...{ league_id: id, name, status, state: leagueState(league) },
    ...{ game: settings.game, options: settings.options, format: settings.format },
    ...{ games_per_match: settings.gamesPerMatch, points: settings.points },
    ...{ players: entrants.filter((each) => each.status !== "out").length, max_players: settings.mostEntrants },
    move_seconds: settings.moveMs === null ? null : settings.moveMs / 1_000,
  };
}

/** Why a server is not registered, in the protocol's own words where it has some. */
function errorText({ message }: Refusal): string {
  if (message.startsWith("League full")) return "League full";
  return message.startsWith("There is an entrant") ? message.replace(/\. If it is you.*$/s, "") : message;
}
