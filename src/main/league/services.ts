import type { Log } from "../log.ts";
import type { Store } from "../store/store.ts";
import type { Tables } from "../tables/tables.ts";
import { createAttendance } from "./attendance.ts";
import { createDirector } from "./director.ts";
import { createEntrantTokens, type EntrantTokens } from "./entrant-tokens.ts";
import { createLeagues, type Leagues } from "./leagues.ts";
import { createLobby, type Lobby } from "./lobby.ts";
import { createRatingList, type RatingList } from "./ratings/rating-list.ts";
import type { Scorer } from "./scores.ts";

/** All that there is to be asked about leagues. */
export interface LeagueServices {
  readonly leagues: Leagues;
  readonly lobby: Lobby;
  readonly entrantTokens: EntrantTokens;
  readonly ratings: RatingList;
  /** Takes up what the last host left. To be called once the games are taken up. */
  recover(): Promise<void>;
  close(): Promise<void>;
}

export interface LeagueServicesOptions {
  readonly store: Store;
  readonly tables: Tables;
  /** What entrant tokens are made with. */
  readonly secret: string;
  /** Whether a connection over which an agent came is still open. */
  readonly isOpen: (connection: string) => boolean;
  readonly scorer: Scorer;
  readonly log: Log;
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
}

export function openLeagues(options: LeagueServicesOptions): LeagueServices {
  const { store, tables, secret, isOpen, scorer, log, now, random } = options;
  const leagues = createLeagues({ store, log, now, random });
  const attendance = createAttendance(isOpen);
  const director = createDirector({ leagues, tables, attendance, scorer, log, now });
  const entrantTokens = createEntrantTokens(secret);
  return {
    leagues,
    entrantTokens,
    lobby: createLobby({ leagues, director, tables, attendance, tokens: entrantTokens, now }),
    ratings: createRatingList(store),
    recover: director.recover,
    close: async () => {
      await director.close();
      await leagues.close();
    },
  };
}
