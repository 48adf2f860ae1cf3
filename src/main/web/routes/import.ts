import { Hono } from "hono";
import { games } from "../../../games/register.ts";
import { accept, type Result, refuse } from "../../../shared/result.ts";
import type { Steps } from "../../../shared/steps.ts";
import { seatTitle } from "../../../shared/terms.ts";
import { inTurns } from "../../in-turns.ts";
import type { ImportRequest } from "../../tables/making.ts";
import { playerName } from "../../tables/names.ts";
import { twinOf } from "../../tables/twin.ts";
import { personsDetail } from "../../views/game-view.ts";
import type { WebEnv, WebParts } from "../parts.ts";
import { importRequest } from "../requests.ts";
import { readBody, refused } from "../respond.ts";

/** Games that were played elsewhere, one at a time: who has many asks for each, and knows what became of it. */
export function importRoutes({ tables, now, joinCodes }: WebParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.post("/api/import", async (context) => {
    const request = readBody(context, importRequest);
    if (!request.ok) return refused(context, request);
    const game = await inTurns(readImport(request.value.pgn, request.value.line));
    if (!game.ok) return refused(context, game);
    const twin = request.value.unless_known ? await twinOf(tables, game.value) : null;
    if (twin) return refused(context, { ...refuse("CONFLICT", `It is here already: game ${twin.id}`), game: twin.id });
    const made = await tables.importGame(game.value);
    return made.ok ? context.json(personsDetail(made.value, now(), joinCodes), 201) : refused(context, made);
  });
  return app;
}

/** A PGN as a game to keep, of the first kind that is written so. */
function* readImport(text: string, firstLine: number): Steps<Result<ImportRequest>> {
  const game = games.find(({ pgn }) => pgn !== null);
  if (!game?.pgn) return refuse("INVALID_ARGUMENT", "No game here is written as PGN");
  const read = yield* game.pgn.read(text, firstLine);
  if (!read.ok) return read;
  const { names, tags, options, moves, lines, outcome } = read.value;
  const [first, second] = game.seats;
  return accept({
    kind: game.kind,
    names: [playerName(names[first], seatTitle(first)), playerName(names[second], seatTitle(second))],
    tags,
    options,
    moves: moves.map(({ uci }) => uci),
    lines,
    outcome,
  });
}
