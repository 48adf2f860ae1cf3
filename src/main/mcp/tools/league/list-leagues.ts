import { z } from "zod";
import { whole } from "../../../../shared/schemas.ts";
import { quoted } from "../../../../shared/text.ts";
import { takesEntrants } from "../../../league/machine/decide.ts";
import { formatCursor, readCursor } from "../../../live/cursor.ts";
import { leagueSummary } from "../../../views/league-view.ts";
import { answerFrom } from "../../answer.ts";
import { listLeaguesNext, nextCall } from "../../next-action.ts";
import { answerOrError } from "../../output.ts";
import { defineTool } from "../../tool.ts";
import { leagueRefusal } from "./shared.ts";

export const listLeagues = defineTool({
  name: "listLeagues",
  toolsets: ["league"],
  title: "List leagues",
  icon: "list",
  description: "The leagues at this table, newest first.",
  readOnly: true,
  input: z.strictObject({
    status: z
      .enum(["open", "live", "finished", "all"])
      .default("all")
      .describe("open: takes entrants; live: is played."),
    limit: whole(1, 100).default(20).describe("How many, 1–100; newest first."),
    cursor: z.string().max(100).optional().describe("next_cursor of the page before."),
  }),
  output: answerOrError({
    leagues: z.array(z.looseObject({ league_id: z.string() })),
    next_cursor: z.string().nullable(),
  }),
  run: async ({ status, limit, cursor }, call) => {
    const after = readCursor(cursor);
    if (!after.ok) return leagueRefusal(after, call, listLeaguesNext());
    const page = await call.leagues.list({ status, limit, after: after.value });
    const nextCursor = page.next && formatCursor(page.next);
    const leagues = page.leagues.map(leagueSummary);
    const open = page.leagues.find(takesEntrants);
    const next = open ? nextCall("joinLeague", { league_id: open.id }, "Take part") : null;
    const lines = leagues.map(
      ({ league_id, name, game, format, entrants, ...each }) =>
        `- ${league_id} ${quoted(name)} (${game}, ${format}): ${entrants} entrants, ${each.status.replace("_", " ")}`,
    );
    return answerFrom({
      message: lines.length > 0 ? "" : "There are no such leagues yet.",
      paragraphs: [lines.join("\n"), nextCursor && `There are more: pass cursor “${nextCursor}” for the next page.`],
      fields: { leagues, next_cursor: nextCursor },
      next,
      end: "To set one up, call createLeague; to look at one, call getLeague with its league_id.",
    });
  },
});
