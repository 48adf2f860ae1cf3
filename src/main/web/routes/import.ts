import { definitions } from "../../../games/register.ts";
import type { ReadLines } from "../../../shared/api.ts";
import { plainLines } from "../../../shared/lines.ts";
import { accept, invalid, mapResult, type Result, refuse } from "../../../shared/result.ts";
import type { Steps } from "../../../shared/steps.ts";
import { seatTitle } from "../../../shared/terms.ts";
import { runInSlices } from "../../base/run-in-slices.ts";
import { earlierImport } from "../../games/earlier-import.ts";
import type { ImportRequest } from "../../games/game-factory.ts";
import { playerName } from "../../games/names.ts";
import { createQueue } from "../../live/transactions.ts";
import type { WebParts } from "../parts.ts";
import { importRequest, linesRequest } from "../requests.ts";
import { detailFor, type Outcome, type Routes, whenOk } from "../respond.ts";

/** Imports records of games one at a time, so that the caller knows the outcome of each. */
export function importRoutes({ answerBody, answerNew }: Routes, { games, ...parts }: WebParts): void {
  const detail = detailFor(parts);
  // Of the same game twice at once, the second finds the first.
  const queue = createQueue();

  const importUnlessKnown = async (game: ImportRequest, addsNotes: boolean): Promise<Outcome> => {
    const earlier = await earlierImport(games, game);
    if (!earlier.ok) return earlier;
    if (!earlier.value) return detail(await games.importGame(game));
    const { id, added } = earlier.value;
    if (!added.ok) return { ...added, game: id };
    if (added.value && addsNotes) return detail(await games.addNotes(id, game));
    if (!added.value) return { ...refuse("CONFLICT", `This game was imported before: game ${id}`), game: id };
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
    whenOk(runInSlices(recordIn(pgn)), ({ definition, options, names, moves, lines }) =>
      accept<ReadLines>({ game: definition.kind, options, names, lines: lines ?? plainLines(moves) }),
    ),
  );
}

/** A PGN of the first kind of game that is written so. */
function* recordIn(text: string, firstLine?: number) {
  const definition = definitions.find(({ records }) => records !== undefined);
  if (!definition?.records) return invalid("No game here is written as PGN");
  return mapResult(yield* definition.records.read(text, firstLine), (read) => ({ ...read, definition }));
}

/** The record as a game to store. */
function* importIn(text: string, firstLine: number): Steps<Result<ImportRequest>> {
  const found = yield* recordIn(text, firstLine);
  if (!found.ok) return found;
  const { definition, names, tags, options, moves, lines, outcome } = found.value;
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
