import type { Context } from "hono";
import type { z } from "zod";
import { optionsFor } from "../../../games/options.ts";
import { definitions, findDefinition } from "../../../games/register.ts";
import type * as api from "../../../shared/api.ts";
import { accept, invalid, mapResult, type Refusal, type Result, refuse } from "../../../shared/result.ts";
import type { Seat, Seats } from "../../../shared/terms.ts";
import { newPlayerOf, successorOf } from "../../games/game-factory.ts";
import { gameOfAnswer, type LiveGame } from "../../games/live-game.ts";
import { timeControl } from "../../games/machine/clock.ts";
import { type GameState, isToMove, opponentOf, type SeatState } from "../../games/machine/game-state.ts";
import { mayBeReviewed } from "../../games/machine/notes.ts";
import { mayAnalyse } from "../../games/machine/rights.ts";
import { formatCursor, readCursor } from "../../live/cursor.ts";
import { gameSvg } from "../../views/game/game-svg.ts";
import { cardOf, historyGameOf, moversView, publicEvent } from "../../views/game/game-view.ts";
import { resumePrompt } from "../../views/game/join-prompt.ts";
import { analysisAt, mayEvaluateBeside, reviewAndKeep, reviewOf, usualNodes } from "../../views/game/review.ts";
import type { WebParts } from "../parts.ts";
import * as requests from "../requests.ts";
import { drawRequest, moveRequest, seatRequest, successorRequest, switchRequest, talkRequest } from "../requests.ts";
import { answerPgn, detailFor, idOf, inPath, type Outcome, type Routes, whenOk, whileWanted } from "../respond.ts";

/** Games and leagues that cannot be read, by their ids. */
const MOST_NAMED = 5;

export function gameRoutes({ answer, answerQuery, answerBody, answerNew }: Routes, parts: WebParts): void {
  const { games, leagues, ratings, analysis, settingsStore, now, joinCodes } = parts;
  const detail = detailFor(parts);
  const setAside = (): api.SetAsideList => {
    const [bad, badLeagues] = [games.listDamaged(), leagues.listDamaged()];
    const names = (all: typeof bad) => all.slice(0, MOST_NAMED).map(({ id }) => id);
    const more = (all: typeof bad) => Math.max(0, all.length - MOST_NAMED);
    return { games: names(bad), leagues: names(badLeagues), more: more(bad) + more(badLeagues) };
  };

  answerQuery("/api/games", requests.listRequest, ({ status, limit, cursor }) =>
    whenOk(readCursor(cursor), async (after) => {
      const page = await games.list({ status, limit, after });
      return accept<api.GameList>({
        games: page.games.map((state) => cardOf(state, null, now(), joinCodes)),
        next_cursor: page.next && formatCursor(page.next),
        set_aside: setAside(),
        counts: await games.count(),
      });
    }),
  );

  answerQuery("/api/history", requests.historyRequest, async (query) => {
    if (query.game !== undefined && !findDefinition(query.game)) return noSuchGame;
    const { offset, limit } = query;
    const page = await games.history({ ...(await requests.historyQueryOf(query, ratings)), offset, limit });
    const ids = new Set(page.games.flatMap(({ state }) => state.league?.id ?? []));
    const names = new Map(await Promise.all([...ids].map(async (id) => [id, await leagues.nameOf(id)] as const)));
    return accept<api.History>({
      games: page.games.map(({ state, opening }) => {
        const of = state.league ? (names.get(state.league.id) ?? null) : null;
        return historyGameOf(state, { opening, league: of }, now(), joinCodes);
      }),
      total: page.total,
    });
  });

  answerNew("/api/games", requests.createRequest, async (request) => {
    const { game: kind, players, clock, legal_moves, open_thoughts, pace } = request;
    const definition = findDefinition(kind);
    if (!definition) return noSuchGame;
    const options = optionsFor(definition, definitions, request);
    if (!options.ok) return options;
    const [first, second] = definition.seats;
    const [one, other] = [players[first], players[second]];
    if (!one || !other || Object.keys(players).length !== 2) return wrongSeats(kind, definition.seats);
    const name = settingsStore.get().name;
    return detail(
      await games.create({
        kind,
        players: [newPlayerOf(one, name), newPlayerOf(other, name)],
        options: options.value,
        clock: clock ? timeControl(clock) : null,
        legalMoves: legal_moves,
        openThoughts: open_thoughts,
        pace,
        rematchOf: null,
      }),
    );
  });

  answer("GET", "/api/games/:id/hand", (context) =>
    whenOk(games.get(idOf(context)), (game) => {
      const view = moversView(game);
      return view ? accept(view) : invalid("Only the one to move of two people at one screen has a hand to be shown");
    }),
  );
  answer("GET", "/api/games/:id", async (context) => detail(await games.get(idOf(context))));
  answerQuery("/api/games/:id/log", requests.logRequest, ({ after, limit }, context) =>
    whenOk(games.state(idOf(context)), (state) =>
      whenOk(games.log(state.id, after, limit), (entries) =>
        accept<api.GameLog>({
          entries: entries.map(({ seq, at, event }) => ({ seq, at, event: publicEvent(event, state) })),
          next_after: entries.length === limit ? (entries.at(-1)?.seq ?? null) : null,
        }),
      ),
    ),
  );
  answer("GET", "/api/games/:id/pgn", (context) =>
    whenOk(games.get(idOf(context)), (game) => answerPgn(context, game)),
  );
  answerQuery("/api/games/:id/board.svg", requests.pictureRequest, (query, context) =>
    whenOk(games.get(idOf(context)), (game) => {
      const ply = Math.min(query.ply ?? game.moves.length, game.moves.length);
      const state = analysis.replays.stateAt(game, ply);
      return context.body(gameSvg(game, { ...query, state, ply }), 200, { "content-type": "image/svg+xml" });
    }),
  );
  answerQuery("/api/games/:id/analysis", requests.plyRequest, ({ ply }, context) =>
    whenOk(games.get(idOf(context)), async (game) => {
      const permission = mayAnalyse(game.state, null);
      const may = permission.ok ? mayEvaluateBeside(await games.unfinishedNow()) : permission;
      const search = may.ok ? analysisAt(game, ply ?? game.moves.length, analysis) : may;
      return search.ok ? whileWanted(context, search.value) : search;
    }),
  );
  answer("GET", "/api/games/:id/review", async (context) => mapResult(await games.get(idOf(context)), reviewOf));
  answerBody("POST", "/api/games/:id/review", requests.gameReviewRequest, ({ nodes }, context) =>
    whenOk(games.get(idOf(context)), async (game) => {
      const over = mayBeReviewed(game.state);
      const may = over.ok ? mayEvaluateBeside(await games.unfinishedNow()) : over;
      if (!may.ok) return may;
      return whileWanted(context, async (signal, tell) => {
        const progress = (count: number, of: number, notice: string | null) =>
          tell({ done: count, of, notice } satisfies api.ReviewProgress);
        const result = await reviewAndKeep(game, nodes ?? usualNodes(game), { games, analysis }, signal, progress);
        return mapResult(result, reviewOf);
      });
    }),
  );
}

const noSuchGame = invalid(
  `game: there is none of that kind here. There are ${definitions.map(({ kind }) => kind).join(", ")}`,
);
const wrongSeats = (kind: string, [first, second]: Seats): Refusal =>
  invalid(`players: name both seats of ${kind}, ${first} and ${second}, and no others`);

/** Milliseconds that a driver has to answer an offer. */
const ANSWER_MS = 2_000;

/** The person's actions in a game: commands for the human seat, and the care of the game itself. */
export function commandRoutes(
  { answer, answerBody }: Routes,
  { games, tokenOf, seatCalls, wakes, connections, opens, settingsStore, ...parts }: WebParts,
): void {
  const detail = detailFor(parts);

  const command = <Schema extends z.ZodType<{ readonly seat?: Seat | undefined }>>(
    path: string,
    schema: Schema,
    run: (id: string, seat: Seat, request: z.output<Schema>) => Promise<Result<LiveGame>>,
  ) =>
    answerBody("POST", `/api/games/:id/${path}`, schema, (request, context) => {
      const id = idOf(context);
      // Without a named seat, the seat to move is meant.
      const game = request.seat === undefined ? games.latest(id) : games.get(id);
      return whenOk(game, ({ state }) =>
        whenOk(personSeat(state, request.seat), async (seat) => detail(await run(id, seat, request))),
      );
    });
  command("moves", moveRequest, async (id, seat, { move, claim_win, claim_draw, ply }) =>
    gameOfAnswer(await games.play(id, seat, { text: move, claimWin: claim_win, claimDraw: claim_draw, ply })),
  );
  command("resign", seatRequest, (id, seat) => games.resign(id, seat));
  command("draw", drawRequest, (id, seat, { answer }) => games.draw(id, seat, answer));
  command("takeback", drawRequest, async (id, seat, { answer }) => {
    for (let attempt = 1; ; attempt += 1) {
      const request = await games.takeback(id, seat, answer);
      if (!request.ok || request.value.state.takebackOffer !== seat) return request;
      if (!opponentOf(request.value.state, seat).driven) return request;
      // A driver answers at once, so its answer goes with this one.
      const wait = await games.waitUntil(id, ({ state }) => state.takebackOffer !== seat, ANSWER_MS);
      if (!wait.ok) return wait;
      const { game } = wait.value;
      // A move of the driver may have come in between and cancelled the request: then it is made once more.
      if (attempt > 1 || game.state.ply <= request.value.state.ply) return accept(game);
    }
  });
  command("talk", talkRequest, (id, seat, { message }) => games.say(id, seat, message));
  command("rematch", seatRequest, async (id, seat) => gameOfAnswer(await games.rematch(id, seat, null)));

  answerBody("POST", "/api/games/:id/analysis", switchRequest, async ({ on }, context) =>
    detail(await games.switchAnalysis(idOf(context), on)),
  );
  answer("POST", "/api/games/:id/end", async (context) => detail(await games.callOff(idOf(context))));
  answer("DELETE", "/api/games/:id", async (context) => detail(await games.deleteGame(idOf(context))));
  answer("POST", "/api/games/:id/restore", async (context) => detail(await games.restoreGame(idOf(context))));
  const ofSeat = (
    context: Context,
    run: (state: GameState, seatState: SeatState) => Outcome | Promise<Outcome>,
  ): Promise<Outcome> =>
    whenOk(games.state(idOf(context)), (state) => {
      const seatState = state.seats.find(({ seat }) => seat === inPath(context, "seat"));
      return seatState ? run(state, seatState) : invalid("There is no such seat in this game");
    });
  answer("POST", "/api/games/:id/seats/:seat/free", (context) =>
    ofSeat(context, async ({ id }, { seat }) => detail(await games.freeSeat(id, seat))),
  );
  answerBody("POST", "/api/games/:id/seats/:seat/hand-over", successorRequest, (request, context) =>
    ofSeat(context, async ({ id }, { seat }) =>
      detail(await games.handOver(id, seat, successorOf(request, settingsStore.get().name))),
    ),
  );
  answer("GET", "/api/games/:id/seats/:seat/resume", (context) =>
    ofSeat(context, (state, each) => {
      const token = state.outcome ? null : tokenOf(state, each);
      if (token === null) return invalid("No agent sits there");
      return accept<api.ResumePrompt>({ prompt: resumePrompt(state.id, each.seat, token) });
    }),
  );
  answer("GET", "/api/games/:id/agents", (context) =>
    whenOk(games.get(idOf(context)), (game) => {
      const { state } = game;
      const calls = state.seats.flatMap(({ kind, name: holder, seat, connection }) => {
        if (kind !== "agent" || holder === null) return [];
        const last = seatCalls.of(state, seat);
        const across = opponentOf(state, seat);
        const isAbsent = state.absent === seat && last === null;
        const due = across.kind !== "human" ? null : isAbsent ? 0 : wakes.dueIn(game, across.seat);
        const call: api.AgentCall = {
          last_call: last && new Date(last.at).toISOString(),
          waits: (last?.underWay ?? 0) > 0,
          asleep: (last?.inBackground ?? 0) > 0,
          ...(connection !== null && !connections.isOpen(connection) ? { gone: true } : {}),
          not_listening_in: due === null ? null : Math.ceil(due / 1000),
          opens: due === 0 && !isAbsent ? opens(game, across.seat) : null,
        };
        return [[seat, call]];
      });
      return accept<api.AgentCalls>(Object.fromEntries(calls));
    }),
  );
}

/** The person's seat: the named one, or else the one to move. Seats of agents and computers are not the person's. */
function personSeat(state: GameState, choice: Seat | undefined): Result<Seat> {
  const human = state.seats.filter(({ kind }) => kind === "human").map(({ seat }) => seat);
  if (choice !== undefined)
    return human.includes(choice)
      ? accept(choice)
      : refuse("SEAT_REQUIRED", `${choice} is not a person's seat in game ${state.id}`);
  const seat = human.find((each) => isToMove(state, each)) ?? human[0];
  return seat ? accept(seat) : refuse("SEAT_REQUIRED", `No person plays in game ${state.id}`);
}
