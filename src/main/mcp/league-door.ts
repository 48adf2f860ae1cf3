import { type CallToolResult, createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { leagueTools } from "../../shared/league-protocol.ts";
import type { Log } from "../base/log.ts";
import { LONGEST_BODY } from "../flow/body-limit.ts";
import type { LeagueAnswer, Registrar } from "../league/registrar.ts";

/** The server for players and referees of `league.v1`: each of its tools takes one message. */
export interface LeagueDoor {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

export interface LeagueDoorOptions {
  readonly registrar: Registrar;
  readonly version: string;
  readonly log: Log;
}

/** The registrar checks the messages, so that a mistake is answered in the protocol's own form. */
const anyMessage = z.looseObject({});

export function createLeagueDoor({ registrar, version, log }: LeagueDoorOptions): LeagueDoor {
  const told = (answer: LeagueAnswer): CallToolResult => ({
    content: [{ type: "text", text: JSON.stringify(answer) }],
    structuredContent: answer,
  });
  const makeServer = (): McpServer => {
    const server = new McpServer({ name: "kibitz-league", version });
    server.registerTool(
      leagueTools.LEAGUE_REGISTER_REQUEST,
      {
        description: "Registers a player: LEAGUE_REGISTER_REQUEST to LEAGUE_REGISTER_RESPONSE.",
        inputSchema: anyMessage,
      },
      async (message) => told(await registrar.registerPlayer(message)),
    );
    server.registerTool(
      leagueTools.REFEREE_REGISTER_REQUEST,
      {
        description: "Registers a referee: REFEREE_REGISTER_REQUEST to REFEREE_REGISTER_RESPONSE.",
        inputSchema: anyMessage,
      },
      async (message) => told(await registrar.registerReferee(message)),
    );
    server.registerTool(
      leagueTools.MATCH_RESULT,
      { description: "Takes a match from its referee: MATCH_RESULT to MATCH_RESULT_ACK.", inputSchema: anyMessage },
      async (message) => told(await registrar.reportMatch(message)),
    );
    return server;
  };
  return createMcpHandler(makeServer, {
    maxRequestBodySize: LONGEST_BODY,
    onerror: (error) => log.debug(`league.v1: ${error.message}`),
  });
}
