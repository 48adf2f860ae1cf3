import { z } from "zod";
import { quoted } from "../../../../shared/text.ts";
import { isOver } from "../../../league/machine/league.ts";
import type { Tool } from "../../tool.ts";
import { hasAllTools, leagueAnswer, leagueId, leagueOutput, leagueRefusal, tableOf } from "./shared.ts";
import { startNext } from "./start-league.ts";

const input = z.strictObject({
  league_id: leagueId,
  from_round: z.number().int().min(1).optional().describe("Rounds from this one on; else the last ten."),
});
/** Rounds that an answer brings where nobody says from which on. */
const USUAL_ROUNDS = 10;

const GOES_ON =
  "Nothing is asked of who looks on: the league runs by itself. joinLeague takes part while it is open; entrants call waitForNextMatch.";

export const getLeague: Tool<typeof input> = {
  name: "getLeague",
  title: "Look at a league",
  description: "The schedule, the results, the crosstable and the standings of a league.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: leagueOutput,
  run: async ({ league_id, from_round }, call) => {
    const found = await call.leagues.get(league_id);
    if (!found.ok) return leagueRefusal(found, call, null);
    const live = found.value;
    const { text, report } = await tableOf(call, live);
    const from = from_round ?? report.round - USUAL_ROUNDS + 1;
    const rounds = report.rounds.filter(({ round }) => round >= from);
    return leagueAnswer(live, {
      title: report.champion === null ? "League" : `League (champion: ${quoted(report.champion)})`,
      more: text,
      structured: { ...report, rounds },
      next: live.league.status === "ready" && hasAllTools(call) ? startNext(league_id) : null,
      end: isOver(live.league) ? undefined : GOES_ON,
    });
  },
};
