import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { callModern, modernRequest, openSession } from "../test/journeys/raw.ts";
import type { Agent } from "../test/support/agents.ts";
import type { HostLine } from "../test/support/host-process.ts";

/** A tool call's structured answer; rejects for a refusal, and when the host goes away. */
// biome-ignore lint/suspicious/noExplicitAny: the contract describes the form of answers
export type Call = (tool: string, args: Record<string, unknown>) => Promise<any>;

/** Answers by which a host says that it was killed or cannot keep anything, in whichever words. */
const dead =
  /fetch failed|STORAGE_FAILED|OUTCOME_UNKNOWN|could not be saved|database does not answer|terminated|ECONN|socket hang up|HOST_RESTARTED|no answer|other side closed|UND_ERR|Unexpected end|aborted/i;
export const saysDead = (error: unknown): boolean =>
  dead.test(error instanceof Error ? `${error.message} ${String(error.cause ?? "")}` : String(error));

export function contentOf(tool: string, message: unknown) {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const { error, result } = (message ?? {}) as any;
  if (!result || result.isError)
    throw new Error(`${tool}: ${error?.message ?? result?.content[0].text ?? "no answer"}`);
  return result.structuredContent;
}

/** Every way in that an agent has, with one connection each. */
export async function openDoors(host: HostLine, shim: Agent): Promise<{ calls: readonly Call[]; close(): void }> {
  const session = await openSession(host);
  const socket = connect(host.socket);
  await once(socket, "connect");
  const waiting = new Map<unknown, (message: unknown) => void>();
  const lines = createInterface({ input: socket });
  lines.on("line", (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  const gone = () => {
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
  };
  // Killed processes hang up.
  lines.on("error", gone);
  socket.on("error", gone).on("close", gone);
  let last = 0;
  return {
    calls: [
      async (tool, args) => contentOf(tool, (await callModern(host, tool, args)).message),
      async (tool, args) => contentOf(tool, (await session.call(tool, args)).message),
      async (tool, args) => {
        // It hangs up once: who asks afterwards would wait for ever.
        if (!socket.writable) throw new Error(`${tool}: no answer`);
        last += 1;
        const { promise, resolve } = Promise.withResolvers<unknown>();
        waiting.set(last, resolve);
        socket.write(`${JSON.stringify(modernRequest("tools/call", { name: tool, arguments: args }, last))}\n`);
        return contentOf(tool, await promise);
      },
      async (tool, args) => {
        const answer = await shim.call(tool, args);
        if (answer.isError) throw new Error(answer.text);
        return answer.data;
      },
    ],
    close: () => socket.destroy(),
  };
}
