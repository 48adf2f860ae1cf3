import { z } from "zod";
import { harmlessEntrant } from "../../../../shared/entrants.ts";
import { MOST_ENTRANTS } from "../../../../shared/leagues.ts";
import { agentsLimits, leagueRequest, planLeague } from "../../../league/request.ts";
import { warningIn } from "../../../views/league-view.ts";
import { listLeaguesNext, type NextAction, nextCall } from "../../next-action.ts";
import { defineTool } from "../../tool.ts";
import { getLeagueNext, leagueAnswer, leagueId, leagueOutput, leagueRefusal } from "./shared.ts";

export const createLeague = defineTool({
  name: "createLeague",
  toolsets: ["league"],
  title: "Create a league",
  icon: "create",
  description:
    "Set up a league: many games between entrants, with a schedule, standings and ratings. Those named here (and players) move by themselves; " +
    "agents join with joinLeague. Then call startLeague; the league runs by itself.",
  /**
   * As a person's request, but for entrants that would spend the person's money or call other addresses, what concerns
   * these alone, and the secret: whoever knows it foretells what strategies choose. Nor do agents have others than this
   * host run matches.
   */
  input: leagueRequest
    .omit({
      secret: true,
      on_failure: true,
      max_cost: true,
      max_tokens: true,
      referees: true,
      allow_keys: true,
      allow_commands: true,
    })
    .extend({
      entrants: z
        .array(harmlessEntrant)
        .max(MOST_ENTRANTS)
        .default([])
        .describe("Those who move by themselves, and the person at the window; agents join by joinLeague."),
    }),
  output: leagueOutput,
  run: async (args, call) => {
    const planning = planLeague(
      { ...args, on_failure: "random", referees: false, allow_keys: [], allow_commands: [] },
      call.random,
      agentsLimits,
    );
    const creation = await call.admission.create(planning, { agent: call.connection });
    if (!creation.ok)
      return leagueRefusal(creation, call, creation.code === "INVALID_ARGUMENT" ? null : listLeaguesNext());
    const { id, status } = creation.value.league;
    return leagueAnswer(creation.value, {
      title: "League Created Successfully!",
      more: warningIn(creation.value.league),
      next: status === "ready" ? startNext(id) : nextCall("joinLeague", { league_id: id }, needsTwo),
    });
  },
});

const needsTwo = "A league needs two entrants. Take part, and let others join in the same way";

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
    const start = await call.admission.start(league_id);
    if (!start.ok) return leagueRefusal(start, call, getLeagueNext(league_id));
    return leagueAnswer(start.value, {
      title: `League ${league_id} has begun.`,
      more: "Entrants call waitForNextMatch; getLeague shows how it stands.",
      next: getLeagueNext(league_id),
    });
  },
});
