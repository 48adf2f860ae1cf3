import { pgnType } from "../../../games/kibitz.ts";
import { definitions, findDefinition } from "../../../games/register.ts";
import type { ReadLines } from "../../../shared/api.ts";
import { plainLines } from "../../../shared/lines.ts";
import { replaySeedId } from "../../../shared/replay.ts";
import { accept, invalid, mapResult, type Result, refuse } from "../../../shared/result.ts";
import type { Steps } from "../../../shared/steps.ts";
import { seatTitle } from "../../../shared/terms.ts";
import { runInSlices } from "../../base/run-in-slices.ts";
import { earlierImport } from "../../games/archive.ts";
import { type ImportRequest, playerName } from "../../games/game-factory.ts";
import { createQueue } from "../../live/transactions.ts";
import { gamesPgn } from "../../views/export/game-pgn.ts";
import { replaySeed, seededPage } from "../../views/export/replay-page.ts";
import type { WebParts } from "../parts.ts";
import { historyPgnRequest, historyQueryOf, importRequest, linesRequest } from "../requests.ts";
import { detailFor, idOf, type Outcome, type Routes, textHeaders, textStream, whenOk } from "../respond.ts";

/** Imports records of games one at a time, so that the caller knows the outcome of each. */
export function importRoutes({ answerBody, answerNew }: Routes, { games, ...parts }: WebParts): void {
  const detail = detailFor(parts);
  // Of the same game twice at once, the second finds the first.
  const queue = createQueue();

  const importUnlessKnown = async (game: ImportRequest, addsNotes: boolean): Promise<Outcome> => {
    const earlier = await earlierImport(games, game);
    if (!earlier.ok) return earlier;
    if (!earlier.value) return detail(await games.importGame(game));
    const { id, addition } = earlier.value;
    if (!addition.ok) return { ...addition, game: id };
    if (addition.value && addsNotes) return detail(await games.addNotes(id, game));
    if (!addition.value) return { ...refuse("CONFLICT", `This game was imported before: game ${id}`), game: id };
    const message = `Game ${id} is this game without some of these notes: import it with add_notes to add them`;
    return { ...refuse("CONFLICT", message), game: id, addsNotes: true };
  };
  answerNew("/api/import", importRequest, ({ pgn, line, unless_known, add_notes }) =>
    whenOk(runInSlices(importIn(pgn, line)), async (game) =>
      unless_known || add_notes
        ? queue.run(`${game.names} ${game.moves}`, () => importUnlessKnown(game, add_notes))
        : detail(await games.importGame(game)),
    ),
  );

  answerBody("POST", "/api/lines", linesRequest, ({ pgn }) =>
    whenOk(runInSlices(recordIn(pgn, 1, usualKind)), ({ definition, options, names, moves, lines }) =>
      accept<ReadLines>({ game: definition.kind, options, names, lines: lines ?? plainLines(moves) }),
    ),
  );
}

/** The kind in whose notation are texts that look like no other. */
const usualKind = definitions.find(({ records }) => records && !records.matches);

/** A record in the notation that it looks like. */
function* recordIn(
  text: string,
  firstLine?: number,
  definition = definitions.find(({ records }) => records?.matches?.(text)) ?? usualKind,
) {
  if (!definition?.records) return invalid("No game here is written as PGN");
  return mapResult(yield* definition.records.readGame(text, firstLine), (game) => ({ ...game, definition }));
}

function* importIn(text: string, firstLine: number): Steps<Result<ImportRequest>> {
  const record = yield* recordIn(text, firstLine);
  if (!record.ok) return record;
  const { definition, names, tags, options, moves, lines, outcome } = record.value;
  const [first, second] = definition.seats;
  return accept({
    kind: definition.kind,
    names: [playerName(names[first], seatTitle(first)), playerName(names[second], seatTitle(second))],
    tags,
    options,
    moves: moves.map(({ code }) => code),
    lines,
    outcome,
  });
}

/** Null in a checkout that was never built. */
export const notBuilt = invalid("The page that replays games was not built");

/** Downloads of games: many as one file, one as a page that replays it. */
export function exportRoutes(
  { answer, answerQuery }: Routes,
  { games, ratings, settingsStore, replayPage: pageOf }: WebParts,
): void {
  answerQuery("/api/history/pgn", historyPgnRequest, async ({ games: gamesName, ...query }, context) => {
    if (query.game !== undefined && !findDefinition(query.game))
      return invalid("game: there is none of that kind here");
    const ids =
      gamesName?.split(",") ??
      (await games.historyIds(await historyQueryOf({ game: usualKind?.kind, ...query }, ratings)));
    const requests = ids.map((id) => ({ id }));
    return context.body(textStream(gamesPgn(requests, games)), 200, textHeaders(pgnType));
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
