import { type Context, Hono } from "hono";
import { pgnType } from "../../../games/kibitz.ts";
import { definitionOf } from "../../../games/register.ts";
import type { LeagueEntrantDetail, LeagueList, LeagueProgress } from "../../../shared/leagues.ts";
import { refuse } from "../../../shared/result.ts";
import { whole } from "../../../shared/schemas.ts";
import { runInSlices } from "../../base/run-in-slices.ts";
import { makeLeague, startLeague } from "../../league/admission.ts";
import type { LiveLeague } from "../../league/live-league.ts";
import { leagueAfter } from "../../league/machine/league.ts";
import { measureRequest, planMeasure } from "../../league/measure/plan.ts";
import { leagueRequest, planLeague, resumeRequest } from "../../league/request.ts";
import { leagueTrf, type TrfEdition } from "../../league/trf/write.ts";
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
import { read, readBody, refused } from "../respond.ts";
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
  const detailOf = async (live: LiveLeague, extent: Extent) =>
    runInSlices(leagueDetail(live, await knownOf(live, parts), extent));
  const detail = async (context: Context, live: LiveLeague, status: 200 | 201 = 200) =>
    context.json(await detailOf(live, lastOf(live.league)), status);

  app.get("/api/leagues", async (context) => {
    const query = read(listRequest, context.req.query());
    if (!query.ok) return refused(context, query);
    const { status, limit, cursor } = query.value;
    const after = readCursor(cursor);
    if (!after.ok) return refused(context, after);
    const page = await leagues.list({ status, limit, after: after.value });
    const list: LeagueList = {
      leagues: page.leagues.map(leagueSummary),
      next_cursor: page.next && formatCursor(page.next),
    };
    return context.json(list);
  });

  app.post("/api/leagues", async (context) => {
    const request = readBody(context, leagueRequest);
    if (!request.ok) return refused(context, request);
    const made = await makeLeague(leagues, admission, planLeague(request.value, random));
    return made.ok ? detail(context, made.value, 201) : refused(context, made);
  });

  app.post("/api/leagues/measure", async (context) => {
    const request = readBody(context, measureRequest);
    if (!request.ok) return refused(context, request);
    const made = await makeLeague(leagues, admission, planMeasure(request.value, random));
    return made.ok ? detail(context, made.value, 201) : refused(context, made);
  });

  app.get("/api/leagues/choices", (context) => context.json(leagueChoices()));

  app.post("/api/leagues/plan", async (context) => {
    const request = readBody(context, planRequest);
    if (!request.ok) return refused(context, request);
    const { agents, ...wanted } = request.value;
    const plan = await runInSlices(planLeague(wanted, random));
    const lacking = plan.ok ? await admission.check(plan.value.entrants) : plan;
    if (!lacking.ok) return refused(context, lacking);
    const planned = plan.ok ? plannedLeague(plan.value, agents) : plan;
    return planned.ok ? context.json(planned.value) : refused(context, planned);
  });

  app.get("/api/leagues/:id", async (context) => {
    const query = read(leagueMoment, context.req.query());
    if (!query.ok) return refused(context, query);
    const found = await leagues.get(context.req.param("id"));
    if (!found.ok) return refused(context, found);
    const { league } = found.value;
    const { rounds, after_round = league.round } = query.value;
    const live = { ...found.value, league: leagueAfter(league, after_round) };
    if (rounds === "last") return detail(context, live);
    const texts = leagueText(live, await knownOf(live, parts));
    return context.body(streamed(texts), 200, { "content-type": "application/json" });
  });

  app.get("/api/leagues/:id/rounds/:round{\\d{1,5}}", async (context) => {
    const found = await leagues.get(context.req.param("id"));
    if (!found.ok) return refused(context, found);
    const { league } = found.value;
    const round = Number(context.req.param("round"));
    if (round < 1 || round > league.round)
      return refused(context, refuse("INVALID_ARGUMENT", `League ${league.id} has no round ${round} as yet`));
    return context.json(roundView(league, round));
  });

  app.get("/api/leagues/:id/entrants/:number{\\d{1,5}}", async (context) => {
    const found = await leagues.get(context.req.param("id"));
    if (!found.ok) return refused(context, found);
    const known = await knownOf(found.value, parts);
    const number = Number(context.req.param("number"));
    const entrant = await runInSlices(entrantDetail(found.value, number, known));
    if (!entrant.ok) return refused(context, entrant);
    const detailed: LeagueEntrantDetail = { ...entrant.value, ...(await entrantTroubles(found.value, number, parts)) };
    return context.json(detailed);
  });

  app.get("/api/leagues/:id/matches/:number{\\d{1,8}}", async (context) => {
    const found = await leagues.get(context.req.param("id"));
    if (!found.ok) return refused(context, found);
    const match = await matchDetail(found.value, Number(context.req.param("number")), parts);
    return match.ok ? context.json(match.value) : refused(context, match);
  });

  app.delete("/api/leagues/:id/entrants/:number{\\d{1,5}}", async (context) => {
    const entrant = Number(context.req.param("number"));
    const done = await leagues.act(context.req.param("id"), { type: "takeOut", entrant });
    return done.ok ? detail(context, done.value) : refused(context, done);
  });

  app.get("/api/invitations", async (context) => context.json(await invitations.list()));
  app.post("/api/leagues/:id/entrants/:number{\\d{1,5}}/come", async (context) => {
    const taken = await invitations.take(context.req.param("id"), Number(context.req.param("number")));
    return taken.ok ? context.json(taken.value) : refused(context, taken);
  });

  app.get("/api/leagues/:id/progress", async (context) => {
    const query = read(leagueWait, context.req.query());
    if (!query.ok) return refused(context, query);
    const { after } = query.value;
    const signal = context.req.raw.signal;
    const isNews = ({ version }: LiveLeague) => version > after;
    const waited = await leagues.waitUntil(context.req.param("id"), isNews, LONGEST_WAIT_MS, signal);
    if (!waited.ok) return refused(context, waited);
    const { league, version } = waited.value.live;
    const progress: LeagueProgress = { ...leagueSummary(league), version };
    return context.json(progress);
  });

  app.get("/api/leagues/:id/pgn", async (context) => {
    const found = await leagues.get(context.req.param("id"));
    if (!found.ok) return refused(context, found);
    const { league } = found.value;
    if (!definitionOf(league.settings.game).records)
      return refused(context, refuse("INVALID_ARGUMENT", "Games of this kind have no PGN"));
    return context.body(streamed(leaguePgn(league, games)), 200, {
      "content-type": `${pgnType}; charset=utf-8`,
    });
  });

  app.post("/api/leagues/:id/review", async (context) => {
    const request = readBody(context, reviewRequest);
    if (!request.ok) return refused(context, request);
    const found = await leagues.get(context.req.param("id"));
    if (!found.ok) return refused(context, found);
    const { signal } = context.req.raw;
    const seen = await reviewNext(found.value.league, request.value, { games, analysis }, signal);
    return seen.ok ? context.json(seen.value) : refused(context, seen);
  });

  app.get("/api/leagues/:id/csv", async (context) => {
    const found = await leagues.get(context.req.param("id"));
    if (!found.ok) return refused(context, found);
    const live = found.value;
    const report = await runInSlices(leagueReport(live, await knownOf(live, parts), { rounds: [], crossed: true }));
    return context.body(await runInSlices(leagueCsv(report)), 200, { "content-type": "text/csv; charset=utf-8" });
  });

  const trf = (edition: TrfEdition) => async (context: Context) => {
    const found = await leagues.get(context.req.param("id") ?? "");
    if (!found.ok) return refused(context, found);
    const report = await runInSlices(leagueTrf(found.value.league, edition));
    if (!report.ok) return refused(context, report);
    return context.body(report.value, 200, { "content-type": "text/plain; charset=utf-8" });
  };
  app.get("/api/leagues/:id/trf", trf(16));
  app.get("/api/leagues/:id/trf26", trf(26));

  app.get("/api/leagues/:id/html", async (context) => {
    const found = await leagues.get(context.req.param("id"));
    if (!found.ok) return refused(context, found);
    const { league } = found.value;
    const told = await detailOf(found.value, { ...lastOf(league), rounds: [] });
    return context.body(streamed(leagueHtml(told, roundViews(league))), 200, {
      "content-type": "text/html; charset=utf-8",
      // A download: shown as a page of this address, it would have the rights of one of ours.
      "content-disposition": `attachment; filename="kibitz-league-${league.id}.html"`,
    });
  });

  app.get("/api/leagues/:id/replay", async (context) => {
    const found = await leagues.get(context.req.param("id"));
    if (!found.ok) return refused(context, found);
    const { league } = found.value;
    if ((await runInSlices(gamesOver(league))).length === 0)
      return refused(context, refuse("INVALID_ARGUMENT", "No game of this league is over yet"));
    const page = replayPage();
    if (page === null) return refused(context, notBuilt);
    const { board, pieces } = settingsStore.get();
    const texts = leagueReplayPage(league, { page, look: { board, pieces }, find: (id) => games.get(id) });
    return context.body(streamed(texts), 200, {
      "content-type": "text/html; charset=utf-8",
      // A download, as above.
      "content-disposition": `attachment; filename="kibitz-league-${league.id}-games.html"`,
    });
  });

  app.post("/api/leagues/:id/resume", async (context) => {
    const request = readBody(context, resumeRequest);
    if (!request.ok) return refused(context, request);
    const { max_cost: cost, max_tokens: tokens } = request.value;
    const budget = { ...(cost === undefined ? {} : { cost }), ...(tokens === undefined ? {} : { tokens }) };
    const done = await leagues.act(context.req.param("id"), { type: "resume", budget });
    return done.ok ? detail(context, done.value) : refused(context, done);
  });

  for (const type of ["start", "pause", "cancel"] as const) {
    app.post(`/api/leagues/:id/${type}`, async (context) => {
      const id = context.req.param("id");
      const done =
        type === "start" ? await startLeague(leagues, admission, ratings, id) : await leagues.act(id, { type });
      return done.ok ? detail(context, done.value) : refused(context, done);
    });
  }
  return app;
}
