import { isJSONRPCErrorResponse, type JSONRPCMessage, type McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

const INVALID_PARAMS = -32602;
/** What the SDK puts into an error: what was asked, and all that its schemas say of it, as JSON over many lines. */
const withIssues = /^(?:[^[]*: )?(\[\s*\{.*\}\s*\])$/s;
const issueSchema = z.array(z.looseObject({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }));

/** An error that the SDK's schemas have raised, in one line that names what is wrong; anything else as it is. */
function inPlainWords(message: JSONRPCMessage): JSONRPCMessage {
  // What is no error is told without having the schemas look for one.
  if (!("error" in message) || !isJSONRPCErrorResponse(message)) return message;
  const json = withIssues.exec(message.error.message)?.[1];
  const issues = json === undefined ? null : issuesIn(json);
  if (!issues) return message;
  return { ...message, error: { code: INVALID_PARAMS, message: `Invalid request. ${issues}` } };
}

function issuesIn(json: string): string | null {
  try {
    const read = issueSchema.safeParse(JSON.parse(json));
    if (!read.success) return null;
    return read.data
      .slice(0, 5)
      .map(({ path, message }) => `${path.join(".")}: ${message}`)
      .join("; ");
  } catch {
    return null;
  }
}

/** Has a server answer in plain words, whatever it is connected to. */
export function speakPlainly(server: McpServer): McpServer {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(inPlainWords(message), options);
    return connect(transport);
  };
  return server;
}
