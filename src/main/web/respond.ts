import type { Context, Hono } from "hono";
import type { z } from "zod";
import { pgnType } from "../../games/kibitz.ts";
import type { ApiError, GameDetail } from "../../shared/api.ts";
import { jsonIn } from "../../shared/fields.ts";
import { describeIssues } from "../../shared/issues.ts";
import { accept, errorStatuses, invalid, mapResult, type Refusal, type Result } from "../../shared/result.ts";
import type { GameKind } from "../../shared/terms.ts";
import { streamOf } from "../base/stream-of.ts";
import type { LiveGame } from "../games/live-game.ts";
import { gamePgn, hasPgn } from "../views/export/game-pgn.ts";
import { personsDetail } from "../views/game/game-view.ts";
import type { WebEnv, WebParts } from "./parts.ts";

export function answerRefusal(context: Context, { code, message, game, addsNotes, mistakes }: Refusal): Response {
  const about = {
    ...(game !== undefined && { game_id: game }),
    ...(addsNotes && { adds_notes: true }),
    ...(mistakes && { mistakes }),
  };
  const body: ApiError = { error: { code, message, ...about } };
  // A page that checks a form while it is filled in expects refusals: they are no errors in the browser's console.
  return context.json(body, context.req.query("refusal") === "expected" ? 200 : errorStatuses[code]);
}

/** Goes on with the value of a result, or answers with its refusal. */
export async function whenOk<T>(
  outcome: Result<T> | Promise<Result<T>>,
  run: (value: T) => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  const result = await outcome;
  return result.ok ? run(result.value) : result;
}

/** The headers of a text; with a file's name, a download: shown as a page here, it would have one's rights. */
export const textHeaders = (type: string, file?: string): Record<string, string> => ({
  "content-type": `${type}; charset=utf-8`,
  ...(file !== undefined && { "content-disposition": `attachment; filename="${file}"` }),
});

/** A function that gives a game after a request, as the person may see it. */
export const detailFor =
  ({ now, joinCodes }: Pick<WebParts, "now" | "joinCodes">) =>
  (result: Result<LiveGame>): Result<GameDetail> =>
    mapResult(result, (game) => personsDetail(game, now(), joinCodes));

/** Answers with games in the notation of their kind; null for a kind without one, which is refused. */
export const answerRecords = (context: Context, kind: GameKind, body: string | ReadableStream | null): Outcome =>
  body === null
    ? invalid("Games of this kind have no PGN, nor another notation for files")
    : context.body(body, 200, textHeaders(hasPgn(kind) ? pgnType : "text/plain"));

/** The same with one game. */
export function answerPgn(context: Context, game: LiveGame): Outcome {
  return answerRecords(context, game.state.kind, gamePgn(game, context.req.query("thoughts") === "true"));
}

/**
 * Answers a request that takes a while, and gives the work up when nobody waits for it any more. `tell` writes lines of
 * progress before the body. A refusal that comes after such a line stands in the body, as an error with the status of
 * success. For the window so does every refusal: a request of Electron's page has no signal, and only the end of an
 * answer that has begun shows that the page has gone.
 */
export async function whileWanted<T>(
  context: Context,
  work: (signal: AbortSignal, tell: (progress: object) => void) => Promise<Result<T>>,
): Promise<Outcome> {
  const departure = new AbortController();
  const encoder = new TextEncoder();
  const signal = AbortSignal.any([context.req.raw.signal, departure.signal]);
  const { promise: beginning, resolve: begin } = Promise.withResolvers<Refusal | null>();
  const body = new ReadableStream({
    start: async (controller) => {
      const working = work(signal, (progress) => {
        if (!signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(progress)}\n`));
        begin(null);
      });
      working.then((outcome) => begin(outcome.ok ? null : outcome)).catch(() => begin(null));
      const result = await working;
      if (signal.aborted) return;
      const line: T | ApiError = result.ok ? result.value : { error: { code: result.code, message: result.message } };
      controller.enqueue(encoder.encode(JSON.stringify(line)));
      controller.close();
    },
    cancel: () => departure.abort(),
  });
  const isWindow = !context.req.url.startsWith("http");
  return (isWindow ? null : await beginning) ?? context.body(body, 200, { "content-type": "application/json" });
}

/** An answer of a route, or a result, whose value is answered as JSON. */
export type Outcome = Response | Result<object | null>;
type Method = "GET" | "POST" | "PUT" | "DELETE";
type RouteHandler<Input> = (input: Input, context: Context<WebEnv>) => Outcome | Promise<Outcome>;

/** Functions that add routes, which give what is to be answered. */
export type Routes = ReturnType<typeof routesOn>;
export function routesOn(app: Hono<WebEnv>) {
  const answer = (method: Method, path: string, run: (context: Context<WebEnv>) => Outcome | Promise<Outcome>) =>
    app.on(method, path, async (context) => {
      const outcome = await run(context);
      if (outcome instanceof Response) return outcome;
      return outcome.ok ? context.json(outcome.value) : answerRefusal(context, outcome);
    });
  const answerBody = <Schema extends z.ZodType>(
    method: Method,
    path: string,
    schema: Schema,
    run: RouteHandler<z.output<Schema>>,
  ) => answer(method, path, (context) => whenOk(readBody(context, schema), (request) => run(request, context)));
  return {
    app,
    answer,
    /** A route to read something, whose query has a schema. */
    answerQuery: <Schema extends z.ZodType>(path: string, schema: Schema, run: RouteHandler<z.output<Schema>>) =>
      answer("GET", path, (context) => whenOk(parse(schema, context.req.query()), (query) => run(query, context))),
    answerBody,
    /** A route that makes what its body describes. */
    answerNew: <Schema extends z.ZodType>(path: string, schema: Schema, run: RouteHandler<z.output<Schema>>) =>
      answerBody("POST", path, schema, (request, context) => {
        context.status(201);
        return run(request, context);
      }),
  };
}

export const inPath = (context: Context, name: string): string => context.req.param(name) ?? "";
export const idOf = (context: Context): string => inPath(context, "id");

/** Parses a request, or returns the refusal that names the mistake. */
function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): Result<z.output<Schema>> {
  const parsing = schema.safeParse(value);
  return parsing.success ? accept(parsing.data) : invalid(describeIssues(parsing.error));
}

/** The JSON of a body; an empty one counts as `{}`. */
function readBody<Schema extends z.ZodType>(context: Context<WebEnv>, schema: Schema): Result<z.output<Schema>> {
  const text = context.get("body");
  const value = text.trim() === "" ? {} : jsonIn(text);
  return value === undefined ? invalid("The body is not JSON") : parse(schema, value);
}

/** A text that is written as fast as it is read, and never all in memory. */
export const textStream = (texts: AsyncGenerator<string, void>) => streamOf(bytesOf(texts));

async function* bytesOf(texts: AsyncGenerator<string, void>) {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}
