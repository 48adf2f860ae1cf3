import { setTimeout as delay } from "node:timers/promises";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { leagueTools } from "../../shared/league-protocol.ts";
import type { Log } from "../base/log.ts";
import type { Registrar } from "../league/registrar.ts";
import { closingAnswer, LAST_ANSWERS_MS } from "./http.ts";
import { readJson, spelledOut } from "./http-request.ts";

/** The messages, with the descriptions of their tools. */
const messages = [
  ["LEAGUE_REGISTER_REQUEST", "Registers a player: LEAGUE_REGISTER_REQUEST to LEAGUE_REGISTER_RESPONSE."],
  ["REFEREE_REGISTER_REQUEST", "Registers a referee: REFEREE_REGISTER_REQUEST to REFEREE_REGISTER_RESPONSE."],
  ["MATCH_RESULT", "Takes a match from its referee: MATCH_RESULT to MATCH_RESULT_ACK."],
] as const;

/** The registrar checks the messages, so that a mistake is answered in the protocol's own form. */
const anyMessage = z.looseObject({});

/** The server for players and referees of `league.v1`: each of its tools takes one message. */
export function createLeagueDoor(registrar: Registrar, version: string, log: Log) {
  const makeServer = (): McpServer => {
    const server = new McpServer({ name: "kibitz-league", version });
    for (const [type, description] of messages)
      server.registerTool(leagueTools[type], { description, inputSchema: anyMessage }, async (message) => {
        const answer = await registrar[type](message);
        return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: answer };
      });
    return server;
  };
  const { fetch, close } = createMcpHandler(makeServer, {
    onerror: (error) => log.debug(`league.v1: ${error.message}`),
  });
  const underWay = new Set<Promise<Response>>();
  let closing = false;
  const answer = async (request: Request, isLate: boolean): Promise<Response> => {
    const body = request.method === "POST" ? await readJson(request) : undefined;
    if (body instanceof Response) return body;
    return isLate ? closingAnswer(body, null) : fetch(spelledOut(request), { parsedBody: body });
  };
  return {
    fetch: (request: Request): Promise<Response> => {
      const answering = answer(request, closing).finally(() => underWay.delete(answering));
      underWay.add(answering);
      return answering;
    },
    close: async () => {
      closing = true;
      await Promise.race([Promise.allSettled(underWay), delay(LAST_ANSWERS_MS, null, { ref: false })]);
      await close();
    },
  };
}
