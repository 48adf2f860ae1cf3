import { Hono } from "hono";
import { optionsFor } from "../../../games/options.ts";
import { definitions, findDefinition } from "../../../games/register.ts";
import type { GameList, GameLog, History, ReviewProgress, SetAsideList } from "../../../shared/api.ts";
import { accept, type Refusal, refuse } from "../../../shared/result.ts";
import type { Seats } from "../../../shared/terms.ts";
import type { NewPlayer } from "../../games/machine/create.ts";
import { mayBeReviewed } from "../../games/machine/reviewed.ts";
import { playerName } from "../../games/names.ts";
import { formatCursor, readCursor } from "../../live/cursor.ts";
import { analysisAt, mayAnalyse } from "../../views/analysis.ts";
import { gameSvg } from "../../views/game-svg.ts";
import { cardOf, historyGameOf, personsDetail } from "../../views/game-view.ts";
import { publicEvent } from "../../views/public-event.ts";
import { reviewAndKeep, usualNodes } from "../../views/review.ts";
import { reviewOf } from "../../views/review-view.ts";
import { lookedFor } from "../looked-for.ts";
import type { WebEnv, WebParts } from "../parts.ts";
import {
  createRequest,
  gameReviewRequest,
  gamesListRequest,
  historyRequest,
  logRequest,
  type PlayerRequest,
  plyRequest,
} from "../requests.ts";
import { answerPgn, read, readBody, refused, whileWanted } from "../respond.ts";

/** Games and leagues that cannot be read, by their ids. */
const MOST_NAMED = 5;

/** Games: list, create, read. */
export function gameRoutes({
  games,
  leagues,
  ratings,
  analysis,
  settingsStore,
  now,
  joinCodes,
}: WebParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const setAside = (): SetAsideList => {
    const [bad, badLeagues] = [games.damaged(), leagues.damaged()];
    const named = (all: typeof bad) => all.slice(0, MOST_NAMED).map(({ id }) => id);
    const more = (all: typeof bad) => Math.max(0, all.length - MOST_NAMED);
    return { games: named(bad), leagues: named(badLeagues), more: more(bad) + more(badLeagues) };
  };

  app.get("/api/games", async (context) => {
    const query = read(gamesListRequest, context.req.query());
    if (!query.ok) return refused(context, query);
    const { status, limit, cursor } = query.value;
    const after = readCursor(cursor);
    if (!after.ok) return refused(context, after);
    const page = await games.list({ status, limit, after: after.value });
    const list: GameList = {
      games: page.games.map((state) => cardOf(state, null, now(), joinCodes)),
      next_cursor: page.next && formatCursor(page.next),
      set_aside: setAside(),
      counts: await games.count(),
    };
    return context.json(list);
  });

  app.get("/api/history", async (context) => {
    const query = read(historyRequest, context.req.query());
    if (!query.ok) return refused(context, query);
    if (query.value.game !== undefined && !findDefinition(query.value.game)) return refused(context, noSuchGame);
    const { offset, limit } = query.value;
    const found = await games.history({ ...(await lookedFor(query.value, ratings)), offset, limit });
    const ids = new Set(found.games.flatMap(({ state }) => state.league?.id ?? []));
    const names = new Map(await Promise.all([...ids].map(async (id) => [id, await leagues.nameOf(id)] as const)));
    const history: History = {
      games: found.games.map(({ state, opening }) => {
        const of = state.league ? (names.get(state.league.id) ?? null) : null;
        return historyGameOf(state, { opening, league: of }, now(), joinCodes);
      }),
      total: found.total,
    };
    return context.json(history);
  });

  app.post("/api/games", async (context) => {
    const request = readBody(context, createRequest);
    if (!request.ok) return refused(context, request);
    const { game: kind, players, clock, legal_moves, pace } = request.value;
    const definition = findDefinition(kind);
    if (!definition) return refused(context, noSuchGame);
    const options = optionsFor(definition, definitions, request.value);
    if (!options.ok) return refused(context, options);
    const [first, second] = definition.seats;
    const [one, other] = [players[first], players[second]];
    if (!one || !other || Object.keys(players).length !== 2)
      return refused(context, wrongSeats(kind, definition.seats));
    const name = settingsStore.get().name;
    const made = await games.create({
      kind,
      players: [newPlayer(one, name), newPlayer(other, name)],
      options: options.value,
      clock: clock ? { initialMs: clock.initial_seconds * 1000, incrementMs: clock.increment_seconds * 1000 } : null,
      legalMoves: legal_moves,
      pace,
      rematchOf: null,
    });
    return made.ok ? context.json(personsDetail(made.value, now(), joinCodes), 201) : refused(context, made);
  });

  app.get("/api/games/:id", async (context) => {
    const found = await games.get(context.req.param("id"));
    return found.ok ? context.json(personsDetail(found.value, now(), joinCodes)) : refused(context, found);
  });
  app.get("/api/games/:id/log", async (context) => {
    const query = read(logRequest, context.req.query());
    if (!query.ok) return refused(context, query);
    const { after, limit } = query.value;
    const found = await games.state(context.req.param("id"));
    if (!found.ok) return refused(context, found);
    const state = found.value;
    const logged = await games.log(state.id, after, limit);
    if (!logged.ok) return refused(context, logged);
    const entries = logged.value;
    const log: GameLog = {
      entries: entries.map(({ seq, at, event }) => ({ seq, at, event: publicEvent(event, state) })),
      next_after: entries.length === limit ? (entries.at(-1)?.seq ?? null) : null,
    };
    return context.json(log);
  });
  app.get("/api/games/:id/pgn", async (context) => {
    const found = await games.get(context.req.param("id"));
    return found.ok ? answerPgn(context, found.value) : refused(context, found);
  });
  app.get("/api/games/:id/board.svg", async (context) => {
    const query = read(plyRequest, context.req.query());
    if (!query.ok) return refused(context, query);
    const found = await games.get(context.req.param("id"));
    if (!found.ok) return refused(context, found);
    const ply = Math.min(query.value.ply ?? found.value.moves.length, found.value.moves.length);
    const state = analysis.replays.stateAt(found.value, ply);
    return context.body(gameSvg(found.value, { state, ply }), 200, { "content-type": "image/svg+xml" });
  });
  app.get("/api/games/:id/analysis", async (context) => {
    const query = read(plyRequest, context.req.query());
    if (!query.ok) return refused(context, query);
    const found = await games.get(context.req.param("id"));
    if (!found.ok) return refused(context, found);
    const ply = query.value.ply ?? found.value.moves.length;
    const may = mayAnalyse(found.value.state, null);
    const search = may.ok ? analysisAt(found.value, ply, analysis) : may;
    return search.ok ? whileWanted(context, search.value) : refused(context, search);
  });
  app.get("/api/games/:id/review", async (context) => {
    const found = await games.get(context.req.param("id"));
    return found.ok ? context.json(reviewOf(found.value)) : refused(context, found);
  });
  app.post("/api/games/:id/review", async (context) => {
    const request = readBody(context, gameReviewRequest);
    if (!request.ok) return refused(context, request);
    const found = await games.get(context.req.param("id"));
    if (!found.ok) return refused(context, found);
    const may = mayBeReviewed(found.value.state);
    if (!may.ok) return refused(context, may);
    return whileWanted(context, async (signal, tell) => {
      const progress = (done: number, of: number, notice: string | null) =>
        tell({ done, of, notice } satisfies ReviewProgress);
      const nodes = request.value.nodes ?? usualNodes(found.value);
      const kept = await reviewAndKeep(found.value, nodes, { games, analysis }, signal, progress);
      return kept.ok ? accept(reviewOf(kept.value)) : kept;
    });
  });
  return app;
}

const noSuchGame = refuse(
  "INVALID_ARGUMENT",
  `game: there is none of that kind here. There are ${definitions.map(({ kind }) => kind).join(", ")}`,
);
const wrongSeats = (kind: string, [first, second]: Seats): Refusal =>
  refuse("INVALID_ARGUMENT", `players: name both seats of ${kind}, ${first} and ${second}, and no others`);

function newPlayer(request: PlayerRequest, personName: string): NewPlayer {
  switch (request.kind) {
    case "human":
      return { kind: "human", name: playerName(request.name ?? personName, "Human"), settings: {}, connection: null };
    case "computer":
      return { kind: "computer", name: "Computer", settings: { level: request.level }, connection: null };
    case "agent":
      return { kind: "agent", name: null, settings: {}, connection: null };
  }
}
