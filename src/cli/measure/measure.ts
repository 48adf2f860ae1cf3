import { once } from "node:events";
import { measurement } from "../../shared/formats/measurement.ts";
import { planNotes } from "../../shared/league-facts.ts";
import { gamesNeededText } from "../../shared/league-words.ts";
import type { LeagueDetail, LeaguePlanned, LeagueProgress } from "../../shared/leagues.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import { fail, failFor, note, print, stopSignal, withHost } from "../command.ts";
import { reviewLeague, writeFiles } from "../files.ts";
import { planText } from "../league/league.ts";
import { type HostLink, leaguesAt, requestHost, resumeLeague } from "../request-host.ts";
import { type MeasureOptions, readMeasureOptions, usage } from "./options.ts";
import { measurementOf, measurementText, standText, unratedText, whyNothing } from "./text.ts";

const RESUME = "`kibitz measure --resume` goes on, in the same data folder.";

export const measure = (args: readonly string[]): Promise<void> => withHost(readMeasureOptions(args), usage, withEnd);

/** Measures, or pauses on a signal. */
async function withEnd(link: HostLink, options: MeasureOptions): Promise<void> {
  const signal = stopSignal();
  const interruption = once(signal, "abort").then(() => "signal" as const);
  if (options.request) {
    const planning = await requestHost<LeaguePlanned>(link, "POST", "/api/leagues/measure/plan", options.request);
    if (options.plan) return print(options.json, planning, planText);
    if (!planning.ok) return failFor(planning);
    planNotes(planning.value).forEach(note);
  }
  const league = options.request
    ? await requestHost<LeagueDetail>(link, "POST", "/api/leagues/measure", options.request)
    : await takeUp(link, options.budget);
  if (!league.ok) return failFor(league);
  const outcome = await Promise.race([followLeague(link, league.value, signal), interruption]);
  if (outcome === "signal") {
    await link.ask("POST", `/api/leagues/${league.value.league_id}/pause`);
    return fail(1, `stopped. ${RESUME}`);
  }
  if (!outcome.ok) return fail(1, outcome.code === "HOST_CLOSING" ? `${outcome.message}. ${RESUME}` : outcome.message);
  const { league_id: id, status } = outcome.value;
  const review = options.review > 0 ? await reviewLeague(link, id, options.review, signal) : null;
  if (review && !review.ok) note(`the games were not looked through: ${review.message}`);
  await writeFiles(link, id, options.files);
  const measurement = measurementOf(outcome.value, review?.ok ? review.value : null);
  if (!measurement) return fail(1, `league ${id} is ${status}: nothing was measured`);
  if (measurement.games === 0 && measurement.unrated > 0)
    return fail(1, `nothing was measured: ${unratedText(measurement)}`);
  const why = whyNothing(measurement);
  if (why !== null) return fail(1, why);
  print(options.json, accept(measurement), measurementText);
}

/** The newest unfinished measurement. */
async function takeUp(link: HostLink, budget: MeasureOptions["budget"]): Promise<Result<LeagueDetail>> {
  for await (const page of leaguesAt(link)) {
    if (!page.ok) return page;
    const league = page.value.find(
      ({ format, status }) => format === measurement.name && status !== "complete" && status !== "cancelled",
    );
    if (league) return resumeLeague(link, league, budget);
  }
  return refuse("LEAGUE_NOT_FOUND", "no measurement was stopped in this data folder.");
}

/** Starts once an entrant is there, and waits for one version after the other until it is over. */
async function followLeague(link: HostLink, league: LeagueDetail, signal: AbortSignal): Promise<Result<LeagueDetail>> {
  const address = `/api/leagues/${league.league_id}`;
  note(`measurement ${league.league_id}, ${league.game}, seed ${league.seed}`);
  if (link.watch) note(`watch it at ${link.watch}`);
  const { measure } = league.settings;
  if (measure) note(gamesNeededText(measure));
  const levels = measure?.levels.length ?? 0;
  let lastLine = "";
  let asks = false;
  for (let last = league; ; ) {
    const { status, join_prompt: prompt } = last;
    if (status === "complete" || status === "cancelled") return accept(last);
    if (last.set_aside !== undefined)
      return refuse("LEAGUE_CLOSED", `the measurement is paused: ${last.set_aside}. ${RESUME}`);
    if (status === "registration_open" || status === "ready") {
      if (last.field.filter((each) => each.status !== "out").length > levels) {
        const start = await requestHost<LeagueDetail>(link, "POST", `${address}/start`);
        if (!start.ok) return start;
        last = start.value;
        continue;
      }
      if (!asks && prompt !== null) note(`paste this into your assistant:\n\n${prompt}\n`);
      asks = true;
    }
    const stand = standText(last);
    if (stand !== lastLine) note(stand);
    lastLine = stand;
    const next = await requestHost<LeagueProgress>(link, "GET", `${address}/progress?after=${last.version}`);
    if (!next.ok) return next;
    if (signal.aborted) return accept(last);
    const full = await requestHost<LeagueDetail>(link, "GET", address);
    if (!full.ok) return full;
    last = full.value;
  }
}
