import type { Context } from "hono";
import { z } from "zod";
import { pgnType } from "../../../games/kibitz.ts";
import type {
  LeagueEntrantDetail,
  LeagueList,
  LeagueProgress,
  PlaceReissued,
  SpectatorAddresses,
} from "../../../shared/leagues.ts";
import { replaySeedId } from "../../../shared/replay.ts";
import { accept, invalid, mapResult, type Result, refuse } from "../../../shared/result.ts";
import { whole } from "../../../shared/schemas.ts";
import { type Steps, withoutSteps } from "../../../shared/steps.ts";
import { cleanLine } from "../../../shared/text.ts";
import { runInSlices } from "../../base/run-in-slices.ts";
import type { NewLeague } from "../../league/machine/decide.ts";
import { isOver, type LiveLeague, leagueAfter } from "../../league/machine/league.ts";
import { measureRequest, planMeasure } from "../../league/measure/plan.ts";
import { LONGEST_NAME, leagueRequest, planAgain, planLeague, resumeRequest } from "../../league/request.ts";
import { leagueTrf } from "../../league/trf/write.ts";
import { formatCursor, readCursor } from "../../live/cursor.ts";
import { leagueBundle } from "../../views/export/bundle/bundle.ts";
import { hasPgn, hasRecords, leaguePgn } from "../../views/export/game-pgn.ts";
import { leagueCsv } from "../../views/export/league-csv.ts";
import { leagueHtml } from "../../views/export/league-html.ts";
import { csvOf, gameRows, jsonOf, moveRows } from "../../views/export/league-rows.ts";
import { gamesOver, leagueReplayPage, seededPage } from "../../views/export/replay-page.ts";
import { type TaggedText, taggedText } from "../../views/export/spectators.ts";
import { leagueResumePrompt } from "../../views/game/join-prompt.ts";
import { entrantDetail, leagueDetail, leagueText } from "../../views/league/league-detail.ts";
import { leagueChoices, plannedLeague } from "../../views/league/league-plan.ts";
import { reviewNext } from "../../views/league/league-quality.ts";
import { entrantTroubles, matchDetail } from "../../views/league/league-troubles.ts";
import * as leagueView from "../../views/league/league-view.ts";
import { ratingListReport } from "../../views/league/rating-view.ts";
import type { WebEnv, WebParts } from "../parts.ts";
import { leagueMoment, leagueWait, listRequest, ratingsRequest, reviewRequest } from "../requests.ts";
import { answerRecords, idOf, inPath, type Outcome, type Routes, textHeaders, textStream, whenOk } from "../respond.ts";
import { notBuilt } from "./records.ts";

/** Milliseconds that a request for the next version of a league waits. */
const LONGEST_WAIT_MS = 25_000;

const nameRequest = z.strictObject({ name: z.string().max(LONGEST_NAME).transform(cleanLine).pipe(z.string().min(1)) });

/** A league before it is created, with reserved places for agents who join later. */
const planRequest = leagueRequest.extend({ agents: whole(0, 512).default(0) });

export function leagueRoutes({ answer, answerQuery, answerBody, answerNew }: Routes, parts: WebParts): void {
  const {
    games,
    leagues,
    lobby,
    entrantTokens,
    admission,
    ratings,
    invitations,
    analysis,
    engines,
    settingsStore,
    replayPage,
    random,
  } = parts;
  const detailOf = async (live: LiveLeague, extent: leagueView.Extent) =>
    runInSlices(leagueDetail(live, await leagueView.knownOf(live, parts), extent));
  /** The league after a request, in full. */
  const detail = async (result: Result<LiveLeague>) =>
    result.ok ? accept(await detailOf(result.value, leagueView.lastOf(result.value.league))) : result;
  const ofLeague = (path: string, run: (live: LiveLeague, context: Context<WebEnv>) => Outcome | Promise<Outcome>) =>
    answer("GET", `/api/leagues/:id/${path}`, (context) =>
      whenOk(leagues.get(idOf(context)), (live) => run(live, context)),
    );

  answerQuery("/api/leagues", listRequest, ({ status, limit, cursor }) =>
    whenOk(readCursor(cursor), async (after) => {
      const page = await leagues.list({ status, limit, after });
      const next_cursor = page.next && formatCursor(page.next);
      return accept<LeagueList>({ leagues: page.leagues.map(leagueView.leagueSummary), next_cursor });
    }),
  );

  answerQuery("/api/ratings", ratingsRequest, async ({ game }) =>
    accept({ ...ratingListReport(game, await ratings.list(game)), ...leagueView.cautionIn(game) }),
  );
  answerNew("/api/leagues", leagueRequest, async (request) =>
    detail(await admission.create(planLeague(request, random))),
  );
  answerNew("/api/leagues/measure", measureRequest, async (request) =>
    detail(await admission.create(planMeasure(request, random))),
  );

  answer("GET", "/api/leagues/choices", () => accept(leagueChoices()));

  const planned = async (planning: Steps<Result<NewLeague>>, agents: number) => {
    const plan = await runInSlices(planning);
    if (!plan.ok) return plan;
    const entrants = await admission.check(plan.value.entrants);
    return entrants.ok ? plannedLeague({ ...plan.value, entrants: entrants.value }, agents) : entrants;
  };
  answerBody("POST", "/api/leagues/plan", planRequest, ({ agents, ...wanted }) =>
    planned(planLeague(wanted, random), agents),
  );
  answerBody("POST", "/api/leagues/measure/plan", measureRequest, (wanted) =>
    planned(planMeasure(wanted, random), 1 - wanted.entrants.length),
  );

  answerQuery("/api/leagues/:id", leagueMoment, ({ rounds, after_round }, context) =>
    whenOk(leagues.get(idOf(context)), async (league) => {
      const live = { ...league, league: leagueAfter(league.league, after_round ?? league.league.round) };
      if (rounds === "last") return detail(accept(live));
      const texts = leagueText(live, await leagueView.knownOf(live, parts));
      return context.body(textStream(texts), 200, { "content-type": "application/json" });
    }),
  );

  ofLeague("rounds/:round{\\d{1,5}}", async ({ league }, context) => {
    const round = Number(inPath(context, "round"));
    if (round < 1 || round > league.round) return invalid(`League ${league.id} has no round ${round} as yet`);
    return accept(leagueView.roundView(league, round));
  });

  ofLeague("entrants/:number{\\d{1,5}}", async (live, context) => {
    const facts = await leagueView.knownOf(live, parts);
    const number = Number(inPath(context, "number"));
    return whenOk(runInSlices(entrantDetail(live, number, facts)), async (entrant) =>
      accept<LeagueEntrantDetail>({ ...entrant, ...(await entrantTroubles(live, number, parts)) }),
    );
  });

  ofLeague("matches/:number{\\d{1,8}}", (live, context) => matchDetail(live, Number(inPath(context, "number")), parts));

  answer("DELETE", "/api/leagues/:id/entrants/:number{\\d{1,5}}", async (context) => {
    return detail(await leagues.act(idOf(context), { type: "takeOut", entrant: Number(inPath(context, "number")) }));
  });

  answer("POST", "/api/leagues/:id/entrants/:number{\\d{1,5}}/reissue", async (context) => {
    const id = idOf(context);
    return mapResult(await lobby.reissue(id, Number(inPath(context, "number"))), ({ entrant }): PlaceReissued => {
      const entrant_token = entrantTokens.tokenOf({ ...entrant, league: id });
      return { entrant_token, prompt: leagueResumePrompt(id, entrant_token) };
    });
  });

  answer("GET", "/api/invitations", async () => accept(await invitations.list()));
  answer("POST", "/api/leagues/:id/entrants/:number{\\d{1,5}}/come", (context) =>
    invitations.take(idOf(context), Number(inPath(context, "number"))),
  );

  answerQuery("/api/leagues/:id/progress", leagueWait, async ({ after }, context) => {
    const isNews = ({ version }: LiveLeague) => version > after;
    const wait = leagues.waitUntil(idOf(context), isNews, LONGEST_WAIT_MS, context.req.raw.signal);
    return whenOk(wait, ({ value: { league, version } }) =>
      accept<LeagueProgress>({ ...leagueView.leagueSummary(league), version }),
    );
  });

  ofLeague("pgn", ({ league }, context) => {
    const { game } = league.settings;
    return answerRecords(context, game, hasRecords(game) ? textStream(leaguePgn(league, games)) : null);
  });

  answerBody("POST", "/api/leagues/:id/review", reviewRequest, (request, context) =>
    whenOk(leagues.get(idOf(context)), ({ league }) =>
      reviewNext(league, request, { games, analysis }, context.req.raw.signal),
    ),
  );

  ofLeague("csv", async (live, context) => {
    const report = await runInSlices(
      leagueView.leagueReport(live, await leagueView.knownOf(live, parts), { rounds: [], hasTable: true }),
    );
    return context.body(await runInSlices(leagueCsv(report)), 200, textHeaders("text/csv"));
  });

  for (const [name, rowsOf] of [
    ["games", gameRows],
    ["moves", moveRows],
  ] as const)
    for (const form of ["csv", "json"] as const)
      ofLeague(`${name}.${form}`, ({ league }, context) => {
        // The programs of the person's engines are theirs to know.
        const own = context.env.principal === "person" ? engines.list() : [];
        const rows = rowsOf(league, games);
        const texts = form === "csv" ? csvOf(rows) : jsonOf(name, rows, league, own);
        const type = form === "csv" ? "text/csv" : "application/json";
        return context.body(textStream(texts), 200, textHeaders(type, `kibitz-league-${league.id}-${name}.${form}`));
      });

  ofLeague("bundle", (live, context) => {
    const { id, status } = live.league;
    // Its secret foretells every choice that is still to come, and its games' answers and remarks belong to the players.
    if (!isOver(live.league)) return invalid(`League ${id} is ${status}: it has a bundle once it is over`);
    const headers = textHeaders("application/jsonl", `kibitz-league-${id}.jsonl`);
    return context.body(textStream(leagueBundle(live, parts)), 200, headers);
  });

  for (const [path, edition] of [["trf", 16] as const, ["trf26", 26] as const])
    ofLeague(path, ({ league }, context) =>
      whenOk(runInSlices(leagueTrf(league, edition)), (report) => context.body(report, 200, textHeaders("text/plain"))),
    );

  ofLeague("html", async (live, context) => {
    const { league } = live;
    const detail = await detailOf(live, { ...leagueView.lastOf(league), rounds: [] });
    const headers = textHeaders("text/html", `kibitz-league-${league.id}.html`);
    return context.body(textStream(leagueHtml(detail, leagueView.roundViews(league))), 200, headers);
  });

  ofLeague("replay", async ({ league }, context) => {
    if ((await runInSlices(gamesOver(league))).length === 0) return invalid("No game of this league is over yet");
    const page = replayPage();
    if (page === null) return notBuilt;
    const { board, pieces } = settingsStore.get();
    const texts = leagueReplayPage(league, { page, look: { board, pieces }, find: (id) => games.get(id) });
    return context.body(textStream(texts), 200, textHeaders("text/html", `kibitz-league-${league.id}-games.html`));
  });

  answerBody("POST", "/api/leagues/:id/resume", resumeRequest, async (budget, context) =>
    detail(await leagues.act(idOf(context), { type: "resume", budget })),
  );
  answer("POST", "/api/leagues/:id/start", async (context) => detail(await admission.start(idOf(context))));
  answer("POST", "/api/leagues/:id/again", (context) =>
    whenOk(leagues.get(idOf(context)), async ({ league }) => {
      context.status(201);
      return detail(await admission.create(withoutSteps(accept(planAgain(league, random)))));
    }),
  );
  answerBody("PUT", "/api/leagues/:id/name", nameRequest, async ({ name }, context) =>
    detail(await leagues.act(idOf(context), { type: "rename", name })),
  );
  answer("DELETE", "/api/leagues/:id", async (context) => detail(await leagues.act(idOf(context), { type: "delete" })));
  for (const type of ["pause", "finish", "cancel", "restore"] as const)
    answer("POST", `/api/leagues/:id/${type}`, async (context) => detail(await leagues.act(idOf(context), { type })));
}

const webhookRequest = z.strictObject({ url: z.string().max(2_000) });

/** One answer for a token that was withdrawn and for one that never was. */
const noAddress = refuse("LEAGUE_NOT_FOUND", "Nobody is shown anything at this address, or not any more");

/** Shows one league to spectators elsewhere: they need its token in the address, and no other. */
export function spectatorRoutes(
  { answer }: Routes,
  { outlets, leagues, spectators, replayPage, settingsStore }: WebParts,
): void {
  const addRoute = (
    path: string,
    type: string,
    show: (live: LiveLeague, part?: string) => Promise<Result<TaggedText>>,
  ) =>
    answer("GET", `/watch/:token/${path}`, async (context) => {
      const league = outlets.leagueBy(inPath(context, "token"));
      const live = league === null ? noAddress : await leagues.get(league);
      if (!live.ok || live.value.league.deletedAt !== null) return noAddress;
      return whenOk(show(live.value, context.req.param("part")), ({ text, etag }) => {
        if (context.req.header("if-none-match")?.includes(etag)) return context.body(null, 304, { etag });
        // Pages elsewhere may show the board in a frame, since nothing can be done on it.
        return context.body(text, 200, { ...textHeaders(type), etag, "content-security-policy": "frame-ancestors *" });
      });
    });
  const seedOf = (live: LiveLeague, game?: string) => {
    const { board, pieces } = settingsStore.get();
    return spectators.seed(live, game, { board, pieces });
  };
  addRoute("pgn/:part?", pgnType, async (live, part) =>
    hasPgn(live.league.settings.game) ? spectators.pgn(live, part) : invalid("Games of this kind have no PGN"),
  );
  addRoute("seed/:part?", "application/json", seedOf);
  addRoute("board/:part?", "text/html", async (live, game) => {
    const [page, seed] = [replayPage(), await seedOf(live, game)];
    if (page === null) return notBuilt;
    // The page's own policy lets it ask nobody; here it asks for the game again.
    const asking = page.replace("default-src 'none';", "default-src 'none'; connect-src 'self';");
    return mapResult(seed, ({ text }) => taggedText(seededPage(asking, replaySeedId, JSON.parse(text))));
  });
}

/** The person says where a league is shown and reported outside. */
export function outletRoutes({ answer, answerBody }: Routes, { outlets, webhooks, leagues, url }: WebParts): void {
  const ofLeague = (context: Context, run: (id: string, live: LiveLeague) => Outcome) =>
    whenOk(leagues.get(idOf(context)), (live) => run(live.league.id, live));
  answer("GET", "/api/leagues/:id/outlets", (context) => ofLeague(context, (id) => accept(outlets.view(id))));
  answer("POST", "/api/leagues/:id/spectators", (context) =>
    ofLeague(context, (id) =>
      mapResult(outlets.admitSpectators(id), (token): SpectatorAddresses => {
        const address = `${url()}/watch/${token}`;
        return { pgn: `${address}/pgn`, board: `${address}/board` };
      }),
    ),
  );
  answerBody("PUT", "/api/leagues/:id/webhook", webhookRequest, (request, context) =>
    ofLeague(context, (id, { version }) => mapResult(webhooks.set(id, request.url, version), (secret) => ({ secret }))),
  );
  for (const [name, nothing] of [
    ["spectators", { watch: undefined }],
    ["webhook", { webhook: undefined }],
  ] as const)
    answer("DELETE", `/api/leagues/:id/${name}`, (context) => ofLeague(context, (id) => outlets.change(id, nothing)));
}
