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
import { figuresText, qualityText, tableText } from "./table.ts";

/** Tables that are printed of one league at the most: of a longer one, the last. */
const MOST_TABLES = 64;

/** What is said of a league that is left before it is over. */
const KEPT = "The league is kept and goes on when Kibitz runs again in this data folder.";

/** `kibitz league`: from nothing to a champion. */
export const league = (args: readonly string[]): Promise<void> => withHost(readLeagueOptions(args), usage, withEnd);

/** Runs the league, or ends with a signal: the league is kept, and goes on with the next host. */
async function withEnd(link: HostLink, options: LeagueOptions): Promise<void> {
  const stopped = stopSignal();
  const signalled = once(stopped, "abort").then(() => "signal" as const);
  const progress = createProgress(process.stderr);
  const done = await Promise.race([run(link, options, progress, stopped), signalled]);
  progress.clear();
  if (done === "signal") fail(1, `stopped. ${KEPT}`);
  else if (!done.ok) failFor({ ...done, message: options.inFile(done.message) });
}

async function run(
  link: HostLink,
  options: LeagueOptions,
  progress: Progress,
  stopped: AbortSignal,
): Promise<Result<null>> {
  // What cannot be played is not made: nobody else is to come to it.
  const planned = await asked<LeaguePlanned>(link, "POST", "/api/leagues/plan", options.request);
  if (!planned.ok) return planned;
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
  if (!ended.ok) return ended.code === "HOST_CLOSING" ? refuse(ended.code, `${ended.message}. ${KEPT}`) : ended;
  for (const [what, file] of Object.entries(options.files)) {
    writeNamed(what, file, await askedText(link, `${address}/${what}`));
  }
  const review = options.review > 0 ? await reviewLeague(link, id, options.review, stopped) : accept(null);
  if (!review.ok) fail(1, `the games were not looked through: ${review.message}`);
  tell(ended.value, review.ok ? review.value : null, options.json);
  return ended.value.status === "complete"
    ? accept(null)
    : refuse("LEAGUE_CLOSED", `league ${id} is ${ended.value.status}, not complete`);
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
      `Played under: ${settingsText(report.settings, report.seed)}`,
      ...report.field.flatMap(({ name, plays }) => (plays === null ? [] : [`${name}: ${plays}`])),
      ...(review ? ["", qualityText(review)] : []),
      ...(report.pair ? ["", pairText(report.pair)] : []),
      ...(report.champion === null ? [] : [`\nChampion: ${report.champion}`]),
      "",
    ].join("\n"),
  );
}
