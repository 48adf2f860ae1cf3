import { setImmediate as nextPass } from "node:timers/promises";
import type { z } from "zod";
import { pgnType } from "../../../games/kibitz.ts";
import { findDefinition } from "../../../games/register.ts";
import { replaySeedId } from "../../../shared/replay.ts";
import { invalid } from "../../../shared/result.ts";
import { runInSlices } from "../../base/run-in-slices.ts";
import { gamePgn } from "../../views/game-pgn.ts";
import { replaySeed } from "../../views/game-replay.ts";
import { seededPage } from "../../views/seeded-page.ts";
import type { WebParts } from "../parts.ts";
import { historyPgnRequest, lookedFor } from "../requests.ts";
import { idOf, type Routes, streamed, textHeaders, whenOk } from "../respond.ts";

/** Null in a checkout that was never built. */
export const notBuilt = invalid("The page that replays games was not built");

/** Downloads of games: many as one file, one as a page that replays it. */
export function exportRoutes(
  { answer, answerQuery }: Routes,
  { games, ratings, settingsStore, replayPage: pageOf }: WebParts,
): void {
  answerQuery("/api/history/pgn", historyPgnRequest, (query, context) => {
    const { game } = query;
    if (game !== undefined && !findDefinition(game)) return invalid("game: there is none of that kind here");
    return context.body(streamed(written({ games, ratings }, query)), 200, textHeaders(pgnType));
  });
  answer("GET", "/api/games/:id/html", (context) =>
    whenOk(games.get(idOf(context)), async (game) => {
      if (!game.state.outcome) return invalid("This game is still in progress");
      const page = pageOf();
      if (page === null) return notBuilt;
      const { board, pieces } = settingsStore.get();
      const seed = await runInSlices(replaySeed(game, { board, pieces }));
      return context.body(
        seededPage(page, replaySeedId, seed),
        200,
        textHeaders("text/html", `kibitz-${game.state.id}.html`),
      );
    }),
  );
}

/** The games that are found, one after the other, separated by an empty line. */
async function* written(
  { games: liveGames, ratings }: Pick<WebParts, "games" | "ratings">,
  { games, ...query }: z.output<typeof historyPgnRequest>,
): AsyncGenerator<string, void> {
  let first = true;
  for (const id of games?.split(",") ?? (await liveGames.historyIds(await lookedFor(query, ratings)))) {
    // Writing one game takes some milliseconds.
    await nextPass();
    const found = await liveGames.get(id);
    const pgn = found.ok && found.value.state.deletedAt === null ? gamePgn(found.value) : null;
    if (pgn === null) continue;
    yield first ? pgn : `\n${pgn}`;
    first = false;
  }
}
