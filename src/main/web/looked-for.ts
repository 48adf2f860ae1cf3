import type { z } from "zod";
import { definitions } from "../../games/register.ts";
import { searchWords } from "../../shared/text.ts";
import type { RatingList } from "../league/ratings/rating-list.ts";
import type { historyRequest } from "./requests.ts";

type Request = Omit<z.output<typeof historyRequest>, "offset" | "limit">;

/** The search for finished games that a request describes, in the store's terms. */
export async function lookedFor(request: Request, ratings: Pick<RatingList, "pairsBetween">) {
  const { game, league, leagues, result, elo_from: eloFrom = null, elo_to: eloTo = null } = request;
  const kinds = game === undefined ? definitions.map(({ kind }) => kind) : [game];
  return {
    words: searchWords(request.search),
    kind: game ?? null,
    person: request.mine === "true",
    league: league ?? null,
    inLeague: leagues === undefined ? null : leagues === "only",
    result: result ?? null,
    opening: searchWords(request.opening).map(({ text }) => text),
    from: request.from ?? null,
    until: request.until ?? null,
    eloFrom,
    eloTo,
    ratedPairs: eloFrom === null && eloTo === null ? [] : await ratings.pairsBetween(kinds, eloFrom, eloTo),
    order: request.order,
    descending: request.direction === "down",
  };
}
