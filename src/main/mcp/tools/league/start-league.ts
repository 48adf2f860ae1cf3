import { z } from "zod";
import { startLeague as beginLeague } from "../../../league/admission.ts";
import { nextCall } from "../../next-action.ts";
import type { NextAction } from "../../output.ts";
import { defineTool } from "../../tool.ts";
import { getLeagueNext, leagueAnswer, leagueId, leagueOutput, leagueRefusal } from "./shared.ts";

export const startNext = (id: string): NextAction =>
  nextCall("startLeague", { league_id: id }, "Once everybody who is to take part has joined, start it");

export const startLeague = defineTool({
  name: "startLeague",
  toolsets: ["league"],
  title: "Start a league",
  icon: "cup",
  description: "Close the registration and begin the first round. From there the league runs by itself.",
  input: z.strictObject({ league_id: leagueId }),
  output: leagueOutput,
  run: async ({ league_id }, call) => {
    const started = await beginLeague(call.leagues, call.admission, call.ratings, league_id);
    if (!started.ok) return leagueRefusal(started, call, getLeagueNext(league_id));
    return leagueAnswer(started.value, {
      title: `League ${league_id} has begun.`,
      more: "Entrants call waitForNextMatch; getLeague shows how it stands.",
      next: getLeagueNext(league_id),
    });
  },
});
