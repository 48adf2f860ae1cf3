import type { GameRecordTold } from "../../shared/api.ts";
import type { GameState } from "./machine/game-state.ts";

/** The date and event in the tags of a game that was read from a file; null for one that was played here, and for studies. */
export function recordOf({ imported, study }: Pick<GameState, "imported" | "study">): GameRecordTold | null {
  if (!imported || study !== null) return null;
  const event = imported["Event"]?.trim() ?? "";
  return { date: dateOf(imported), event: event === "" || event === "?" ? null : event };
}

/**
 * The day, month or year of the game, as ISO 8601 writes it (`2024-05-12`, `2024-05`, `2024`); null where no tag tells.
 */
function dateOf(tags: Readonly<Record<string, string>>): string | null {
  const [, year, month, day] =
    /^(\d{4})(?:[./-](\d\d)(?:[./-](\d\d))?)?/.exec(tags["Date"] ?? tags["UTCDate"] ?? "") ?? [];
  if (year === undefined || year === "0000") return null;
  const date = [year, month, day].filter((part) => part !== undefined).join("-");
  return Number.isNaN(Date.parse(date)) ? null : date;
}

const HOUR_MS = 3_600_000;
/** The same day in nearly all time zones, also four hours later. */
const MIDDAY_MS = 10 * HOUR_MS;
const SPAN_MS = 4 * HOUR_MS;

/**
 * The end of a game, in milliseconds since 1970: for an imported one about midday of its day, where that is known, so
 * that those of one day stand in the order of their file.
 */
export function endOf(state: Pick<GameState, "imported" | "study" | "endedAt">): number | null {
  const date = recordOf(state)?.date ?? null;
  return date === null || state.endedAt === null
    ? state.endedAt
    : Date.parse(date) + MIDDAY_MS + (state.endedAt % SPAN_MS);
}
