import { isFields } from "../../../shared/fields.ts";
import * as strings from "../strings.ts";
import type { ParentWindow } from "./parent-window.ts";

export type RpcAnswer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly message: string };

export interface RpcHandlers {
  /** Answers a request of the other side; undefined for an unknown method. */
  readonly request: (method: string, params: unknown) => object | undefined;
  readonly notified: (method: string, params: unknown) => void;
}

export type Rpc = ReturnType<typeof openRpc>;

const METHOD_NOT_FOUND = -32601;

/** JSON-RPC 2.0 with the parent window, as in MCP Apps (specification 2026-01-26, “Transport”). */
export function openRpc(parent: ParentWindow, handlers: RpcHandlers) {
  const waiting = new Map<number, (answer: RpcAnswer) => void>();
  let last = 0;

  parent.listen((message) => {
    if (!isFields(message) || message.jsonrpc !== "2.0") return;
    const { id, method, params } = message;
    if (typeof method === "string") {
      if (id === undefined) return handlers.notified(method, params);
      const result = handlers.request(method, params);
      const answer = result ? { result } : { error: { code: METHOD_NOT_FOUND, message: "Method not found" } };
      return parent.post({ jsonrpc: "2.0", id, ...answer });
    }
    if (typeof id !== "number") return;
    const settle = waiting.get(id);
    // A second answer is ignored.
    waiting.delete(id);
    if ("error" in message) settle?.({ ok: false, message: messageOf(message.error) });
    else settle?.({ ok: true, result: message.result });
  });

  return {
    /** Resolves with the first answer; never if none comes. */
    request: (method: string, params: object) =>
      new Promise<RpcAnswer>((resolve) => {
        last += 1;
        waiting.set(last, resolve);
        parent.post({ jsonrpc: "2.0", id: last, method, params });
      }),
    notify: (method: string, params: object) => parent.post({ jsonrpc: "2.0", method, params }),
  };
}

const messageOf = (error: unknown): string =>
  isFields(error) && typeof error.message === "string" ? error.message : strings.noReason;
