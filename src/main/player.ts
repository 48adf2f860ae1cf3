import { z } from "zod";
import { findGame, games } from "../games/register.ts";
import { accept, type Result, refuse } from "../shared/result.ts";
import { cleanLine } from "../shared/text.ts";
import { version } from "../shared/version.ts";
import { openTcpDoor } from "./doors/tcp.ts";
import { createBacklogs } from "./flow/backlogs.ts";
import type { Log } from "./log.ts";
import { mcpFetch, toolAnswer } from "./players/endpoint/mcp-fetch.ts";
import { createPlayerServer } from "./players/endpoint/player-server.ts";

const fieldsSchema = z.record(z.string(), z.unknown());

/** What a player can play by: the strategies of all games. Whether a league's game has one is known when it registers. */
export const playerStrategies: readonly string[] = [
  ...new Set(games.flatMap(({ strategies }) => Object.keys(strategies))),
].toSorted();

export interface PlayerOptions {
  readonly name: string;
  readonly strategy: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly log: Log;
  /** What happens to it, a line at a time. */
  readonly tell: (line: string) => void;
}

/** A player of its own, at an address of its own. */
export interface Player {
  /** `http://127.0.0.1:8101/mcp` */
  readonly endpoint: string;
  /** Takes part in a league of a host. Refuses, as the host does or where it cannot be reached. */
  register(host: { readonly mcp: string; readonly agentToken: string }, leagueId: string): Promise<Result<null>>;
  /** Resolves when its league is over. */
  readonly over: Promise<void>;
  close(): Promise<void>;
}

/** Opens the player's server. Throws where its port is taken. */
export async function openPlayer({ name, strategy, port, log, ...options }: PlayerOptions): Promise<Player> {
  // Before it has a token, anybody on this machine may send it a message.
  const tell = (line: string) => options.tell(cleanLine(line));
  let token: string | null = null;
  const over = Promise.withResolvers<void>();
  const server = createPlayerServer({
    ...{ name, strategy, random: Math.random },
    token: () => token,
    news: {
      invited: ({ match_id, opponent_id }) => tell(`match ${match_id} against ${opponent_id}`),
      ended: ({ match_id = "", match_winner = "?", final_score }) => {
        const score = final_score ? `, ${final_score.you} to ${final_score.opponent}` : "";
        tell(`match ${match_id}: ${match_winner}${score}`);
      },
      standings: ({ status, standings = [] }) => {
        if (status !== "complete" && status !== "cancelled") return;
        const own = standings.find((row) => row["name"] === name);
        tell(`the league is ${status}${own ? `: rank ${own["rank"]}, ${own["points"]} points` : ""}`);
        over.resolve();
      },
    },
  });
  const door = await openTcpDoor({ port, alternatives: 0, fetch: server.fetch, backlogs: createBacklogs(), log });
  const endpoint = `http://127.0.0.1:${door.port}/mcp`;
  return {
    endpoint,
    over: over.promise,
    register: async (host, leagueId) => {
      const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
      const client = new Client({ name, version }, { versionNegotiation: { mode: "auto" } });
      const call = async (
        tool: string,
        args: Record<string, unknown>,
      ): Promise<Result<Readonly<Record<string, unknown>>>> => {
        const params = { name: tool, arguments: args };
        const { content, isError, structuredContent } = await client.request(
          { method: "tools/call", params },
          toolAnswer,
        );
        const [reason = ""] = (content[0]?.text ?? "").split("\n");
        return isError ? refuse("INVALID_ARGUMENT", reason) : accept(fieldsSchema.parse(structuredContent));
      };
      let status: number | null = null;
      const noted: typeof fetch = async (input, init) => {
        status = null;
        const answer = await mcpFetch(input, init);
        status = answer.status;
        return answer;
      };
      try {
        const requestInit = { headers: { authorization: `Bearer ${host.agentToken}` } };
        await client.connect(new StreamableHTTPClientTransport(new URL(host.mcp), { requestInit, fetch: noted }));
        const league = await call("getLeague", { league_id: leagueId });
        if (!league.ok) return league;
        const game = findGame(String(league.value["game"]));
        if (!game?.strategies[strategy])
          return refuse("INVALID_ARGUMENT", `${game?.kind ?? "this game"} has no strategy ${JSON.stringify(strategy)}`);
        const joined = await call("joinLeague", { league_id: leagueId, name, endpoint, capabilities: { strategy } });
        if (!joined.ok) return joined;
        token = String(joined.value["auth_token"]);
        if (joined.value["entrant_status"] === "suspended")
          tell("registered as suspended: Kibitz does not reach this player");
        return accept(null);
      } catch (error) {
        log.debug(`the league could not be joined: ${error}`);
        return refuse("INVALID_ARGUMENT", unjoined(new URL(host.mcp).origin, status));
      } finally {
        await client.close();
      }
    },
    close: async () => {
      await server.close();
      await door.close();
    },
  };
}

/**
 * Why a host could not be spoken to.
 * @param status of its last answer; null where none came
 */
function unjoined(origin: string, status: number | null): string {
  if (status === null) return `No Kibitz can be reached at ${origin}. Start it, or name another with --register.`;
  if (status === 401)
    return `The Kibitz at ${origin} has another agents' token. Name its data folder with --data-dir, or give the token as KIBITZ_AGENT_TOKEN.`;
  const how = status < 400 ? "" : ` (HTTP status ${status})`;
  return `What answers at ${origin} is no Kibitz${how}. Name the one that Kibitz prints with --register.`;
}
