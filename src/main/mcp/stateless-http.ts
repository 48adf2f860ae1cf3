import { setTimeout as delay } from "node:timers/promises";
import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
import { closingAnswer, LAST_ANSWERS_MS } from "./http.ts";
import { readJson, spelledOut } from "./http-request.ts";

/** Serves an MCP server over HTTP that knows nobody from an earlier request. While it closes, tools answer with an error. */
export function createStatelessHttp(makeServer: () => McpServer, onerror: (error: Error) => void) {
  const { fetch, close } = createMcpHandler(makeServer, { onerror });
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
