import { once } from "node:events";
import { findFormat } from "../../shared/formats/register.ts";
import { planNotes, remarksOf, roughTime, settingsText } from "../../shared/league-facts.ts";
import { levelText } from "../../shared/league-words.ts";
import type { LeagueDetail, LeagueList, LeaguePlanned, LeagueProgress, LeagueReview } from "../../shared/leagues.ts";
import { accept, invalid, type Result, refuse } from "../../shared/result.ts";
import { amount, quote } from "../../shared/text.ts";
import { fail, failFor, note, print, stopSignal, withHost } from "../command.ts";
import { reviewLeague, writeFiles } from "../files.ts";
import { type HostLink, requestHost, resumeLeague } from "../request-host.ts";
import { type LeagueOptions, readLeagueOptions, usage } from "./options.ts";
import { createProgress, type Progress } from "./progress.ts";
import { startServers } from "./servers.ts";
import { commandLeague, exportLeague, figuresText, showLeague, tableText } from "./show.ts";

/** Most tables that are printed of one league: of a longer one, the last. */
const MOST_TABLES = 64;

const KEPT_NOTICE = "The league is kept and goes on when Kibitz runs again in this data folder.";
const GOES_ON_NOTICE = "The league goes on in the Kibitz that runs, where it can be paused or cancelled.";

const pausedText = ({ league_id, set_aside = "its matches were finished, as was asked" }: LeagueProgress): string =>
  `league ${league_id} is paused: ${set_aside}. It is kept; \`kibitz league --resume ${league_id}\`, or its page in Kibitz, resumes it`;

/** `kibitz league`: creates and plays a league; `show` prints one, `export` writes files of one, others are one request. */
export const league = (args: readonly string[]): Promise<void> => {
  const [first = "--", ...others] = args;
  if (first === "show") return showLeague(others);
  if (first === "export") return exportLeague(others);
  if (!first.startsWith("-")) return commandLeague(first, others);
  return withHost(readLeagueOptions(args), usage, withEnd);
};

/** Runs the league and prints the result, or ends on a signal before there is one. */
async function withEnd(link: HostLink, options: LeagueOptions): Promise<void> {
  if (options.plan) {
    const planning = await planLeague(link, options);
    return print(options.json, planning.ok ? planning : { ...planning, message: options.inFile(planning) }, planText);
  }
  const signal = stopSignal();
  const interruption = once(signal, "abort").then(() => "signal" as const);
  const progress = createProgress(process.stderr);
  const run: Run = { link, options, progress, signal };
  const outcome = await Promise.race([play(run), interruption]);
  progress.clear();
  if (outcome === "signal") return fail(1, `stopped. ${link.watch === null ? GOES_ON_NOTICE : KEPT_NOTICE}`);
  const result = outcome.ok ? await reviewAndPrint(run, outcome.value) : outcome;
  if (!result.ok) failFor({ ...result, message: options.inFile(result) });
}

/** One run of the command, until a signal stops it. */
interface Run {
  readonly link: HostLink;
  readonly options: LeagueOptions;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Creates the league and waits until it is over. */
async function play(run: Run): Promise<Result<LeagueDetail>> {
  const { link, options, signal } = run;
  const resumption = options.resume;
  const found = resumption
    ? await requestHost<LeagueDetail>(link, "GET", `/api/leagues/${resumption.id}`)
    : await createLeague(link, options);
  if (!found.ok) return found;
  const hook = await sendEvents(link, found.value, options.webhook);
  if (!hook.ok) return hook;
  const league = resumption ? await resumeLeague(link, found.value, resumption.budget) : found;
  if (!league.ok) return league;
  const { league_id: id, game, seed } = league.value;
  note(`league ${id}, ${game}, seed ${seed}`);
  if (link.watch) note(`watch it at ${link.watch}`);
  await tellOfOthers(link, id);
  const servers = options.servers && (await startServers(link, id, game, options.servers, signal));
  if (servers && !servers.ok) return servers;
  try {
    const current = await startLeague(run, league.value);
    const final = current.ok ? await follow(run, current.value) : current;
    // The league exists by now, whatever happens to its host.
    return final.ok || final.code !== "HOST_CLOSING" ? final : refuse(final.code, `${final.message}. ${KEPT_NOTICE}`);
  } finally {
    if (servers?.ok) await servers.value.stop();
  }
}

/** Asks what the league would be; creates nothing. */
const planLeague = (link: HostLink, { request, servers }: LeagueOptions): Promise<Result<LeaguePlanned>> =>
  requestHost(link, "POST", "/api/leagues/plan", { ...request, ...(servers ? { agents: servers.players } : {}) });

export const planText = (answer: LeaguePlanned): string =>
  [
    `${amount(answer.entrants, "entrant")}, ${amount(answer.rounds, "round")}, ${amount(answer.games, "game")}: about ${roughTime(answer.seconds)}.`,
    ...answer.models.map(({ name, sent }) => `${name} is sent ${sent} with each prompt.`),
    ...planNotes(answer),
  ].join("\n");

/** Creates a new league. An unplayable one is not created, since nobody else is to join it. */
async function createLeague(link: HostLink, options: LeagueOptions): Promise<Result<LeagueDetail>> {
  const planning = await planLeague(link, options);
  if (!planning.ok) return planning;
  const lacking = lackingIn(planning.value, options);
  if (lacking !== null) return invalid(lacking);
  planNotes(planning.value).forEach(note);
  const creation = await requestHost<LeagueDetail>(link, "POST", "/api/leagues", options.request);
  if (!creation.ok) return creation;
  for (const { name, status } of creation.value.field)
    if (status === "suspended") note(`${name} does not answer, and is suspended until it does`);
  return creation;
}

/** Sends the events of a league to an address, where one is named. */
async function sendEvents(link: HostLink, { league_id: id }: LeagueDetail, url: string | undefined) {
  if (url === undefined) return accept(null);
  const hook = await requestHost<{ readonly secret: string }>(link, "PUT", `/api/leagues/${id}/webhook`, { url });
  if (hook.ok) note(`what happens in it is sent to ${url}, signed with ${hook.value.secret}`);
  return hook;
}

/** Reports other unfinished leagues of the host. */
async function tellOfOthers(link: HostLink, id: string): Promise<void> {
  const others = await requestHost<LeagueList>(link, "GET", "/api/leagues?status=live&limit=20");
  for (const { league_id, name, status, set_aside } of others.ok ? others.value.leagues : []) {
    if (league_id === id) continue;
    const stand =
      status === "paused"
        ? `stays paused${set_aside === undefined ? "" : ` (${set_aside})`}; \`kibitz league --resume ${league_id}\` goes on with it`
        : `goes on beside it; \`kibitz league --resume ${league_id}\` follows it`;
    note(`league ${league_id} ${quote(name)} ${stand}`);
  }
}

/** Starts a league once the agents that are named in it have joined: only then does their time run. */
async function startLeague({ link, signal }: Run, league: LeagueDetail): Promise<Result<LeagueDetail>> {
  const address = `/api/leagues/${league.league_id}`;
  const numbers = new Set<number>();
  for (let last = league; ; ) {
    if (last.status !== "registration_open" && last.status !== "ready") return accept(last);
    const expectation = last.field.filter(({ join_prompt }) => join_prompt !== undefined);
    if (expectation.length === 0) return requestHost<LeagueDetail>(link, "POST", `${address}/start`);
    for (const { number, name, join_prompt } of expectation) {
      if (!numbers.has(number)) note(`paste this into the assistant that plays as ${quote(name)}:\n\n${join_prompt}\n`);
      numbers.add(number);
    }
    const next = await requestHost<LeagueProgress>(link, "GET", `${address}/progress?after=${last.version}`);
    if (!next.ok) return next;
    if (signal.aborted) return refuse("HOST_CLOSING", "it was stopped");
    const full = await requestHost<LeagueDetail>(link, "GET", address);
    if (!full.ok) return full;
    last = full.value;
  }
}

/** Outputs that games of this kind cannot have, checked first, since hours may pass until the end. */
function lackingIn({ pgn, review }: LeaguePlanned, { request, files, review: games }: LeagueOptions): string | null {
  if (files.pgn !== undefined && !pgn)
    return `--pgn: games of ${request["game"]} have no notation for files, such as PGN; --moves writes all moves`;
  return games > 0 && !review ? `--review: no engine looks through games of ${request["game"]}` : null;
}

/** Reviews games, writes the files, and prints the result. */
async function reviewAndPrint({ link, options, signal }: Run, league: LeagueDetail): Promise<Result<null>> {
  const { league_id: id, status } = league;
  const review = options.review > 0 ? await reviewLeague(link, id, options.review, signal) : accept(null);
  if (!review.ok) fail(1, `the games were not looked through: ${review.message}`);
  else if (review.value && signal.aborted)
    fail(1, `stopped: ${review.value.reviewed} of ${review.value.games} games were looked through`);
  // The figures of the review are in the files and the report as well.
  await writeFiles(link, id, options.files);
  const reviewResult =
    options.review > 0 ? await requestHost<LeagueDetail>(link, "GET", `/api/leagues/${id}`) : accept(league);
  printReport(reviewResult.ok ? reviewResult.value : league, review.ok ? review.value : null, options.json);
  return status === "complete" ? accept(null) : refuse("LEAGUE_CLOSED", `league ${id} is ${status}, not complete`);
}

/** Waits for one version after the other until the league is over, and reports each round. */
async function follow({ link, options, progress, signal }: Run, from: LeagueProgress): Promise<Result<LeagueDetail>> {
  const address = `/api/leagues/${from.league_id}`;
  const tables = !options.json && from.rounds_total <= MOST_TABLES;
  // Rounds that came with a tournament report were reported elsewhere.
  let roundCount = from.rounds_over;
  for (let last = from; ; ) {
    progress.show(last);
    const over = last.status === "complete" || last.status === "cancelled";
    if (over) progress.clear();
    while (tables && roundCount < Math.min(last.rounds_over, last.rounds_total - 1)) {
      const then = await requestHost<LeagueDetail>(link, "GET", `${address}?after_round=${roundCount + 1}`);
      if (!then.ok) return then;
      roundCount += 1;
      progress.clear();
      process.stdout.write(`\nAfter round ${roundCount}:\n${tableText(then.value)}\n`);
    }
    if (over) return requestHost<LeagueDetail>(link, "GET", address);
    if (last.set_aside !== undefined || (last.finishing && last.status === "paused")) {
      progress.clear();
      return refuse("LEAGUE_CLOSED", pausedText(last));
    }
    const next = await requestHost<LeagueProgress>(link, "GET", `${address}/progress?after=${last.version}`);
    if (!next.ok) return next;
    if (signal.aborted) return refuse("HOST_CLOSING", "it was stopped");
    last = next.value;
  }
}

/** The way in which a level final was decided; empty for all others. */
function levelFinalText({ format, rounds }: LeagueDetail): string {
  const final = findFormat(format)?.eliminates ? rounds.at(-1)?.matches[0] : undefined;
  const level = final ? levelText(final) : null;
  return level === null ? "" : ` (level final, ${level})`;
}

const reviewText = ({ games, nodes, engines }: LeagueReview): string =>
  `${games} games were reviewed by ${engines.join(", ") || "an engine"} with ${nodes} nodes a position.`;

function printReport(report: LeagueDetail, review: LeagueReview | null, json: boolean): void {
  if (json) return void process.stdout.write(`${JSON.stringify(review ? { ...report, review } : report)}\n`);
  process.stdout.write(
    [
      `\nFinal table of league ${report.league_id} (${report.game}, ${report.format}, seed ${report.seed}):`,
      tableText(report),
      "",
      figuresText(report),
      "",
      `Settings: ${settingsText(report.settings, report)}`,
      ...report.field.flatMap(({ name, plays }) => (plays === null ? [] : [`${name}: ${plays}`])),
      ...(review ? ["", reviewText(review)] : []),
      ...remarksOf(report).flatMap((text) => ["", text]),
      ...(report.champion === null ? [] : [`\nChampion: ${report.champion}${levelFinalText(report)}`]),
      ...(report.outcome === undefined ? [] : [`\n${report.outcome}`]),
      ...(report.no_champion === undefined ? [] : [`\nNo champion: ${report.no_champion}`]),
      "",
    ].join("\n"),
  );
}
