import { once } from "node:events";
import { pairText, settingsText } from "../../shared/league-words.ts";
import type { LeagueDetail, LeaguePlanned, LeagueProgress, LeagueReview } from "../../shared/leagues.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import { asked, askedText, type HostLink } from "../asked.ts";
import { fail, failFor, withHost } from "../command.ts";
import { writeNamed } from "../named-file.ts";
import { reviewLeague } from "../review.ts";
import { stopSignal } from "../stop-signal.ts";
import { type LeagueOptions, readLeagueOptions, usage } from "./options.ts";
import { createProgress, type Progress } from "./progress.ts";
import { showLeague } from "./show.ts";
import { figuresText, qualityText, tableText } from "./table.ts";

/** Tables that are printed of one league at the most: of a longer one, the last. */
const MOST_TABLES = 64;

/** What is said of a league that is left before it is over. */
const KEPT = "The league is kept and goes on when Kibitz runs again in this data folder.";
/** The same where another Kibitz runs it. */
const GOES_ON = "The league goes on in the Kibitz that runs, where it can be paused or cancelled.";

/** What is said of a league that waits for the person. */
const pausedText = ({ league_id, set_aside }: LeagueProgress): string =>
  `league ${league_id} is paused: ${set_aside}. It is kept, and resumed on its page in Kibitz`;

/** `kibitz league`: from nothing to a champion; `kibitz league show`: what became of one. */
export const league = ([first, ...others]: readonly string[]): Promise<void> => {
  if (first === "show") return showLeague(others);
  return withHost(readLeagueOptions(first === undefined ? [] : [first, ...others]), usage, withEnd);
};

/** Runs the league and tells the result, or ends with a signal before there is one. */
async function withEnd(link: HostLink, options: LeagueOptions): Promise<void> {
  const stopped = stopSignal();
  const signalled = once(stopped, "abort").then(() => "signal" as const);
  const progress = createProgress(process.stderr);
  const played = await Promise.race([play(link, options, progress, stopped), signalled]);
  progress.clear();
  if (played === "signal") return fail(1, `stopped. ${link.watch === null ? GOES_ON : KEPT}`);
  const done = played.ok ? await conclude(link, options, played.value, stopped) : played;
  if (!done.ok) failFor({ ...done, message: options.inFile(done.message) });
}

/** Makes the league and waits until it is over. */
async function play(
  link: HostLink,
  options: LeagueOptions,
  progress: Progress,
  stopped: AbortSignal,
): Promise<Result<LeagueDetail>> {
  // What cannot be played is not made: nobody else is to come to it.
  const planned = await asked<LeaguePlanned>(link, "POST", "/api/leagues/plan", options.request);
  if (!planned.ok) return planned;
  const lacking = lackingIn(planned.value, options);
  if (lacking !== null) return refuse("INVALID_ARGUMENT", lacking);
  const made = await asked<LeagueDetail>(link, "POST", "/api/leagues", options.request);
  if (!made.ok) return made;
  for (const { name, status } of made.value.field)
    if (status === "suspended")
      process.stderr.write(`kibitz: ${name} does not answer, and is suspended until it does\n`);
  const { league_id: id } = made.value;
  const address = `/api/leagues/${id}`;
  const started = await asked<LeagueDetail>(link, "POST", `${address}/start`);
  if (!started.ok) return started;
  process.stderr.write(`kibitz: league ${id}, ${made.value.game}, seed ${made.value.seed}\n`);
  if (link.watch) process.stderr.write(`kibitz: watch it at ${link.watch}\n`);
  const ended = await follow(link, address, started.value, progress, options.json, stopped);
  return ended.ok || ended.code !== "HOST_CLOSING" ? ended : refuse(ended.code, `${ended.message}. ${KEPT}`);
}

/** What is asked for at the end that games of this kind do not have: hours may pass until then. */
function lackingIn({ pgn, review }: LeaguePlanned, { request, files, review: games }: LeagueOptions): string | null {
  if (files.pgn !== undefined && !pgn) return `--pgn: games of ${request["game"]} have no PGN`;
  return games > 0 && !review ? `--review: no engine looks through games of ${request["game"]}` : null;
}

/** Has games looked through, writes the files, and tells the result. */
async function conclude(
  link: HostLink,
  options: LeagueOptions,
  ended: LeagueDetail,
  stopped: AbortSignal,
): Promise<Result<null>> {
  const { league_id: id, status } = ended;
  const review = options.review > 0 ? await reviewLeague(link, id, options.review, stopped) : accept(null);
  if (!review.ok) fail(1, `the games were not looked through: ${review.message}`);
  else if (review.value && stopped.aborted)
    fail(1, `stopped: ${review.value.reviewed} of ${review.value.games} games were looked through`);
  // The figures of the review are in the files and the report, too.
  for (const [what, file] of Object.entries(options.files))
    writeNamed(what, file, await askedText(link, `/api/leagues/${id}/${what}`));
  const reviewed = options.review > 0 ? await asked<LeagueDetail>(link, "GET", `/api/leagues/${id}`) : accept(ended);
  tell(reviewed.ok ? reviewed.value : ended, review.ok ? review.value : null, options.json);
  return status === "complete" ? accept(null) : refuse("LEAGUE_CLOSED", `league ${id} is ${status}, not complete`);
}

/** Waits for one version after the other until the league is over, and tells of each round. */
async function follow(
  link: HostLink,
  address: string,
  from: LeagueProgress,
  progress: Progress,
  quiet: boolean,
  stopped: AbortSignal,
): Promise<Result<LeagueDetail>> {
  const tables = !quiet && from.rounds_total <= MOST_TABLES;
  // Those that a report had played already were told elsewhere.
  let told = from.rounds_over;
  for (let last = from; ; ) {
    progress.show(last);
    const over = last.status === "complete" || last.status === "cancelled";
    if (over) progress.clear();
    while (tables && told < Math.min(last.rounds_over, last.rounds_total - 1)) {
      const then = await asked<LeagueDetail>(link, "GET", `${address}?after_round=${told + 1}`);
      if (!then.ok) return then;
      told += 1;
      progress.clear();
      process.stdout.write(`\nAfter round ${told}:\n${tableText(then.value)}\n`);
    }
    if (over) return asked<LeagueDetail>(link, "GET", address);
    if (last.set_aside !== undefined) {
      progress.clear();
      return refuse("LEAGUE_CLOSED", pausedText(last));
    }
    const next = await asked<LeagueProgress>(link, "GET", `${address}/progress?after=${last.version}`);
    if (!next.ok) return next;
    if (stopped.aborted) return refuse("HOST_CLOSING", "it was stopped");
    last = next.value;
  }
}

function tell(report: LeagueDetail, review: LeagueReview | null, json: boolean): void {
  if (json) return void process.stdout.write(`${JSON.stringify(review ? { ...report, review } : report)}\n`);
  process.stdout.write(
    [
      `\nFinal table of league ${report.league_id} (${report.game}, ${report.format}, seed ${report.seed}):`,
      tableText(report),
      "",
      figuresText(report),
      "",
      `Played under: ${settingsText(report.settings, report)}`,
      ...report.field.flatMap(({ name, plays }) => (plays === null ? [] : [`${name}: ${plays}`])),
      ...(review ? ["", qualityText(review)] : []),
      ...(report.pair ? ["", pairText(report.pair)] : []),
      ...(report.champion === null ? [] : [`\nChampion: ${report.champion}`]),
      ...(report.no_champion === undefined ? [] : [`\nNo champion: ${report.no_champion}`]),
      "",
    ].join("\n"),
  );
}
