import { refuse } from "../../shared/result.ts";
import type { Log } from "../log.ts";
import type { Endpoints } from "../players/endpoint/endpoints.ts";
import type { Runs } from "../players/runs.ts";
import type { Store } from "../store/store.ts";
import type { Connections } from "../tables/connections.ts";
import type { Tables } from "../tables/tables.ts";
import { type Admission, type AdmissionOptions, createAdmission } from "./admission.ts";
import { createArranger } from "./arranger.ts";
import { createDirector, type Director } from "./director.ts";
import { createEntrantTokens, type EntrantTokens } from "./entrant-tokens.ts";
import { createInvitations, type Invitations } from "./invitations.ts";
import { createLeagues, type Leagues } from "./leagues.ts";
import { createLobby, type Lobby } from "./lobby.ts";
import { createMessenger } from "./messenger.ts";
import { createRatingList, type RatingList } from "./ratings/rating-list.ts";
import type { Scorer } from "./scores.ts";

/** All that there is to be asked about leagues. */
export interface LeagueServices {
  readonly leagues: Leagues;
  readonly lobby: Lobby;
  readonly entrantTokens: EntrantTokens;
  readonly ratings: RatingList;
  readonly admission: Admission;
  readonly invitations: Invitations;
  /** Rules on a move that whoever is to make it gives up. */
  readonly givenUp: Director["givenUp"];
  /** The ply from which on each move of a game has to be ruled on before the next one is made. */
  readonly ruledFrom: Director["ruledFrom"];
  /** Takes up what the last host left. To be called once the games are taken up. */
  recover(): Promise<void>;
  close(): Promise<void>;
}

export interface LeagueServicesOptions {
  readonly store: Store;
  readonly tables: Tables;
  /** What entrant tokens are made with. */
  readonly secret: string;
  /** Whether a connection over which an agent came is still open, at whichever host. */
  readonly connections: Pick<Connections, "isOpen" | "lookUp">;
  readonly scorer: Scorer;
  /** What plays games that go by themselves. */
  readonly runs: Runs;
  /** Who plays for entrants elsewhere, and what others need; absent in a house in which nobody does. */
  readonly players?: Omit<AdmissionOptions, "endpoints"> & {
    readonly endpoints: Pick<Endpoints, "check" | "absence" | "ask">;
  };
  readonly log: Log;
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
}

export function openLeagues(options: LeagueServicesOptions): LeagueServices {
  const { store, tables, secret, players = nobodyElsewhere, connections, scorer, runs, log, now, random } = options;
  const entrantTokens = createEntrantTokens(secret);
  const arranger = createArranger({ store, tables, runs });
  const leagues = createLeagues({ store, arranger, log, now, random });
  const directs = () => store.duties.holds("leagues");
  const messenger = createMessenger({
    leagues,
    directs,
    endpoints: players.endpoints,
    tokens: entrantTokens,
    log,
    now,
  });
  const director = createDirector({
    ...{ leagues, tables, arranger, connections, scorer, log, now },
    ...{ duties: store.duties, taken: messenger.takeUp },
  });
  const admission = createAdmission(players);
  return {
    leagues,
    entrantTokens,
    admission,
    invitations: createInvitations(leagues, director, tables),
    lobby: createLobby({ leagues, director, tables, tokens: entrantTokens, admission, now }),
    ratings: createRatingList(store),
    givenUp: director.givenUp,
    ruledFrom: director.ruledFrom,
    recover: director.recover,
    close: async () => {
      await messenger.close();
      await director.close();
      await leagues.close();
    },
  };
}

const nobodyElsewhere: NonNullable<LeagueServicesOptions["players"]> = {
  endpoints: {
    check: () => refuse("INVALID_ARGUMENT", "endpoint: nobody is called from here"),
    absence: async () => null,
    ask: async () => ({ content: undefined, answered: false, tries: 0, failures: [] }),
  },
  findKey: async () => refuse("INVALID_ARGUMENT", "there is no key here"),
  engines: () => [],
};
