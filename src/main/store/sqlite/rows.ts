import { z } from "zod";
import type { LoggedEvent } from "../../../shared/events.ts";
import { readData, readEvent } from "../commit.ts";
import type { StoredGame } from "../store.ts";

const statusSchema = z.enum(["open", "live", "finished"]);
export const countRow = z.object({ status: statusSchema, n: z.number() });

const gameRow = z.object({
  id: z.string(),
  kind: z.string(),
  status: statusSchema,
  version: z.number(),
  created_at: z.number(),
  started_at: z.number().nullable(),
  finished_at: z.number().nullable(),
  winner: z.string().nullable(),
  reason: z.string().nullable(),
  first_kind: z.string(),
  first_name: z.string().nullable(),
  second_kind: z.string(),
  second_name: z.string().nullable(),
  snapshot_form: z.number(),
  snapshot: z.string(),
});

/** A row of `games`. */
export function readGame(row: unknown): StoredGame {
  const game = gameRow.parse(row);
  return {
    id: game.id,
    version: game.version,
    columns: {
      kind: game.kind,
      status: game.status,
      createdAt: game.created_at,
      startedAt: game.started_at,
      finishedAt: game.finished_at,
      winner: game.winner,
      reason: game.reason,
      entrants: [
        { kind: game.first_kind, name: game.first_name },
        { kind: game.second_kind, name: game.second_name },
      ],
    },
    snapshot: { form: game.snapshot_form, data: readData(game.snapshot) },
  };
}

const entryRow = z.object({ id: z.number(), game_id: z.string(), seq: z.number(), at: z.number(), body: z.string() });

/** A row of `events`. Throws when its body is no event. */
export function readEntry(row: unknown): LoggedEvent {
  const { id, game_id, seq, at, body } = entryRow.parse(row);
  return { id, gameId: game_id, seq, at, event: readEvent(body) };
}
