import { type McpServer, ProtocolError, ProtocolErrorCode, type ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Audience, Services } from "../call.ts";
import { type Client, clientOf } from "../client.ts";
import { allTools } from "../tools/index.ts";
import { knowsTasks, tasksMissing } from "./methods.ts";
import type { TaskRef } from "./task-ids.ts";
import { type Resume, usualPace } from "./tasks.ts";

const params = z.looseObject({ taskId: z.string().max(10_000) });

/** Makes a server answer requests about tasks. */
export function serveTasks(mcpServer: McpServer, services: Services, audience: Audience): void {
  const { server } = mcpServer;
  const { tasks } = services;
  const known = (context: ServerContext): Client => {
    const client = clientOf(mcpServer, context);
    if (!knowsTasks(client)) throw tasksMissing();
    return client;
  };
  server.setRequestHandler("tasks/get", { params }, async ({ taskId: id }, context) =>
    tasks.get(id, audience, resumeFor(services, audience, known(context))),
  );
  server.setRequestHandler("tasks/update", { params }, async ({ taskId: id }, context) => {
    known(context);
    // The SDK takes the answers out of the parameters, as it does where a call brings them.
    await tasks.update(id, audience, { ...context.mcpReq.inputResponses });
    return {};
  });
  server.setRequestHandler("tasks/cancel", { params }, async ({ taskId: id }, context) => {
    known(context);
    await tasks.cancel(id, audience);
    return {};
  });
}

/**
 * Repeats the call of a task. The caller is identified as before, by its token or its connection; where its connection
 * has changed, by the token that it would have shown.
 */
export const resumeFor =
  (services: Services, audience: Audience, client: Client): Resume =>
  async (ref, run) => {
    const tool = allTools.find(({ name }) => name === ref.tool);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InternalError, `${ref.tool} is no tool of this version`);
    run.waits({ ...ref, label: "" }, usualPace);
    const needsToken = ref.byToken || (ref.connection !== null && ref.connection !== audience.connection);
    const token = needsToken ? await tokenOf(ref, services) : {};
    const subject = ref.tool === "waitForNextMatch" ? { league_id: ref.subject } : { game_id: ref.subject };
    return tool.again({ ...subject, ...token }, services, audience, client, run);
  };

/** The token of the former holder, so that a caller whose seat was freed is told so. */
async function tokenOf(
  { subject, holder }: TaskRef,
  { games, authority, entrantTokens }: Pick<Services, "games" | "authority" | "entrantTokens">,
) {
  if (holder === null) return {};
  if ("entrant" in holder) {
    const { entrant: number, generation } = holder;
    return { entrant_token: entrantTokens.tokenOf({ league: subject, number, generation }) };
  }
  const game = await games.get(subject);
  if (!game.ok) return {};
  const { state } = game.value;
  const seated = state.seats[holder.seat];
  const former = { ...seated, kind: "agent", name: seated.name ?? "", generation: holder.generation } as const;
  const token = authority.tokenOf(state, former);
  return token === null ? {} : { seat_token: token };
}
