import { isDeepStrictEqual } from "node:util";
import { searchWords } from "../../shared/text.ts";
import { allFinished } from "../store/store.ts";
import type { Archive } from "./archive.ts";
import type { ImportRequest } from "./game-factory.ts";
import type { GameState } from "./machine/game-state.ts";
import { recordOf } from "./record-of.ts";

/** Most games of the same two players at the same event that are compared. */
const MOST_LOOKED_AT = 200;

/**
 * The game that this record was imported as before: of the same players, with the same tags, as many moves and the same
 * last one. Null where there is none, or where it was deleted.
 */
export async function earlierImport(
  { history }: Pick<Archive, "history">,
  { kind, names, tags, moves }: Pick<ImportRequest, "kind" | "names" | "tags" | "moves">,
): Promise<GameState | null> {
  const event = recordOf({ imported: tags, study: null })?.event ?? "";
  const { games } = await history({
    ...allFinished,
    kind,
    words: searchWords(`${names[0]} ${names[1]} ${event}`.replaceAll("#", " ")),
    offset: 0,
    limit: MOST_LOOKED_AT,
  });
  const last = moves.at(-1) ?? null;
  const isTwin = ({ imported, study, seats, ply, lastMove }: GameState) =>
    imported !== null &&
    study === null &&
    seats[0].name === names[0] &&
    seats[1].name === names[1] &&
    ply === moves.length &&
    lastMove === last &&
    isDeepStrictEqual(imported, tags);
  return games.find(({ state }) => isTwin(state))?.state ?? null;
}
