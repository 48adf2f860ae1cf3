import { type Context, Hono } from "hono";
import { pgnType } from "../../../games/kibitz.ts";
import { definitionOf } from "../../../games/register.ts";
import type { LeagueEntrantDetail, LeagueList, LeagueProgress } from "../../../shared/leagues.ts";
import { accept, invalid, type Result } from "../../../shared/result.ts";
import { whole } from "../../../shared/schemas.ts";
import { runInSlices } from "../../base/run-in-slices.ts";
import { makeLeague, startLeague } from "../../league/admission.ts";
import type { LiveLeague } from "../../league/live-league.ts";
import { leagueAfter } from "../../league/machine/league.ts";
import { measureRequest, planMeasure } from "../../league/measure/plan.ts";
import { leagueRequest, planLeague, resumeRequest } from "../../league/request.ts";
import { leagueTrf } from "../../league/trf/write.ts";
import { formatCursor, readCursor } from "../../live/cursor.ts";
import { leagueCsv } from "../../views/league-csv.ts";
import { entrantDetail, leagueDetail, leagueText } from "../../views/league-detail.ts";
import { leagueHtml } from "../../views/league-html.ts";
import { leaguePgn } from "../../views/league-pgn.ts";
import { leagueChoices, plannedLeague } from "../../views/league-plan.ts";
import { gamesOver, leagueReplayPage } from "../../views/league-replay.ts";
import { reviewNext } from "../../views/league-review.ts";
import { entrantTroubles, matchDetail } from "../../views/league-troubles.ts";
import {
  type Extent,
  knownOf,
  lastOf,
  leagueReport,
  leagueSummary,
  roundView,
  roundViews,
} from "../../views/league-view.ts";
import type { WebEnv, WebParts } from "../parts.ts";
import { leagueMoment, leagueWait, listRequest, reviewRequest } from "../requests.ts";
import { idOf, inPath, noPgn, type Outcome, routesOn } from "../respond.ts";
import { streamed } from "../streamed.ts";
import { notBuilt } from "./export.ts";

/** Milliseconds that a request for the next version of a league waits. */
const LONGEST_WAIT_MS = 25_000;

/** A league before it is created, with reserved places for agents who join later. */
const planRequest = leagueRequest.extend({ agents: whole(0, 512).default(0) });

/** Leagues: list, create, start and stop, read. */
export function leagueRoutes(parts: WebParts): Hono<WebEnv> {
  const { games, leagues, admission, ratings, invitations, analysis, settingsStore, replayPage, random } = parts;
  const app = new Hono<WebEnv>();
  const { answer, answerQuery, answerBody } = routesOn(app);
  const detailOf = async (live: LiveLeague, extent: Extent) =>
    runInSlices(leagueDetail(live, await knownOf(live, parts), extent));
  /** The league after a request, in full. */
  const detail = async (context: Context, done: Result<LiveLeague>, status: 200 | 201 = 200) =>
    done.ok ? context.json(await detailOf(done.value, lastOf(done.value.league)), status) : done;
  const ofLeague = (path: string, run: (live: LiveLeague, context: Context<WebEnv>) => Outcome | Promise<Outcome>) =>
    answer("GET", `/api/leagues/:id/${path}`, async (context) => {
      const found = await leagues.get(idOf(context));
      return found.ok ? run(found.value, context) : found;
    });

  answerQuery("/api/leagues", listRequest, async ({ status, limit, cursor }) => {
    const after = readCursor(cursor);
    if (!after.ok) return after;
    const page = await leagues.list({ status, limit, after: after.value });
    const next_cursor = page.next && formatCursor(page.next);
    return accept<LeagueList>({ leagues: page.leagues.map(leagueSummary), next_cursor });
  });

  answerBody("POST", "/api/leagues", leagueRequest, async (request, context) =>
    detail(context, await makeLeague(leagues, admission, planLeague(request, random)), 201),
  );
  answerBody("POST", "/api/leagues/measure", measureRequest, async (request, context) =>
    detail(context, await makeLeague(leagues, admission, planMeasure(request, random)), 201),
  );

  app.get("/api/leagues/choices", (context) => context.json(leagueChoices()));

  answerBody("POST", "/api/leagues/plan", planRequest, async ({ agents, ...wanted }) => {
    const plan = await runInSlices(planLeague(wanted, random));
    const lacking = plan.ok ? await admission.check(plan.value.entrants) : plan;
    if (!lacking.ok) return lacking;
    return plan.ok ? plannedLeague(plan.value, agents) : plan;
  });

  answerQuery("/api/leagues/:id", leagueMoment, async ({ rounds, after_round }, context) => {
    const found = await leagues.get(idOf(context));
    if (!found.ok) return found;
    const { league } = found.value;
    const live = { ...found.value, league: leagueAfter(league, after_round ?? league.round) };
    if (rounds === "last") return detail(context, accept(live));
    const texts = leagueText(live, await knownOf(live, parts));
    return context.body(streamed(texts), 200, { "content-type": "application/json" });
  });

  ofLeague("rounds/:round{\\d{1,5}}", async ({ league }, context) => {
    const round = Number(inPath(context, "round"));
    if (round < 1 || round > league.round) return invalid(`League ${league.id} has no round ${round} as yet`);
    return accept(roundView(league, round));
  });

  ofLeague("entrants/:number{\\d{1,5}}", async (live, context) => {
    const known = await knownOf(live, parts);
    const number = Number(inPath(context, "number"));
    const entrant = await runInSlices(entrantDetail(live, number, known));
    if (!entrant.ok) return entrant;
    return accept<LeagueEntrantDetail>({ ...entrant.value, ...(await entrantTroubles(live, number, parts)) });
  });

  ofLeague("matches/:number{\\d{1,8}}", (live, context) => matchDetail(live, Number(inPath(context, "number")), parts));

  answer("DELETE", "/api/leagues/:id/entrants/:number{\\d{1,5}}", async (context) => {
    const entrant = Number(inPath(context, "number"));
    return detail(context, await leagues.act(idOf(context), { type: "takeOut", entrant }));
  });

  app.get("/api/invitations", async (context) => context.json(await invitations.list()));
  answer("POST", "/api/leagues/:id/entrants/:number{\\d{1,5}}/come", (context) =>
    invitations.take(idOf(context), Number(inPath(context, "number"))),
  );

  answerQuery("/api/leagues/:id/progress", leagueWait, async ({ after }, context) => {
    const isNews = ({ version }: LiveLeague) => version > after;
    const waited = await leagues.waitUntil(idOf(context), isNews, LONGEST_WAIT_MS, context.req.raw.signal);
    if (!waited.ok) return waited;
    const { league, version } = waited.value.live;
    return accept<LeagueProgress>({ ...leagueSummary(league), version });
  });

  ofLeague("pgn", async ({ league }, context) => {
    if (!definitionOf(league.settings.game).records) return noPgn;
    return context.body(streamed(leaguePgn(league, games)), 200, { "content-type": `${pgnType}; charset=utf-8` });
  });

  answerBody("POST", "/api/leagues/:id/review", reviewRequest, async (request, context) => {
    const found = await leagues.get(idOf(context));
    if (!found.ok) return found;
    return reviewNext(found.value.league, request, { games, analysis }, context.req.raw.signal);
  });

  ofLeague("csv", async (live, context) => {
    const report = await runInSlices(leagueReport(live, await knownOf(live, parts), { rounds: [], crossed: true }));
    return context.body(await runInSlices(leagueCsv(report)), 200, { "content-type": "text/csv; charset=utf-8" });
  });

  for (const [path, edition] of [["trf", 16] as const, ["trf26", 26] as const])
    ofLeague(path, async ({ league }, context) => {
      const report = await runInSlices(leagueTrf(league, edition));
      return report.ok ? context.body(report.value, 200, { "content-type": "text/plain; charset=utf-8" }) : report;
    });

  ofLeague("html", async (live, context) => {
    const { league } = live;
    const told = await detailOf(live, { ...lastOf(league), rounds: [] });
    return context.body(streamed(leagueHtml(told, roundViews(league))), 200, {
      "content-type": "text/html; charset=utf-8",
      // A download: shown as a page of this address, it would have the rights of one of ours.
      "content-disposition": `attachment; filename="kibitz-league-${league.id}.html"`,
    });
  });

  ofLeague("replay", async ({ league }, context) => {
    if ((await runInSlices(gamesOver(league))).length === 0) return invalid("No game of this league is over yet");
    const page = replayPage();
    if (page === null) return notBuilt;
    const { board, pieces } = settingsStore.get();
    const texts = leagueReplayPage(league, { page, look: { board, pieces }, find: (id) => games.get(id) });
    return context.body(streamed(texts), 200, {
      "content-type": "text/html; charset=utf-8",
      // A download, as above.
      "content-disposition": `attachment; filename="kibitz-league-${league.id}-games.html"`,
    });
  });

  answerBody("POST", "/api/leagues/:id/resume", resumeRequest, async (budget, context) =>
    detail(context, await leagues.act(idOf(context), { type: "resume", budget })),
  );
  answer("POST", "/api/leagues/:id/start", async (context) =>
    detail(context, await startLeague(leagues, admission, ratings, idOf(context))),
  );
  for (const type of ["pause", "cancel"] as const)
    answer("POST", `/api/leagues/:id/${type}`, async (context) =>
      detail(context, await leagues.act(idOf(context), { type })),
    );
  return app;
}
