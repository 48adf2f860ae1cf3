import { z } from "zod";
import { defineTool } from "../../tool.ts";
import { entrantToken, getLeagueNext, leagueAnswer, leagueId, leagueOutput, leagueRefusal } from "./shared.ts";

export const leaveLeague = defineTool({
  name: "leaveLeague",
  toolsets: ["league"],
  title: "Leave a league",
  icon: "flag",
  description:
    "Take part no more. A game that goes on and all later matches are lost by forfeit; there is no way back.",
  destructive: true,
  idempotent: true,
  input: z.strictObject({ league_id: leagueId, entrant_token: entrantToken }),
  output: leagueOutput,
  run: async ({ league_id, entrant_token }, call) => {
    const known = await call.lobby.entrantIn(league_id, entrant_token);
    if (!known.ok) return leagueRefusal(known, call, getLeagueNext(league_id));
    const left = await call.leagues.act(league_id, { type: "leave", entrant: known.value.entrant.number });
    if (!left.ok) return leagueRefusal(left, call, getLeagueNext(league_id));
    return leagueAnswer(left.value, {
      title: `You have left league ${league_id}.`,
      next: null,
      end: "Your part in this league has ended. Make no further calls for it.",
    });
  },
});
