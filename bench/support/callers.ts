import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { NoOpLine } from "./processes.ts";

/** Calls a tool and gives its structured answer. Speaks the wire itself, so that the caller costs little beside the host. */
export interface Caller {
  // biome-ignore lint/suspicious/noExplicitAny: benchmarks look into answers whose form the contract describes
  call(tool: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<any>;
}

const revision = "2026-07-28";
let lastId = 0;

function request(tool: string, args: Record<string, unknown>) {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  lastId += 1;
  return { jsonrpc: "2.0", id: lastId, method: "tools/call", params: { name: tool, arguments: args, _meta } };
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function answerIn(tool: string, body: any): any {
  const { error, result } = body;
  if (error || result.isError) throw new Error(`${tool}: ${error?.message ?? result.content[0].text}`);
  return result.structuredContent;
}

/** Requests of the newer era over HTTP, any number at once. */
export function httpCaller({ mcp, agentToken }: NoOpLine): Caller {
  return {
    call: async (tool, args = {}, signal) => {
      const response = await fetch(mcp, {
        method: "POST",
        headers: {
          authorization: `Bearer ${agentToken}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": revision,
          "mcp-method": "tools/call",
          "mcp-name": tool,
        },
        body: JSON.stringify(request(tool, args)),
        ...(signal ? { signal } : {}),
      });
      if (!response.ok) throw new Error(`${tool}: ${response.status} ${await response.text()}`);
      return answerIn(tool, await response.json());
    },
  };
}

/** One connection to the shim's door. */
export async function socketCaller({ socket: path }: NoOpLine): Promise<Caller & Disposable> {
  const socket = connect(path);
  await once(socket, "connect");
  return { ...callerOver(socket, socket), [Symbol.dispose]: () => void socket.destroy() };
}

/** Requests and answers as lines. */
export function callerOver(input: Readable, output: Writable): Caller {
  const open = new Map<number, (body: unknown) => void>();
  createInterface({ input }).on("line", (line) => {
    const body = JSON.parse(line);
    open.get(body.id)?.(body);
    open.delete(body.id);
  });
  return {
    call: async (tool, args = {}) => {
      const message = request(tool, args);
      const { promise, resolve } = Promise.withResolvers<unknown>();
      open.set(message.id, resolve);
      output.write(`${JSON.stringify(message)}\n`);
      return answerIn(tool, await promise);
    },
  };
}
