import { analysisAddress } from "../analysis/address.ts";
import { queryAddress } from "../app/address.ts";
import { gameAddress } from "../game/address.ts";

/** The lists of games. The query says which list, and what is searched for: `?list=finished&result=won`. */
export const gamesAddress = queryAddress("/games");

/** The page of a game; for a study, that of its analysis. */
export const gamePath = ({ game_id, study }: { readonly game_id: string; readonly study: string | null }): string =>
  study === null ? gameAddress.path({ id: game_id }) : analysisAddress.path({ query: `?game=${game_id}` });
