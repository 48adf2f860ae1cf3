import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { type Seat, seatsByKind } from "../../shared/games.ts";
import { accept, type ErrorCode, type Refusal, type Result, refuse } from "../../shared/result.ts";
import { describeIssues } from "../../shared/issues.ts";
import { isToMove, type NewPlayer, type Table } from "../games/table.ts";
import { formatCursor, readCursor } from "../store/cursor.ts";
import type { Sitting } from "../tables/sitting.ts";
import { playerName, type Tables } from "../tables/tables.ts";
import { gamePgn } from "../views/game-pgn.ts";
import { gameSvg } from "../views/game-svg.ts";
import { joinPrompt } from "../views/join-prompt.ts";
import { publicGame } from "../views/public-game.ts";
import { summary } from "../views/summary.ts";
import type { EventStreams } from "./event-stream.ts";
import {
  createRequest,
  drawRequest,
  listRequest,
  moveRequest,
  type PlayerRequest,
  resignRequest,
  talkRequest,
} from "./requests.ts";

/** Longest body of a request to `/api`, in bytes. */
const LONGEST_BODY = 64 * 1024;

export interface WebOptions {
  readonly tables: Tables;
  readonly events: EventStreams;
  readonly mcp: (request: Request) => Promise<Response>;
  readonly now: () => number;
  /** Folder with the built pages, or null where they were not built. */
  readonly pagesDir: string | null;
}

const statuses: Partial<Record<ErrorCode, 400 | 403 | 404 | 409 | 422 | 429 | 503 | 507>> = {
  GAME_NOT_FOUND: 404,
  SEAT_REQUIRED: 403,
  SEAT_TAKEN: 409,
  NOT_YOUR_TURN: 409,
  GAME_OVER: 409,
  GAME_NOT_STARTED: 409,
  STALE_PLY: 409,
  ILLEGAL_MOVE: 422,
  CLAIM_FAILED: 422,
  RATE_LIMITED: 429,
  LIMIT_REACHED: 503,
  HOST_CLOSING: 503,
  STORAGE_FAILED: 507,
};
const refused = (context: Context, { code, message }: Refusal) =>
  context.json({ error: { code, message } }, statuses[code] ?? 400);

/** Everything that a page can ask, as one function from Request to Response. Whoever calls it has checked who asks. */
export function createWebApp({ tables, events, mcp, now, pagesDir }: WebOptions): Hono {
  const app = new Hono();

  app.use("*", async (context, next) => {
    await next();
    context.header("x-content-type-options", "nosniff");
    context.header("referrer-policy", "no-referrer");
    context.header(
      "content-security-policy",
      "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  });
  app.onError((error, context) => {
    const message = error instanceof SyntaxError ? "The body is not JSON" : "Something went wrong in Kibitz; its log says what";
    return context.json({ error: { code: "INVALID_ARGUMENT", message } }, error instanceof SyntaxError ? 400 : 500);
  });
  app.all("/mcp", (context) => mcp(context.req.raw));

  app.use(
    "/api/*",
    bodyLimit({
      maxSize: LONGEST_BODY,
      onError: (context) => context.json({ error: { code: "INVALID_ARGUMENT", message: "The body is longer than 64 KiB" } }, 413),
    }),
  );

  app.get("/api/events", (context) => {
    const seen = context.req.header("last-event-id") ?? context.req.query("after");
    const lastSeen = seen !== undefined && /^\d{1,15}$/.test(seen) ? Number(seen) : null;
    return events.open(lastSeen, context.req.raw.signal);
  });

  app.get("/api/games", (context) => {
    const query = read(listRequest, context.req.query());
    if (!query.ok) return refused(context, query);
    const { status, limit, cursor } = query.value;
    const after = cursor === undefined ? null : readCursor(cursor);
    if (cursor !== undefined && after === null) return refused(context, refuse("INVALID_ARGUMENT", "That cursor is not one of this list"));
    const found = tables.list({ status, limit: limit + 1, after });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return context.json({ games: page.map(summary), next_cursor: found.length > limit && last ? formatCursor(last) : null });
  });

  app.post("/api/games", async (context) => {
    const request = read(createRequest, await context.req.json());
    if (!request.ok) return refused(context, request);
    const { game, players, fen, rounds, clock, legal_moves } = request.value;
    const [first, second] = seatsByKind[game];
    const [one, other] = [players[first], players[second]];
    if (!one || !other || Object.keys(players).length !== 2)
      return refused(context, refuse("INVALID_ARGUMENT", `players: name both seats of ${game}, ${first} and ${second}, and no others`));
    const made = await tables.create({
      kind: game,
      players: [newPlayer(one), newPlayer(other)],
      setup: { fen, rounds },
      clock: clock ? { initialMs: clock.initial_seconds * 1000, incrementMs: clock.increment_seconds * 1000 } : null,
      legalMoves: legal_moves,
      rematchOf: null,
    });
    return made.ok ? context.json(shown(made.value, now()), 201) : refused(context, made);
  });

  app.get("/api/games/:id", (context) => {
    const found = tables.get(context.req.param("id"));
    return found.ok ? context.json(shown(found.value, now())) : refused(context, found);
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

  /** A command for the person's seat. */
  const command = <Schema extends z.ZodType<{ readonly seat?: Seat | undefined }>>(
    path: string,
    schema: Schema,
    run: (id: string, seat: Seat, request: z.output<Schema>) => Promise<Result<Sitting>>,
  ) =>
    app.post(`/api/games/:id/${path}`, async (context) => {
      const id = context.req.param("id") ?? "";
      const text = await context.req.text();
      const request = read(schema, text === "" ? {} : JSON.parse(text));
      if (!request.ok) return refused(context, request);
      const found = tables.get(id);
      if (!found.ok) return refused(context, found);
      const seat = personSeat(found.value.table, request.value.seat);
      if (!seat.ok) return refused(context, seat);
      const done = await run(id, seat.value, request.value);
      return done.ok ? context.json(shown(done.value, now())) : refused(context, done);
    });
  command("moves", moveRequest, async (id, seat, { move, claim_win, claim_draw, ply }) => {
    const played = await tables.play(id, seat, { text: move, claimWin: claim_win, claimDraw: claim_draw, ply });
    return played.ok ? accept(played.value.sitting) : played;
  });
  command("resign", resignRequest, (id, seat) => tables.resign(id, seat));
  command("draw", drawRequest, (id, seat, { answer }) => tables.draw(id, seat, answer));
  command("talk", talkRequest, (id, seat, { message }) => tables.say(id, seat, message));
  command("rematch", resignRequest, async (id, seat) => {
    const made = await tables.rematch(id, seat, null);
    return made.ok ? accept(made.value.sitting) : made;
  });

  app.post("/api/games/:id/seats/:seat/free", async (context) => {
    const id = context.req.param("id");
    const found = tables.get(id);
    if (!found.ok) return refused(context, found);
    const seat = found.value.table.seats.find((seated) => seated.seat === context.req.param("seat"))?.seat;
    if (!seat) return refused(context, refuse("INVALID_ARGUMENT", "There is no such seat in this game"));
    const freed = await tables.freeSeat(id, seat);
    return freed.ok ? context.json(shown(freed.value, now())) : refused(context, freed);
  });

  app.all("/api/*", (context) => context.json({ error: { code: "INVALID_ARGUMENT", message: "There is no such address" } }, 404));

  if (pagesDir === null) app.get("*", (context) => context.text("The pages are not built. Run npm run build, then start again.\n", 503));
  else {
    app.get("*", serveStatic({ root: pagesDir }));
    app.get("/game/:id", serveStatic({ root: pagesDir, path: "index.html" }));
  }
  return app;
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): Result<z.output<Schema>> {
  const parsed = schema.safeParse(value);
  return parsed.success ? accept(parsed.data) : refuse("INVALID_ARGUMENT", describeIssues(parsed.error));
}

function newPlayer(request: PlayerRequest): NewPlayer {
  switch (request.kind) {
    case "human":
      return { kind: "human", name: playerName(request.name, "Human"), level: null, connection: null };
    case "computer":
      return { kind: "computer", name: "Computer", level: request.level, connection: null };
    case "agent":
      return { kind: "agent", name: null, level: null, connection: null };
  }
}

/** The person's seat: the one that was named, else the one that is to move. Agents' and computers' seats are not the person's. */
function personSeat(table: Table, named: Seat | undefined): Result<Seat> {
  const human = table.seats.filter(({ kind }) => kind === "human").map(({ seat }) => seat);
  if (named !== undefined)
    return human.includes(named) ? accept(named) : refuse("SEAT_REQUIRED", `${named} is not a person's seat in game ${table.id}`);
  const seat = human.find((each) => isToMove(table, each)) ?? human[0];
  return seat ? accept(seat) : refuse("SEAT_REQUIRED", `No person plays in game ${table.id}`);
}

/** A game as the dashboard gets it: what a spectator sees, and a join prompt for each open seat. */
function shown(sitting: Sitting, now: number) {
  const { table } = sitting;
  const open = table.outcome ? [] : table.seats.filter(({ name }) => name === null);
  return {
    ...publicGame(sitting, now),
    join_prompts: Object.fromEntries(open.map(({ seat }) => [seat, joinPrompt(table.id)])),
  };
}
