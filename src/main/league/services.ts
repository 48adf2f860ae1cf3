import { createListeners } from "../../shared/listeners.ts";
import { accept, refuse } from "../../shared/result.ts";
import { addedUsage, type Usage } from "../../shared/usage.ts";
import { onceFor } from "../base/once-for.ts";
import type { Games } from "../games/games.ts";
import type { UnattendedPlay } from "../players/unattended-play.ts";
import { createDirector, type DirectorOptions } from "./director.ts";
import { createEntrantTokens } from "./entrant-tokens.ts";
import { createInvitations } from "./invitations.ts";
import { createLeagueGames, createLeagues, type LeaguesOptions } from "./leagues.ts";
import { type AdmissionOptions, createAdmission, createLobby } from "./lobby.ts";
import { byRound, isHeld, isSetAside, type League, openGames } from "./machine/league.ts";
import { noFigures, sideFigures } from "./machine/side-figures.ts";
import { createRatingList } from "./ratings/rating-list.ts";

/** Milliseconds of a pause after which the wait for a move is given up. */
const SET_ASIDE_MS = 3_600_000;

export type LeagueServices = ReturnType<typeof openLeagueServices>;

export interface LeagueServicesOptions
  extends Pick<DirectorOptions, "games" | "connections" | "scorer" | "log" | "now">,
    Pick<LeaguesOptions, "store" | "sharing" | "random"> {
  /** The key that entrant tokens are derived from. */
  readonly secret: string;
  /** Plays games between players that need nobody else. */
  readonly runs: UnattendedPlay;
  /** Checks of what players need before they may play. */
  readonly players: AdmissionOptions;
}

/** Everything about leagues that other parts use. */
export function openLeagueServices(options: LeagueServicesOptions) {
  const { store, games, secret, players, runs, log, now } = options;
  const entrantTokens = createEntrantTokens(secret);
  const leagueGames = createLeagueGames(games, runs);
  const leagues = createLeagues({ ...options, leagueGames });
  const { duties } = store;
  const takeUps = createListeners<[League]>();
  const director = createDirector({ ...options, leagues, duties, leagueGames, onTakeUp: takeUps.tell });
  const ratings = createRatingList(store);
  const admission = createAdmission(leagues, ratings, players);
  /** Waits until a league is in a state, and returns whether it was so at once; null where it never was, in an hour. */
  const until = async (
    id: string,
    isFree: (league: League) => boolean,
    signal: AbortSignal,
  ): Promise<"at once" | "later" | null> => {
    const current = await leagues.local(id);
    if (!current.ok || isFree(current.value.league)) return "at once";
    const wait = await leagues.waitUntil(id, ({ league }) => isFree(league), SET_ASIDE_MS, signal);
    return wait.ok && isFree(wait.value.value.league) ? "later" : null;
  };
  const hold = async (id: string, entrant: number | null, reason: string) => {
    const result = await leagues.act(id, { type: "hold", entrant, reason });
    if (result.ok && isHeld(result.value.league))
      log.error(`league ${id} is paused: ${result.value.league.held}`, { league: id });
    return result;
  };
  const lobby = createLobby({ leagues, director, games, tokens: entrantTokens, admission, now });
  return {
    leagues,
    entrantTokens,
    admission,
    lobby,
    invitations: createInvitations(leagues, director, games, now),
    ratings,
    /** Whether it is this host that directs the leagues. */
    directs: () => duties.holds("leagues"),
    /** Calls with each league that this host takes over. */
    listenToTakeUps: takeUps.listen,
    givenUp: director.givenUp,
    ruledFrom: director.ruledFrom,
    /** Whether the players of a league may be called. Waits while it is set aside, an hour at most. */
    mayCall: async (id: string, signal: AbortSignal) =>
      (await until(id, (league) => !isSetAside(league), signal)) !== null,
    /** Waits until a league's models may be asked, within its budget. Refuses with `LEAGUE_CLOSED` after an hour. */
    mayAsk: async (id: string, signal: AbortSignal) => {
      for (let atOnce = true; ; atOnce = false) {
        const release = await until(id, (league) => !isSetAside(league) && !isHeld(league), signal);
        if (release === null) return refuse("LEAGUE_CLOSED", `League ${id} is paused`);
        const current = await leagues.local(id);
        if (!current.ok) return current;
        const { settings, heldUntil } = current.value.league;
        // The time of a move that was asked for before a pause or a wait has started anew.
        const isAnew = now() < heldUntil + 1_000 * (settings.move_seconds ?? 0);
        const isBudgeted = settings.max_cost !== null || settings.max_tokens !== null;
        const excess = isBudgeted ? overBudget(settings, spentSoFar(current.value.league, games)) : null;
        if (excess === null)
          return accept({
            atOnce: atOnce && !isAnew && release === "at once",
            onFailure: settings.on_failure,
            isBudgeted,
          });
        const result = await hold(id, null, excess);
        if (!result.ok) return result;
      }
    },
    /** Pauses a league because an entrant cannot play. Refuses where that cannot be stored, or the league is over. */
    hold,
    /** Records that a league waits so long for an entrant's provider, and counts the time of moves from then on. */
    wait: (id: string, entrant: number, reason: string, ms: number) => {
      log.warn(`league ${id} waits ${Math.ceil(ms / 1_000)} s for entrant ${entrant}: ${reason}`, { league: id });
      return leagues.act(id, { type: "wait", entrant, reason, ms });
    },
    recover: director.recover,
    close: async () => {
      await director.close();
      await leagues.close();
      ratings.close();
    },
  };
}

/** The cost of a league's models in all its games, also in those under way. */
const spentSoFar = (league: League, games: Pick<Games, "inMemory">): Usage =>
  openGames(league).reduce<Usage>(
    (sum, { game }) => addedUsage(sum, sideFigures(games.inMemory(game.id)?.moves ?? [])),
    addedGames(spentBefore(league.past, league), league.current),
  );

/** In the rounds before this one; their list stays the same object as long as the round lasts. */
const spentBefore = onceFor((_: League["past"], league: League) =>
  [...byRound({ ...league, current: [] })].reduce(addedGames, noFigures),
);

const addedGames = (sum: Usage, matches: League["current"]): Usage =>
  matches.flatMap(({ games }) => games.flatMap(({ result }) => result?.figures ?? [])).reduce<Usage>(addedUsage, sum);

/** The reason why models may use no more in a league with this budget; null where they may. */
function overBudget({ max_cost, max_tokens }: League["settings"], { tokens, cost }: Usage): string | null {
  const used = (tokens?.input ?? 0) + (tokens?.output ?? 0);
  const parts = [
    ...(max_cost !== null && (cost ?? 0) >= max_cost
      ? [`its models have cost $${Number((cost ?? 0).toFixed(6))} of $${max_cost}`]
      : []),
    ...(max_tokens !== null && used >= max_tokens ? [`its models have used ${used} of ${max_tokens} tokens`] : []),
  ];
  if (parts.length === 0) return null;
  return `The budget is spent: ${parts.join(", and ")}. Resume the league with a larger one (kibitz league --resume, with --max-cost or --max-tokens), or cancel it`;
}
