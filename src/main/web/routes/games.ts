import { optionsFor } from "../../../games/options.ts";
import { definitions, findDefinition } from "../../../games/register.ts";
import type { GameList, GameLog, History, ReviewProgress, SetAsideList } from "../../../shared/api.ts";
import { accept, invalid, mapResult, type Refusal } from "../../../shared/result.ts";
import type { Seats } from "../../../shared/terms.ts";
import { timeControl } from "../../games/machine/clock.ts";
import { mayBeReviewed } from "../../games/machine/reviewed.ts";
import { mayAnalyse } from "../../games/machine/rights.ts";
import { newPlayerOf } from "../../games/wanted-player.ts";
import { formatCursor, readCursor } from "../../live/cursor.ts";
import { analysisAt } from "../../views/analysis.ts";
import { gameSvg } from "../../views/game-svg.ts";
import { cardOf, historyGameOf, publicEvent } from "../../views/game-view.ts";
import { reviewAndKeep, reviewOf, usualNodes } from "../../views/review.ts";
import type { WebParts } from "../parts.ts";
import * as requests from "../requests.ts";
import { answerPgn, detailFor, idOf, type Routes, whenOk, whileWanted } from "../respond.ts";

/** Games and leagues that cannot be read, by their ids. */
const MOST_NAMED = 5;

/** Games: list, create, read. */
export function gameRoutes({ answer, answerQuery, answerBody, answerNew }: Routes, parts: WebParts): void {
  const { games, leagues, ratings, analysis, settingsStore, now, joinCodes } = parts;
  const detail = detailFor(parts);
  const setAside = (): SetAsideList => {
    const [bad, badLeagues] = [games.damaged(), leagues.damaged()];
    const named = (all: typeof bad) => all.slice(0, MOST_NAMED).map(({ id }) => id);
    const more = (all: typeof bad) => Math.max(0, all.length - MOST_NAMED);
    return { games: named(bad), leagues: named(badLeagues), more: more(bad) + more(badLeagues) };
  };

  answerQuery("/api/games", requests.listRequest, ({ status, limit, cursor }) =>
    whenOk(readCursor(cursor), async (after) => {
      const page = await games.list({ status, limit, after });
      return accept<GameList>({
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
    const found = await games.history({ ...(await requests.lookedFor(query, ratings)), offset, limit });
    const ids = new Set(found.games.flatMap(({ state }) => state.league?.id ?? []));
    const names = new Map(await Promise.all([...ids].map(async (id) => [id, await leagues.nameOf(id)] as const)));
    return accept<History>({
      games: found.games.map(({ state, opening }) => {
        const of = state.league ? (names.get(state.league.id) ?? null) : null;
        return historyGameOf(state, { opening, league: of }, now(), joinCodes);
      }),
      total: found.total,
    });
  });

  answerNew("/api/games", requests.createRequest, async (request) => {
    const { game: kind, players, clock, legal_moves, pace } = request;
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
        pace,
        rematchOf: null,
      }),
    );
  });

  answer("GET", "/api/games/:id", async (context) => detail(await games.get(idOf(context))));
  answerQuery("/api/games/:id/log", requests.logRequest, ({ after, limit }, context) =>
    whenOk(games.state(idOf(context)), (state) =>
      whenOk(games.log(state.id, after, limit), (entries) =>
        accept<GameLog>({
          entries: entries.map(({ seq, at, event }) => ({ seq, at, event: publicEvent(event, state) })),
          next_after: entries.length === limit ? (entries.at(-1)?.seq ?? null) : null,
        }),
      ),
    ),
  );
  answer("GET", "/api/games/:id/pgn", (context) =>
    whenOk(games.get(idOf(context)), (game) => answerPgn(context, game)),
  );
  answerQuery("/api/games/:id/board.svg", requests.plyRequest, (query, context) =>
    whenOk(games.get(idOf(context)), (game) => {
      const ply = Math.min(query.ply ?? game.moves.length, game.moves.length);
      const state = analysis.replays.stateAt(game, ply);
      return context.body(gameSvg(game, { state, ply }), 200, { "content-type": "image/svg+xml" });
    }),
  );
  answerQuery("/api/games/:id/analysis", requests.plyRequest, ({ ply }, context) =>
    whenOk(games.get(idOf(context)), (game) => {
      const may = mayAnalyse(game.state, null);
      const search = may.ok ? analysisAt(game, ply ?? game.moves.length, analysis) : may;
      return search.ok ? whileWanted(context, search.value) : search;
    }),
  );
  answer("GET", "/api/games/:id/review", async (context) => mapResult(await games.get(idOf(context)), reviewOf));
  answerBody("POST", "/api/games/:id/review", requests.gameReviewRequest, ({ nodes }, context) =>
    whenOk(games.get(idOf(context)), (game) => {
      const may = mayBeReviewed(game.state);
      if (!may.ok) return may;
      return whileWanted(context, async (signal, tell) => {
        const progress = (done: number, of: number, notice: string | null) =>
          tell({ done, of, notice } satisfies ReviewProgress);
        const kept = await reviewAndKeep(game, nodes ?? usualNodes(game), { games, analysis }, signal, progress);
        return mapResult(kept, reviewOf);
      });
    }),
  );
}

const noSuchGame = invalid(
  `game: there is none of that kind here. There are ${definitions.map(({ kind }) => kind).join(", ")}`,
);
const wrongSeats = (kind: string, [first, second]: Seats): Refusal =>
  invalid(`players: name both seats of ${kind}, ${first} and ${second}, and no others`);
