import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type McpServer,
  PROTOCOL_VERSION_META_KEY,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";

/** A client as its requests describe it, or in the older revisions its handshake. */
export interface Client {
  /** Null for one that does not say it. */
  readonly name: string | null;
  readonly capabilities: unknown;
  /** The protocol's revision; empty before the handshake. */
  readonly revision: string;
}

const named = z.object({ name: z.string() });
const nameIn = (clientInfo: unknown): string | null => named.safeParse(clientInfo).data?.name ?? null;

/** The description in the envelope of a request of the newer revision. */
export const clientInEnvelope = (envelope: Readonly<Record<string, unknown>>): Client => ({
  name: nameIn(envelope[CLIENT_INFO_META_KEY]),
  capabilities: envelope[CLIENT_CAPABILITIES_META_KEY],
  revision: String(envelope[PROTOCOL_VERSION_META_KEY] ?? ""),
});

export function clientOf({ server }: McpServer, { mcpReq }: ServerContext): Client {
  if (mcpReq.envelope) return clientInEnvelope({ ...mcpReq.envelope });
  const { name = null } = server.getClientVersion() ?? {};
  return { name, capabilities: server.getClientCapabilities(), revision: server.getNegotiatedProtocolVersion() ?? "" };
}
