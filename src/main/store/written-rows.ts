import { foldText } from "../../shared/text.ts";
import type { columns as tables } from "./columns.ts";
import type { WrittenGame, WrittenLeague } from "./commit.ts";
import type { GameColumns } from "./store.ts";

/** The text that a search looks in: the players' names, the opening and its other names, folded. */
const searchedText = ({ entrants: [first, second], opening, alias }: GameColumns): string =>
  foldText([first.name, second.name, opening, alias].filter((part) => typeof part === "string").join(" "));

/** The row of a game after a change, by the names of its columns. */
export function gameRow({ id, expectedVersion, columns, form, snapshot, events }: WrittenGame) {
  const [first, second] = columns.entrants;
  return {
    id,
    kind: columns.kind,
    status: columns.status,
    version: expectedVersion + events.length,
    created_at: columns.createdAt,
    started_at: columns.startedAt,
    finished_at: columns.finishedAt,
    deleted_at: columns.deletedAt,
    winner: columns.winner,
    reason: columns.reason,
    result: columns.result,
    own_result: columns.ownResult,
    elo: columns.elo,
    first_kind: first.kind,
    first_name: first.name,
    second_kind: second.kind,
    second_name: second.name,
    person: columns.person ? 1 : 0,
    plies: columns.plies,
    opening: columns.opening,
    search: searchedText(columns),
    review: columns.review,
    league_id: columns.league,
    first_rated: columns.rated?.[0] ?? null,
    second_rated: columns.rated?.[1] ?? null,
    course: columns.course,
    snapshot_form: form,
    snapshot,
  } satisfies Record<keyof typeof tables.games, unknown>;
}

/** The same of a league. */
export const leagueRow = ({ id, expectedVersion, columns, form, snapshot, events }: WrittenLeague) =>
  ({
    id,
    name: columns.name,
    kind: columns.kind,
    status: columns.status,
    version: expectedVersion + events.length,
    created_at: columns.createdAt,
    finished_at: columns.finishedAt,
    snapshot_form: form,
    snapshot,
  }) satisfies Record<keyof typeof tables.leagues, unknown>;
