import type { ApiMove } from "../../shared/api.ts";
import type { Seat } from "../../shared/games.ts";
import type { Sitting } from "../tables/sitting.ts";
import { seenMoves } from "./seen-moves.ts";

/** The moves so far, as a viewer may see them, in the form in which every door tells them. */
export const historyOf = (sitting: Sitting, viewer: Seat | null): ApiMove[] =>
  seenMoves(sitting, viewer).map(({ ply, uci, san, seat, at, ms, clock }) => ({
    ply,
    uci,
    san,
    by: seat,
    at: new Date(at).toISOString(),
    ms,
    clock,
  }));
