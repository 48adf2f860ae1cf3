import type { Ask } from "../ask.ts";
import { playEvents } from "../cluster/audience.ts";
import { createLogRows } from "../log-rows.ts";
import type { HeardEntries } from "./teller.ts";

/** In one statement, so that the end of the log and the entries are of the same moment. */
const text = `
  SELECT log_end.id AS log_end, heard.* FROM log_end LEFT JOIN LATERAL (
    SELECT * FROM events
    WHERE id > $1 AND ($3::text[] IS NULL OR game_id IS NULL OR game_id = ANY ($3)
      OR coalesce(substring(body FROM '"type":"([A-Za-z]+)"'), '') <> ALL ($4))
    ORDER BY id LIMIT $2
  ) AS heard ON true WHERE log_end.one = 1 ORDER BY heard.id`;

/**
 * Reads what came after an entry of the log, at most `limit` entries: all of it, or without the play of games that are
 * not among `games`. `damaged` is called once for each entry that is left out.
 */
export function createHeardEntries(
  ask: Ask,
  damaged: (message: string) => void,
): (after: number, limit: number, games: readonly string[] | null) => Promise<HeardEntries> {
  const entriesIn = createLogRows(damaged);
  return async (after, limit, games) => {
    const rows = await ask(text, [after, limit, games, playEvents]);
    const found = rows.filter(({ id }) => id !== null);
    const isMore = found.length === limit;
    const upTo = Number(isMore ? found.at(-1)?.id : rows[0]?.log_end);
    return { entries: entriesIn(found), upTo, isMore };
  };
}
