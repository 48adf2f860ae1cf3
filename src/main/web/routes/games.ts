import { Hono } from "hono";
import type { GameList } from "../../../shared/api.ts";
import { seatsByKind } from "../../../shared/games.ts";
import { type Refusal, refuse } from "../../../shared/result.ts";
import type { NewPlayer } from "../../games/table.ts";
import { formatCursor, readCursor } from "../../store/cursor.ts";
import { playerName } from "../../tables/tables.ts";
import { gameCard } from "../../views/card.ts";
import { gameDetail } from "../../views/detail.ts";
import { gamePgn } from "../../views/game-pgn.ts";
import { gameSvg } from "../../views/game-svg.ts";
import { analyse } from "../analysis.ts";
import type { WebParts } from "../app.ts";
import { readImport } from "../pgn-request.ts";
import { analysisRequest, createRequest, importRequest, listRequest, type PlayerRequest } from "../requests.ts";
import { read, readBody, refused } from "../respond.ts";

/** Games: list, create, import, look at. */
export function gameRoutes({ tables, store, analyst, preferences, now }: WebParts): Hono {
  const app = new Hono();

  app.get("/api/games", (context) => {
    const query = read(listRequest, context.req.query());
    if (!query.ok) return refused(context, query);
    const { status, limit, cursor } = query.value;
    const after = cursor === undefined ? null : readCursor(cursor);
    if (cursor !== undefined && after === null)
      return refused(context, refuse("INVALID_ARGUMENT", "That cursor is not one of this list"));
    const found = tables.list({ status, limit: limit + 1, after });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const list: GameList = {
      games: page.map((table) => gameCard(table, now())),
      next_cursor: found.length > limit && last ? formatCursor(last) : null,
      counts: store.count(),
    };
    return context.json(list);
  });

  app.post("/api/games", async (context) => {
    const request = await readBody(context, createRequest);
    if (!request.ok) return refused(context, request);
    const { game, players, fen, rounds, clock, legal_moves } = request.value;
    const [first, second] = seatsByKind[game];
    const [one, other] = [players[first], players[second]];
    if (!one || !other || Object.keys(players).length !== 2) return refused(context, wrongSeats(game, first, second));
    const name = preferences.get().name;
    const made = await tables.create({
      kind: game,
      players: [newPlayer(one, name), newPlayer(other, name)],
      setup: { fen, rounds },
      clock: clock ? { initialMs: clock.initial_seconds * 1000, incrementMs: clock.increment_seconds * 1000 } : null,
      legalMoves: legal_moves,
      rematchOf: null,
    });
    if (!made.ok) return refused(context, made);
    return context.json(gameDetail(made.value, store.log(made.value.table.id), now()), 201);
  });

  app.post("/api/import", async (context) => {
    const request = await readBody(context, importRequest);
    if (!request.ok) return refused(context, request);
    const game = readImport(request.value.pgn);
    if (!game.ok) return refused(context, game);
    const made = await tables.importGame(game.value);
    if (!made.ok) return refused(context, made);
    return context.json(gameDetail(made.value, store.log(made.value.table.id), now()), 201);
  });

  app.get("/api/games/:id", (context) => {
    const found = tables.get(context.req.param("id"));
    if (!found.ok) return refused(context, found);
    return context.json(gameDetail(found.value, store.log(found.value.table.id), now()));
  });
  app.get("/api/games/:id/pgn", (context) => {
    const found = tables.get(context.req.param("id"));
    if (!found.ok) return refused(context, found);
    const pgn = gamePgn(found.value);
    if (pgn === null) return refused(context, refuse("INVALID_ARGUMENT", "Only chess games have a PGN"));
    return context.body(pgn, 200, { "content-type": "application/vnd.chess-pgn; charset=utf-8" });
  });
  app.get("/api/games/:id/board.svg", (context) => {
    const found = tables.get(context.req.param("id"));
    if (!found.ok) return refused(context, found);
    return context.body(gameSvg(found.value), 200, { "content-type": "image/svg+xml" });
  });
  app.get("/api/games/:id/analysis", async (context) => {
    const query = read(analysisRequest, context.req.query());
    if (!query.ok) return refused(context, query);
    const found = tables.get(context.req.param("id"));
    if (!found.ok) return refused(context, found);
    const ply = query.value.ply ?? found.value.moves.length;
    const seen = await analyse(found.value, ply, analyst, context.req.raw.signal);
    return seen.ok ? context.json(seen.value) : refused(context, seen);
  });
  return app;
}

const wrongSeats = (game: string, first: string, second: string): Refusal =>
  refuse("INVALID_ARGUMENT", `players: name both seats of ${game}, ${first} and ${second}, and no others`);

function newPlayer(request: PlayerRequest, personName: string): NewPlayer {
  switch (request.kind) {
    case "human":
      return { kind: "human", name: playerName(request.name ?? personName, "Human"), level: null, connection: null };
    case "computer":
      return { kind: "computer", name: "Computer", level: request.level, connection: null };
    case "agent":
      return { kind: "agent", name: null, level: null, connection: null };
  }
}
