import type { ReadGame } from "../../../games/game.ts";
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
import type { WebParts } from "../parts.ts";
import { importRequest, linesRequest } from "../requests.ts";
import { detailFor, type Routes, whenOk } from "../respond.ts";

/** Imports records of games one at a time, so that the caller knows the outcome of each. */
export function importRoutes({ answerBody, answerNew }: Routes, { games, ...parts }: WebParts): void {
  const detail = detailFor(parts);
  answerNew("/api/import", importRequest, ({ pgn, line, unless_known }) =>
    whenOk(runInSlices(importIn(pgn, line)), async (game) => {
      const twin = unless_known ? await earlierImport(games, game) : null;
      if (twin) return { ...refuse("CONFLICT", `This game was imported before: game ${twin.id}`), game: twin.id };
      return detail(await games.importGame(game));
    }),
  );

  answerBody("POST", "/api/lines", linesRequest, ({ pgn }) =>
    whenOk(runInSlices(recordIn(pgn)), ({ definition, options, names, moves, lines }) =>
      accept<ReadLines>({ game: definition.kind, options, names, lines: lines ?? plainLines(moves) }),
    ),
  );
}

interface FoundRecord extends ReadGame {
  readonly definition: (typeof definitions)[number];
}

/** A PGN of the first kind of game that is written so. */
function* recordIn(text: string, firstLine?: number): Steps<Result<FoundRecord>> {
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
