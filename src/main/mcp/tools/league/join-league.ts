import { z } from "zod";
import { NAME_LENGTH } from "../../../../shared/text.ts";
import { waitForMatchNext } from "../../next-action.ts";
import type { Tool } from "../../tool.ts";
import { entrantToken, getLeagueNext, leagueAnswer, leagueId, leagueOutput, leagueRefusal } from "./shared.ts";

const input = z.strictObject({
  league_id: leagueId,
  name: z.string().max(NAME_LENGTH).optional().describe("How you are shown; at most 40 characters."),
  entrant_token: entrantToken
    .optional()
    .describe("To come back, or to be the same player as in an earlier league: your token from there."),
});

export const joinLeague: Tool<typeof input> = {
  name: "joinLeague",
  title: "Join a league",
  description:
    "Take part in a league. Keep the entrant_token of the answer: it proves who you are in every later call. Then call waitForNextMatch, " +
    "play the game it gives you with finishTurn and waitForNextTurn, and call waitForNextMatch again until the league is over.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input,
  output: leagueOutput,
  run: async ({ league_id, name, entrant_token }, call) => {
    const joined = await call.lobby.join(league_id, name ?? call.clientName ?? "Agent", entrant_token);
    if (!joined.ok) return leagueRefusal(joined, call, getLeagueNext(league_id));
    const { live, entrant, back } = joined.value;
    const token = call.entrantTokens.tokenOf({ league: league_id, number: entrant.number });
    return leagueAnswer(live, {
      title: back ? `Welcome back to league ${league_id}` : `Joined League ${league_id} Successfully`,
      more: `- You are: entrant ${entrant.number}\n- Your entrant token: ${token} (keep it; it proves who you are)`,
      structured: { entrant_token: token },
      next: waitForMatchNext(league_id, token),
    });
  },
};
