import type { Fields } from "../shared/fields.ts";
import { version } from "../shared/version.ts";
import { answer, failure, type Request } from "./message.ts";

/** JSON-RPC 2.0: there is no such method. */
const NO_METHOD = -32601;
/** The revision for clients that do not name one. */
const USUAL_REVISION = "2025-06-18";

/**
 * The shim's own answers while no host can be reached: the client can connect, and has one tool, whose answer says what
 * to do. An error at the beginning would be shown to nobody, or look like a broken program. Null for requests that need
 * a host.
 */
export function offlineResult({ method, params }: Request, problem: string, channels: boolean): Fields | null {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: typeof params.protocolVersion === "string" ? params.protocolVersion : USUAL_REVISION,
        capabilities: {
          tools: { listChanged: true },
          // The capabilities declared here hold for the host that comes later, too.
          ...(channels ? { experimental: { "claude/channel": {} } } : {}),
        },
        serverInfo: { name: "kibitz", title: "Kibitz", version },
        instructions: problem,
      };
    case "ping":
      return {};
    case "tools/list":
      return { tools: [startKibitz] };
    case "tools/call":
      return { isError: true, content: [{ type: "text", text: problem }] };
    default:
      return null;
  }
}

const startKibitz = {
  name: "startKibitz",
  title: "Start Kibitz",
  description: "Kibitz, at whose tables games are played, is not running. Looks for it again, and says what to do.",
  inputSchema: { type: "object", properties: {}, additionalProperties: false },
};

/** The answer for a client: the result, or an error where there is none. */
export const offlineAnswer = ({ id }: Request, result: Fields | null, problem: string): string =>
  result === null ? failure(id, NO_METHOD, problem) : answer(id, result);
