import { z } from "zod";
import { markdownTable } from "../../../../games/markdown.ts";
import { harmlessEntrant } from "../../../../shared/entrants.ts";
import { settingsText } from "../../../../shared/league-facts.ts";
import { standText } from "../../../../shared/league-words.ts";
import { type LeagueReport, type LeagueRound, MOST_ENTRANTS } from "../../../../shared/leagues.ts";
import { whole } from "../../../../shared/schemas.ts";
import { quote } from "../../../../shared/text.ts";
import { takesEntrants } from "../../../league/machine/decide.ts";
import { isOver, type League } from "../../../league/machine/league.ts";
import { agentsLimits, leagueRequest, planLeague } from "../../../league/request.ts";
import { formatCursor, readCursor } from "../../../live/cursor.ts";
import { lastOf, leagueSummary, roundView, warningIn } from "../../../views/league/league-view.ts";
import { answerFrom, listLeaguesNext, type NextAction, nextCall, paragraphs } from "../../answers/answer.ts";
import { answerOrError } from "../fields.ts";
import { defineTool } from "../tool.ts";
import * as shared from "./shared.ts";

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
  output: shared.leagueOutput,
  run: async (args, call) => {
    const planning = planLeague(
      { ...args, on_failure: "random", referees: false, allow_keys: [], allow_commands: [] },
      call.random,
      agentsLimits,
    );
    const creation = await call.admission.create(planning, { agent: call.connection });
    if (!creation.ok)
      return shared.leagueRefusal(creation, call, creation.code === "INVALID_ARGUMENT" ? null : listLeaguesNext());
    const { id, status } = creation.value.league;
    return shared.leagueAnswer(creation.value, {
      title: "League Created Successfully!",
      more: warningIn(creation.value.league),
      next: status === "ready" ? startNext(id) : nextCall("joinLeague", { league_id: id }, needsTwo),
    });
  },
});

const needsTwo = "A league needs two entrants. Take part, and let others join in the same way";

const startNext = (id: string): NextAction =>
  nextCall("startLeague", { league_id: id }, "Once everybody who is to take part has joined, start it");

export const startLeague = defineTool({
  name: "startLeague",
  toolsets: ["league"],
  title: "Start a league",
  icon: "cup",
  description: "Close the registration and begin the first round. From there the league runs by itself.",
  input: z.strictObject({ league_id: shared.leagueId }),
  output: shared.leagueOutput,
  run: async ({ league_id }, call) => {
    const start = await call.admission.start(league_id);
    if (!start.ok) return shared.leagueRefusal(start, call, shared.getLeagueNext(league_id));
    return shared.leagueAnswer(start.value, {
      title: `League ${league_id} has begun.`,
      more: "Entrants call waitForNextMatch; getLeague shows how it stands.",
      next: shared.getLeagueNext(league_id),
    });
  },
});

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
    if (!after.ok) return shared.leagueRefusal(after, call, listLeaguesNext());
    const page = await call.leagues.list({ status, limit, after: after.value });
    const nextCursor = page.next && formatCursor(page.next);
    const leagues = page.leagues.map(leagueSummary);
    const open = page.leagues.find(takesEntrants);
    const next = open ? nextCall("joinLeague", { league_id: open.id }, "Take part") : null;
    const lines = leagues.map(
      ({ league_id, name, game, format, entrants, ...each }) =>
        `- ${league_id} ${quote(name)} (${game}, ${format}): ${entrants} entrants, ${each.status.replace("_", " ")}`,
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

/** Most matches of an answer: with the rows of a table, fewer tokens than the limit of any model's host. */
const MOST_MATCHES = 80;

const GOES_ON =
  "Nothing is asked of who looks on: the league runs by itself. joinLeague takes part while it is open; entrants call waitForNextMatch.";

export const getLeague = defineTool({
  name: "getLeague",
  toolsets: ["entrant", "league"],
  title: "Look at a league",
  icon: "cup",
  description:
    "The schedule, the results, the crosstable and the standings of a league. Of a large one a part: next_round, next_match and next_rank say where to go on.",
  readOnly: true,
  input: z.strictObject({
    league_id: shared.leagueId,
    from_round: z.int().min(1).optional().describe("Matches from this round on; else the last ones."),
    from_match: z.int().min(1).optional().describe("Within from_round: next_match of the answer before."),
    from_rank: z.int().min(1).optional().describe("The table from this rank on; else from the top."),
  }),
  output: shared.fullLeagueOutput,
  run: async ({ league_id, from_round, from_match = 1, from_rank = 1 }, call) => {
    const league = await call.leagues.get(league_id);
    if (!league.ok) return shared.leagueRefusal(league, call, null);
    const live = league.value;
    const { text, report, standings, next_rank } = await shared.tableOf(call, live, (_, place) => place >= from_rank);
    const { crosstable, ...told } = report;
    const from = from_round ?? lastOf(live.league, { matches: MOST_MATCHES }).rounds[0] ?? 1;
    const page = pageOf(live.league, from, from_match);
    return shared.leagueAnswer(live, {
      title: report.champion === null ? "League" : `League (champion: ${quote(report.champion)})`,
      more: paragraphs(
        `Settings: ${settingsText(report.settings, report)}`,
        text,
        next_rank === null ? null : `The table goes on: from_rank ${next_rank}.`,
        crosstableText(crosstable),
        ...page.rounds.map(roundText),
        pageText(from, page),
      ),
      fields: {
        ...told,
        standings,
        next_rank,
        ...page,
        ...(crosstable.length > 0 ? { crosstable } : {}),
      },
      next: live.league.status === "ready" && shared.hasAllTools(call) ? startNext(league_id) : null,
      end: isOver(live.league) ? undefined : GOES_ON,
    });
  },
});

/** The results of each against each, by rank; empty where there are none. */
const crosstableText = (crosstable: LeagueReport["crosstable"]): string => {
  const ranks = crosstable.map((_, index) => String(index + 1));
  const rows = crosstable.map((cells, index) => [ranks[index] ?? "", ...cells]);
  return rows.length === 0 ? "" : `Crosstable, by rank:\n${markdownTable(["#", ...ranks], rows)}`;
};

const roundText = ({ round, matches }: LeagueRound): string =>
  [
    `Round ${round}:`,
    ...matches.map((match) => {
      const { match_id, a, b, games } = match;
      if (b === null) return `- ${match_id}: ${quote(a)} has a bye`;
      return `- ${match_id}: ${quote(a)} – ${quote(b)}: ${standText(match)}${games.length === 0 ? "" : ` (game ${games.join(", ")})`}`;
    }),
  ].join("\n");

/** Where the matches that an answer does not bring are to be found; empty where there are none. */
function pageText(from: number, { next_round, next_match }: ReturnType<typeof pageOf>): string {
  const before = from > 1 ? ["earlier matches: from_round 1"] : [];
  const after = next_match === null ? "" : `, from_match ${next_match}`;
  const later = next_round === null ? [] : [`later ones: from_round ${next_round}${after}`];
  return [...before, ...later].map((each) => `There are ${each}.`).join(" ");
}

/** As many matches as fit into an answer, from one on, and where the next ones begin; null after the last. */
function pageOf(league: League, fromRound: number, fromMatch: number) {
  let room = MOST_MATCHES;
  const rounds: LeagueRound[] = [];
  for (let number = fromRound; number <= league.round; number += 1) {
    const { round, matches } = roundView(league, number);
    const offset = round === fromRound ? fromMatch - 1 : 0;
    const part = matches.slice(offset, offset + room);
    if (part.length > 0) rounds.push({ round, matches: part });
    room -= part.length;
    const isCut = offset + part.length < matches.length;
    if (isCut) return { rounds, next_round: round, next_match: offset + part.length + 1 };
    if (room === 0) return { rounds, next_round: round < league.round ? round + 1 : null, next_match: null };
  }
  return { rounds, next_round: null, next_match: null };
}
