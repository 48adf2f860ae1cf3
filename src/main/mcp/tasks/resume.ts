import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Audience, Services } from "../call.ts";
import { allTools } from "../tools/index.ts";
import type { ResumeFor } from "./methods.ts";
import type { TaskRef } from "./task-ids.ts";

/**
 * Repeats the call of a task. The caller is identified as before, by its token or its connection; where its connection
 * has changed, by the token that it would have shown.
 */
export function resumeOn(services: Services, audience: Audience): ResumeFor {
  return (client) => async (ref, run) => {
    const tool = allTools.find(({ name }) => name === ref.tool);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InternalError, `${ref.tool} is no tool of this version`);
    run.waits(ref);
    const needsToken = ref.byToken || (ref.connection !== null && ref.connection !== audience.connection);
    const token = needsToken ? await tokenOf(ref, services) : {};
    return tool.again({ ...ref.args, ...token }, services, audience, client, run);
  };
}

/** The token of the former holder, so that a caller whose seat was freed is told so. */
async function tokenOf(
  { args, holder }: TaskRef,
  { games, authority, entrantTokens }: Pick<Services, "games" | "authority" | "entrantTokens">,
) {
  if (holder === null) return {};
  const { league_id: league = "", game_id = "" } = args;
  if ("entrant" in holder) return { entrant_token: entrantTokens.tokenOf({ league, number: holder.entrant }) };
  const game = await games.get(game_id);
  const seated = game.ok && game.value.state.seats.find(({ seat }) => seat === holder.seat);
  if (!game.ok || !seated) return {};
  const { generation } = holder;
  const token = authority.tokenOf(game.value.state, { ...seated, kind: "agent", name: seated.name ?? "", generation });
  return token === null ? {} : { seat_token: token };
}
