import { isDeepStrictEqual } from "node:util";
import { accept, type Result } from "../../shared/result.ts";
import type { Outcome } from "../../shared/terms.ts";
import { searchWords } from "../../shared/text.ts";
import { allFinished } from "../store/store.ts";
import type { Archive } from "./archive.ts";
import { recordOf } from "./game-aggregate.ts";
import type { ImportRequest } from "./game-factory.ts";
import type { GameState, Step } from "./machine/game-state.ts";
import { notesStep, tagsAgree } from "./machine/notes.ts";

/** Most games of the same two players, of the same length and at the same event, that are compared. */
const MOST_COMPARED = 200;

/**
 * The game that this record was imported as before: of the same players, from the same start, with the same moves and
 * result, and with no tag that contradicts it. Null where there is none, or where it was deleted. `addition` is what the
 * record adds to its notes: null for nothing, a refusal for too much.
 */
export async function earlierImport(
  { history, get }: Pick<Archive, "history" | "get">,
  record: ImportRequest,
): Promise<Result<{ readonly id: string; readonly addition: Result<Step | null> } | null>> {
  const { kind, names, tags, moves, options, outcome } = record;
  const event = recordOf({ imported: tags, study: null })?.event ?? "";
  const { games } = await history({
    ...allFinished,
    kind,
    words: searchWords(event.replaceAll("#", " ")),
    players: names,
    plies: moves.length,
    offset: 0,
    limit: MOST_COMPARED,
  });
  const last = moves.at(-1) ?? null;
  const isLike = ({ imported, study, lastMove, ...state }: GameState) =>
    imported !== null &&
    study === null &&
    lastMove === last &&
    isDeepStrictEqual(state.options, options) &&
    endsAlike(state.outcome, outcome) &&
    tagsAgree(imported, tags);
  for (const { state } of games.filter((each) => isLike(each.state))) {
    const game = await get(state.id);
    if (!game.ok) return game;
    // The moves are in the log alone, and few games come as far as this.
    if (game.value.moves.every(({ code }, ply) => code === moves[ply]))
      return accept({ id: state.id, addition: notesStep(game.value, record) });
  }
  return accept(null);
}

/** Whether a game has a record's result; one without a result has that of its position. */
function endsAlike(outcome: Outcome | null, record: Outcome | null): boolean {
  if (record === null) return outcome?.reason !== "recorded";
  return outcome?.winner === record.winner && (outcome.reason === "unfinished") === (record.reason === "unfinished");
}
