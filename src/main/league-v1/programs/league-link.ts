import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Fields } from "../../../shared/fields.ts";
import { accept, invalid, type Result, refuse } from "../../../shared/result.ts";
import type { Log } from "../../base/log.ts";
import { createConnection, type Failure } from "../connection.ts";
import { envelopeOf, LEAGUE_PROTOCOL, leagueTools } from "../protocol.ts";

export interface LeagueAddress {
  readonly url: URL;
  /** Sent as a bearer; null where the league asks for none. */
  readonly agentToken: string | null;
  /** Admits a referee; null or absent where it is not known. */
  readonly refereeCode?: string | null;
}

/** Where a Kibitz takes the messages. */
const OWN_PATH = "/league.v1";
/** Milliseconds within which a league must answer, by the protocol. */
const ANSWER_MS = 10_000;

const answerSchema = z.looseObject({ success: z.boolean().optional(), error: z.string().optional() });

/** The connection of a player or a referee to a league, by `league.v1`. */
export function createLeagueLink({ url, agentToken }: LeagueAddress, sender: string, log: Log) {
  /** Calls a tool; returns its answer as data, or the first line of its refusal. */
  const call = async (at: URL, name: string, args: Fields): Promise<Result<unknown>> => {
    const connection = createConnection(at, agentToken === null ? {} : { authorization: `Bearer ${agentToken}` });
    const result = await connection.call(name, args, ANSWER_MS, new AbortController().signal);
    await connection.close();
    if (result.ok) return accept(result.value.content);
    const { refusal } = result;
    if (refusal !== undefined) return refuse("LEAGUE_CLOSED", refusal.split("\n")[0]?.replace(/^Error: /, "") ?? "");
    log.debug(`${at.origin} could not be asked ${name}: ${result.reason}`, {
      league: textOf(args["league_id"]),
      match: textOf(args["match_id"]),
      conversation: textOf(args["conversation_id"]),
    });
    return unreachable(at.origin, result);
  };

  return {
    /**
     * Sends a message and gives the answer. Refuses with `LEAGUE_CLOSED` and its words what the league refuses, with
     * `HOST_CLOSING` where nobody is there or answers, which may be otherwise in a while, and with `INVALID_ARGUMENT`
     * where that will not change: another token is wanted, or no league is there.
     */
    send: async (type: keyof typeof leagueTools, league: string, fields: Fields) => {
      const result = await call(url, leagueTools[type], {
        ...envelopeOf(type, league, randomUUID(), sender, Date.now()),
        ...fields,
      });
      const answer = result.ok ? answerSchema.safeParse(result.value) : null;
      if (!result.ok) return result;
      if (!answer?.success) return invalid(`${url.origin} answers what is no ${LEAGUE_PROTOCOL}.`);
      const { success, error = "it was refused" } = answer.data;
      return success === false ? refuse("LEAGUE_CLOSED", error) : accept(answer.data);
    },
    /** The game that a league plays, where a Kibitz runs it; null where that is not known before registering. */
    game: async (league: string) => {
      if (url.pathname !== OWN_PATH) return accept(null);
      const result = await call(new URL("/mcp", url), "getLeague", { league_id: league });
      return result.ok ? accept(z.looseObject({ game: z.string() }).parse(result.value).game) : result;
    },
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The reason why a league could not be reached. */
function unreachable(origin: string, { status, again }: Failure): Result<never> {
  if (status === undefined && again)
    return refuse("HOST_CLOSING", `No Kibitz can be reached at ${origin}. Start it, or name another with --register.`);
  if (status === 401)
    return invalid(
      `The Kibitz at ${origin} has another agents' token. Name its data folder with --data-dir, or give the token as KIBITZ_AGENT_TOKEN.`,
    );
  if (status !== undefined && status >= 500)
    return refuse("HOST_CLOSING", `${origin} answers with HTTP status ${status}.`);
  const how = status === undefined ? "" : ` (HTTP status ${status})`;
  return invalid(`The server at ${origin} is not a Kibitz${how}. Name the one that Kibitz prints with --register.`);
}

/** The URL for a league's messages: the given one, or, where that has no path, a Kibitz's own path on it. */
export function leagueUrl(register: string): URL | null {
  const url = URL.parse(register);
  if (!url?.protocol.startsWith("http")) return null;
  return url.pathname === "/" ? new URL(OWN_PATH, url) : url;
}
