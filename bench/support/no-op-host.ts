import { randomUUID } from "node:crypto";
import { join } from "node:path";
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { silentLog } from "../../src/main/base/log.ts";
import { writeDiscovery } from "../../src/main/data/discovery.ts";
import { openSecrets } from "../../src/main/data/secrets.ts";
import { openSocketDoor } from "../../src/main/doors/socket.ts";
import { openTcpDoor } from "../../src/main/doors/tcp.ts";
import { createBacklogs } from "../../src/main/flow/backlogs.ts";
import { guardHandler } from "../../src/main/web/guard.ts";
import { createSignIns, createWrongTokens } from "../../src/main/web/sign-ins.ts";
import { version } from "../../src/shared/version.ts";

/*
 * The host that Kibitz is compared with: the same SDK behind the same doors with two tools, one that answers at once
 * and one that does not answer. Started as a process of its own; prints one line when it is ready, as the headless host
 * does.
 */

function createServer(): McpServer {
  const server = new McpServer({ name: "no-op", version });
  const inputSchema = z.object({});
  server.registerTool("noop", { description: "Answers at once.", inputSchema }, () => ({
    content: [{ type: "text", text: "done" }],
  }));
  server.registerTool("hold", { description: "Answers when the caller is gone.", inputSchema }, (_, { mcpReq }) => {
    const { promise, resolve } = Promise.withResolvers<{ content: [] }>();
    mcpReq.signal.addEventListener("abort", () => resolve({ content: [] }), { once: true });
    return promise;
  });
  return server;
}

const modern = createMcpHandler(createServer, { legacy: "reject" });
const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

async function serve(request: Request): Promise<Response> {
  if (!(await isLegacyRequest(request))) return modern.fetch(request);
  const known = sessions.get(request.headers.get("mcp-session-id") ?? "");
  if (known) return known.handleRequest(request);
  if (request.method !== "POST" || !isInitializeRequest(await request.clone().json()))
    return new Response(null, { status: 404 });
  const id = randomUUID();
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
  sessions.set(id, transport);
  await createServer().connect(transport);
  return transport.handleRequest(request);
}

const [dataDir = ""] = process.argv.slice(2);
const secrets = openSecrets(dataDir);
if (!secrets.ok) throw new Error(secrets.message);
const { personToken, agentToken } = secrets.value;
const signIns = createSignIns({ personToken, run: "no-op", isBeyond: false });
const wrongTokens = createWrongTokens(silentLog);
const door = await openTcpDoor({
  port: 0,
  alternatives: 0,
  backlogs: createBacklogs(),
  fetch: guardHandler(
    (port) => ({ url: `http://127.0.0.1:${port}`, namesBeyond: null, personToken, agentToken, signIns, wrongTokens }),
    async (request, principal) => (principal === "nobody" ? new Response(null, { status: 401 }) : serve(request)),
  ),
  log: silentLog,
});
const socket = await openSocketDoor({
  path: join(dataDir, "kibitz.sock"),
  serve: ({ input, output }) => serveStdio(createServer, { transport: new StdioServerTransport(input, output) }),
  helloToken: agentToken,
  backlogs: createBacklogs(),
  log: silentLog,
});
const url = `http://127.0.0.1:${door.port}`;
const place = { pid: process.pid, url, mcp: `${url}/mcp`, socket: socket.path };
writeDiscovery(dataDir, { ...place, version, startedAt: new Date().toISOString() });
process.stdout.write(`${JSON.stringify({ ...place, agentToken, dataDir })}\n`);
