import * as mcp from "@modelcontextprotocol/server";
import type { Fields } from "../../../shared/fields.ts";
import { mcpHostOf } from "../../../shared/mcp-hosts.ts";

/** A client as its requests describe it, or in the older revisions its handshake. */
export interface Client {
  /** Null for one that does not say it. */
  readonly name: string | null;
  readonly version: string;
  /** Its name for people. */
  readonly title: string | null;
  readonly capabilities: mcp.ClientCapabilities | undefined;
  /** The protocol's revision; empty before the handshake. */
  readonly revision: string;
}

/** The extension of clients that show MCP Apps. */
const APPS = "io.modelcontextprotocol/ui";
/** The extension by which calls are answered later (SEP-2663). */
export const TASKS = "io.modelcontextprotocol/tasks";
const TASKS_SINCE = "2026-07-28";

export const showsApps = (capabilities: Client["capabilities"]): boolean =>
  capabilities?.extensions?.[APPS] !== undefined;

export const knowsTasks = ({ capabilities, revision }: Client): boolean =>
  revision >= TASKS_SINCE && capabilities?.extensions?.[TASKS] !== undefined;

/** The description in the envelope of a request of the newer revision. */
export function clientInEnvelope(envelope: Fields): Client {
  const info = envelope[mcp.CLIENT_INFO_META_KEY];
  const capabilities = mcp.specTypeSchemas.ClientCapabilities["~standard"].validate(
    envelope[mcp.CLIENT_CAPABILITIES_META_KEY],
  );
  return {
    ...namesOf(mcp.isSpecType.Implementation(info) ? info : undefined),
    capabilities: capabilities.issues ? undefined : capabilities.value,
    revision: String(envelope[mcp.PROTOCOL_VERSION_META_KEY] ?? ""),
  };
}

export const clientOf = (mcpServer: mcp.McpServer, { mcpReq }: mcp.ServerContext): Client =>
  mcpReq.envelope ? clientInEnvelope({ ...mcpReq.envelope }) : clientInHandshake(mcpServer);

/** The client of an older revision. */
export const clientInHandshake = ({ server }: mcp.McpServer): Client => ({
  ...namesOf(server.getClientVersion()),
  capabilities: server.getClientCapabilities(),
  revision: server.getNegotiatedProtocolVersion() ?? "",
});

/** A client's names; people know a program by its title, which many leave out. */
const namesOf = ({ name, title, version = "" }: Partial<mcp.Implementation> = {}) => ({
  name: name ?? null,
  version,
  title: title ?? mcpHostOf(name ?? null, version)?.title ?? name ?? null,
});

export type Program = Pick<mcp.Implementation, "name" | "version">;

/** The client that `initialize`, or since 2026 every request, introduces; null where a message names none. */
export function programIn(message: mcp.JSONRPCMessage): Program | null {
  if (!("params" in message)) return null;
  const info = mcp.isInitializeRequest(message)
    ? message.params.clientInfo
    : message.params?._meta?.[mcp.CLIENT_INFO_META_KEY];
  return mcp.isSpecType.Implementation(info) ? info : null;
}
