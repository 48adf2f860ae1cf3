import { type Fields, fieldsOf } from "../shared/fields.ts";
import type { Id, Request } from "./message.ts";

/**
 * The agreements of a 2025-era client with the host, made once at the beginning and not repeated by the client: its
 * identity, the log level, and the resources that it follows. Later eras send all of it with every request.
 */
export function createHandshake() {
  let initialize: Fields | null = null;
  let version: string | null = null;
  let isInitialized = false;
  let level: Fields | null = null;
  const followed = new Map<string, Fields>();

  const line = (id: Id, method: string, params: Fields) => JSON.stringify({ jsonrpc: "2.0", id, method, params });
  return {
    /** The revision that was agreed on. */
    get version() {
      return version;
    },
    /** Takes note of a request that the host granted. */
    granted({ method, params }: Request, result: Fields): void {
      if (method === "initialize") {
        initialize = params;
        version = versionIn(result);
      } else if (method === "logging/setLevel") {
        level = params;
      } else if (method === "resources/subscribe" && typeof params.uri === "string") {
        followed.set(params.uri, params);
      } else if (method === "resources/unsubscribe" && typeof params.uri === "string") {
        followed.delete(params.uri);
      }
    },
    /** Takes note of `notifications/initialized`. */
    initialized(): void {
      isInitialized = true;
    },
    /** The `initialize` that opens the next connection; null where this client never sent one. */
    opening: (id: Id): string | null => (initialize === null ? null : line(id, "initialize", initialize)),
    /** The messages that follow its answer. */
    rest: (nextId: () => Id): readonly string[] => [
      ...(isInitialized ? [JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })] : []),
      ...(level === null ? [] : [line(nextId(), "logging/setLevel", withoutMeta(level))]),
      ...[...followed.values()].map((params) => line(nextId(), "resources/subscribe", withoutMeta(params))),
    ],
  };
}

export function versionIn(result: Fields): string | null {
  return typeof result.protocolVersion === "string" ? result.protocolVersion : null;
}

/** A progress token in `_meta` belongs to the first request; the repeated one must not report to it. */
function withoutMeta(params: Fields): Fields {
  const { _meta, ...rest } = params;
  const { progressToken, ...meta } = fieldsOf(_meta) ?? {};
  return Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest;
}
