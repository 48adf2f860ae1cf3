import { z } from "zod";
import { remarksOf, rowNotes } from "../../../../shared/league-facts.ts";
import { ratingText } from "../../../../shared/league-words.ts";
import type { LeagueReport } from "../../../../shared/leagues.ts";
import type { Refusal } from "../../../../shared/result.ts";
import { quote } from "../../../../shared/text.ts";
import { runInSlices } from "../../../base/run-in-slices.ts";
import type { LiveLeague } from "../../../league/machine/league.ts";
import { knownOf, leagueReport, leagueSummary } from "../../../views/league/league-view.ts";
import * as answers from "../../answers/answer.ts";
import type { Call } from "../call.ts";
import { answerOrError, copiedText } from "../fields.ts";

export const leagueId = z.string().min(1).max(20).meta(copiedText).describe("The league's id, such as 4821.");
export const entrantToken = z.string().max(200).meta(copiedText).describe("Your secret from the answer of joinLeague.");

const recordsSchema = z.array(z.looseObject({}));
const leagueFields = {
  league_id: z.string(),
  game: z.string(),
  format: z.string(),
  status: z.string(),
  standings: recordsSchema,
  champion: z.string().nullable(),
};
/** Names and types alone: the JSON of a league shows the rest. */
export const fullLeagueOutput = answerOrError({
  ...leagueFields,
  settings: z.looseObject({}),
  rounds: recordsSchema,
  next_round: z.number().nullable(),
  next_match: z.number().nullable(),
  next_rank: z.number().nullable(),
});
/** The output of answers that do not contain the whole league. */
export const leagueOutput = answerOrError({ ...leagueFields, entrant_token: z.string() });

export const getLeagueNext = (id: string): answers.NextAction =>
  answers.nextCall("getLeague", { league_id: id }, "See how it stands");

/** Whether the caller has all of a league's tools, and not an entrant's part alone. */
export const hasAllTools = ({ toolsets }: Call): boolean => toolsets.includes("league");

export function leagueRefusal(refusal: Refusal, call: Call, next: answers.NextAction): answers.ToolAnswer {
  if (refusal.code !== "LEAGUE_NOT_FOUND") return answers.refusalAnswer(refusal, next);
  return hasAllTools(call)
    ? answers.refusalAnswer(refusal, answers.listLeaguesNext())
    : answers.refusalAnswer(refusal, null, "Ask the person which league is meant.");
}

/** The answer where a league is closed to the caller. The person decides whether a removed entrant may join again. */
export async function closedAnswer(refusal: Refusal, call: Call, id: string, token?: string) {
  const entrant = await call.lobby.entrantIn(id, token, call.connection);
  if (!entrant.ok || !entrant.value.entrant.takenOut) return leagueRefusal(refusal, call, getLeagueNext(id));
  return answers.refusalAnswer(
    refusal,
    null,
    "Tell the person that your part in this league has ended. Only if they ask you to take part after all, call joinLeague again, without entrant_token.",
  );
}

function leagueLines({ league }: LiveLeague): readonly string[] {
  const { league_id, name, game, format, status, entrants, round, rounds_total } = leagueSummary(league);
  return [
    `- League ID: ${league_id}`,
    `- Name: ${quote(name)}`,
    `- Game: ${game}, ${format}, ${entrants} entrants`,
    `- Status: ${status.replace("_", " ")}${round > 0 ? `, round ${round} of ${rounds_total}` : ""}`,
  ];
}

interface LeagueTelling extends Pick<answers.Content, "next" | "end"> {
  readonly title: string;
  readonly more?: string | null;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** An answer about a league: a title, what it is, more where there is more, and what to do next. */
export function leagueAnswer(live: LiveLeague, { title, more, fields, next, end }: LeagueTelling): answers.ToolAnswer {
  return answers.answerFrom({
    message: title,
    lines: leagueLines(live),
    paragraphs: [more ?? null],
    fields: { ...leagueSummary(live.league), ...fields },
    next,
    end,
  });
}

/** Entrants of a league whose crosstable an answer brings; that of a larger one is in its matches. */
const MOST_CROSSED = 24;

/** Rows of a table that an answer brings. */
const MOST_ROWS = 40;

type ReportRow = LeagueReport["standings"][number];

/** The table in markdown, and as data, with the rank at which the next part begins; and the report without its rounds. */
export async function tableOf(
  call: Call,
  live: LiveLeague,
  isShown: (row: ReportRow, place: number) => boolean = () => true,
) {
  const hasTable = live.league.seeds.length <= MOST_CROSSED;
  const report = await runInSlices(leagueReport(live, await knownOf(live, call), { rounds: [], hasTable }));
  const visible = report.standings.filter((row, index) => isShown(row, index + 1));
  const standings = visible.slice(0, MOST_ROWS);
  const after = visible[MOST_ROWS];
  const next_rank = after === undefined ? null : report.standings.indexOf(after) + 1;
  const hasQuality = standings.some(({ quality }) => quality !== null);
  const rows = standings.map(
    ({ rank, name, kind, points, played, won, drawn, lost, rating, quality, ...row }) =>
      `| ${rank} | ${quote(name).replaceAll("|", "\\|")} (${[kind, rowNotes(row)].filter((each) => each !== null).join(", ")}) | ${points} | ${played} | ${won} | ${drawn} | ${lost} | ${ratingText(rating)} |${hasQuality ? ` ${quality?.accuracy ?? "–"} |` : ""}`,
  );
  const head = [
    `| # | Name | Points | Played | Won | Drawn | Lost | Rating |${hasQuality ? " Accuracy |" : ""}`,
    `|---|---|---|---|---|---|---|---|${hasQuality ? "---|" : ""}`,
  ];
  const table = rows.length > 0 ? [...head, ...rows].join("\n") : "";
  return {
    text: [
      table,
      ...(report.outcome === undefined ? [] : [`${report.outcome}.`]),
      ...(report.no_champion === undefined ? [] : [`No champion: ${report.no_champion}.`]),
      ...remarksOf(report),
    ].join("\n\n"),
    report,
    standings,
    next_rank,
  };
}
