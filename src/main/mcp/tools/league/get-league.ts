import { z } from "zod";
import { settingsText } from "../../../../shared/league-words.ts";
import type { LeagueRound } from "../../../../shared/leagues.ts";
import { quoted } from "../../../../shared/text.ts";
import { isOver, type League } from "../../../league/machine/league.ts";
import { lastOf, roundView } from "../../../views/league-view.ts";
import type { Tool } from "../../tool.ts";
import { hasAllTools, leagueAnswer, leagueId, leagueOutput, leagueRefusal, tableOf } from "./shared.ts";
import { startNext } from "./start-league.ts";

const input = z.strictObject({
  league_id: leagueId,
  from_round: z.number().int().min(1).optional().describe("Matches from this round on; else the last ones."),
  from_match: z.number().int().min(1).optional().describe("Within from_round: next_match of the answer before."),
  from_rank: z.number().int().min(1).optional().describe("The table from this rank on; else from the top."),
});
/** Matches that an answer brings: with the rows of a table, fewer tokens than any model's host cuts off at. */
const MOST_MATCHES = 80;

const GOES_ON =
  "Nothing is asked of who looks on: the league runs by itself. joinLeague takes part while it is open; entrants call waitForNextMatch.";

export const getLeague: Tool<typeof input> = {
  name: "getLeague",
  title: "Look at a league",
  description:
    "The schedule, the results, the crosstable and the standings of a league. Of a large one a part: next_round, next_match and next_rank say where to go on.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: leagueOutput,
  run: async ({ league_id, from_round, from_match = 1, from_rank }, call) => {
    const found = await call.leagues.get(league_id);
    if (!found.ok) return leagueRefusal(found, call, null);
    const live = found.value;
    const { text, report, standings, next_rank } = await tableOf(call, live, from_rank);
    const { crosstable, ...told } = report;
    return leagueAnswer(live, {
      title: report.champion === null ? "League" : `League (champion: ${quoted(report.champion)})`,
      more: `Played under: ${settingsText(report.settings, report)}\n\n${text}`,
      structured: {
        ...{ ...told, standings, next_rank },
        ...pageOf(live.league, from_round ?? lastOf(live.league, { matches: MOST_MATCHES }).rounds[0] ?? 1, from_match),
        ...(crosstable.length > 0 ? { crosstable } : {}),
      },
      next: live.league.status === "ready" && hasAllTools(call) ? startNext(league_id) : null,
      end: isOver(live.league) ? undefined : GOES_ON,
    });
  },
};

/** As many matches as fit into an answer, from one on, and where the next ones begin; null after the last. */
function pageOf(league: League, fromRound: number, fromMatch: number) {
  let room = MOST_MATCHES;
  const rounds: LeagueRound[] = [];
  for (let number = fromRound; number <= league.round; number += 1) {
    const { round, matches } = roundView(league, number);
    const skipped = round === fromRound ? fromMatch - 1 : 0;
    const part = matches.slice(skipped, skipped + room);
    if (part.length > 0) rounds.push({ round, matches: part });
    room -= part.length;
    const isCut = skipped + part.length < matches.length;
    if (isCut) return { rounds, next_round: round, next_match: skipped + part.length + 1 };
    if (room === 0) return { rounds, next_round: round < league.round ? round + 1 : null, next_match: null };
  }
  return { rounds, next_round: null, next_match: null };
}
