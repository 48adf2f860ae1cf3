import { accept, mapResult, type Refusal, type Result, refuse, refuseField, refuseParts } from "../../shared/result.ts";
import type { Steps } from "../../shared/steps.ts";
import { likeness, quote } from "../../shared/text.ts";
import { awakeTime } from "../base/awake-time.ts";
import { runInSlices } from "../base/run-in-slices.ts";
import { playerName } from "../games/game-factory.ts";
import type { Games } from "../games/games.ts";
import type { LiveGame } from "../games/live-game.ts";
import type { Creator } from "../live/quotas.ts";
import { requestOf } from "../players/model/ask.ts";
import type { Director } from "./director.ts";
import type { EntrantPlace, EntrantTokens } from "./entrant-tokens.ts";
import { type Leagues, reissueSeats } from "./leagues.ts";
import { decide, type NewEntrant, type NewLeague, placeReissued, takenOut } from "./machine/decide.ts";
import * as machine from "./machine/league.ts";
import { type LeagueSettings, presentIn } from "./machine/league.ts";
import type { RatingList } from "./ratings/rating-list.ts";

type Admission = ReturnType<typeof createAdmission>;

export interface AdmissionOptions {
  /** Players that are called elsewhere. */
  readonly endpoints: {
    /** Refuses an address at which nobody may be called. */
    check(address: string): Result<unknown>;
    /** The reason why no player answers there; null where one does. */
    probe(address: string): Promise<string | null>;
  };
  readonly findKey: (name: string) => Promise<Result<string>>;
  /** The names of the engines that the person added. */
  readonly engines: () => readonly string[];
  /** Starts one of these with its options, once. Refuses with the reason; absent where there are none. */
  readonly tryEngine?: (name: string) => Promise<Result<unknown>> | Result<unknown>;
}

/** Creates and starts leagues, and checks their entrants before that. */
export function createAdmission(
  leagues: Pick<Leagues, "create" | "get" | "act">,
  ratings: Pick<RatingList, "of">,
  { endpoints, findKey, engines, tryEngine = accept }: AdmissionOptions,
) {
  /** An entrant with the request that is sent to its model. Refuses what it lacks. */
  const complete = async <One extends Pick<NewEntrant, "settings">>(entrant: One): Promise<Result<One>> => {
    const { model, engine, endpoint } = entrant.settings;
    if (endpoint !== undefined) return mapResult(endpoints.check(endpoint), () => entrant);
    if (engine !== undefined && !engines().includes(engine)) {
      const names = engines().join(", ") || "none";
      return refuseField("engine", `there is no engine ${JSON.stringify(engine)}. There are: ${names}`);
    }
    if (!model) return accept(entrant);
    const key = model.key === undefined ? null : await findKey(model.key);
    if (!key || key.ok)
      return accept({
        ...entrant,
        settings: { ...entrant.settings, model: { ...model, request: await requestOf(model) } },
      });
    const remedy = "set that environment variable before Kibitz starts, or enter the key in the settings";
    return refuseField("key_env", `${key.message}. ${model.model} needs one: ${remedy}`);
  };

  /** Refuses the first entrant that lacks something. */
  const completeAll = async <One extends Pick<NewEntrant, "settings">>(
    entrants: readonly One[],
    refusalOf: (refusal: Refusal, entrant: One, index: number) => Refusal,
  ): Promise<Result<readonly One[]>> => {
    const all: One[] = [];
    for (const [index, entrant] of entrants.entries()) {
      const one = await complete(entrant);
      if (!one.ok) return refusalOf(one, entrant, index);
      all.push(one.value);
    }
    return accept(all);
  };
  const check = (entrants: readonly NewEntrant[]) =>
    completeAll(entrants, (refusal, _, index) => refuseParts("entrants", [[index, refusal]]));
  const asAnswered = async (entrant: NewEntrant): Promise<NewEntrant> => {
    const { endpoint } = entrant.settings;
    return endpoint === undefined ? entrant : { ...entrant, absence: await endpoints.probe(endpoint) };
  };

  /**
   * Checks the entrants: one that does not answer is suspended until it does. Refuses with `INVALID_ARGUMENT`, the
   * place and the reason an address that is not allowed, a missing key, and an engine that was never added.
   */
  const admit = async (entrants: readonly NewEntrant[]) => {
    // No server is called for a league that will not exist.
    const all = await check(entrants);
    return all.ok ? accept(await Promise.all(all.value.map(asAnswered))) : all;
  };
  /**
   * Checks before the start that everybody still has what it needs, and that engines start with their options: a newer
   * version of one may not take them any more.
   */
  const ready = async (entrants: readonly Pick<NewEntrant, "name" | "settings">[]) => {
    const refusalOf = ({ code, message }: Refusal, { name }: Pick<NewEntrant, "name">) =>
      refuse(code, `${quote(name)}: ${message}`);
    const all = await completeAll(entrants, refusalOf);
    for (const entrant of all.ok ? entrants : []) {
      const { engine } = entrant.settings;
      const trial = engine === undefined ? all : await tryEngine(engine);
      if (!trial.ok) return refusalOf(trial, entrant);
    }
    return all;
  };
  /** Everybody's rating now, to a whole Elo, null for the unknown; null where no tie-break of the league needs it. */
  const ratingsFor = async ({ game, tie_breaks }: Pick<LeagueSettings, "game" | "tie_breaks">) => {
    if (!tie_breaks.includes("ARO")) return null;
    const ratingOf = await ratings.of(game);
    return (identity: string) => {
      const rating = ratingOf(identity);
      return rating.kind === "unknown" ? null : Math.round(rating.elo);
    };
  };

  return {
    admitOne: async (entrant: NewEntrant) => {
      const one = await complete(entrant);
      return one.ok ? accept(await asAnswered(one.value)) : one;
    },
    admit,
    /** The same without asking servers whether they are there. */
    check,
    ratingsFor,
    /** Creates a league from a plan, with the admitted entrants. */
    create: async (planning: Steps<Result<NewLeague>>, creator?: Creator) => {
      const plan = await runInSlices(planning);
      if (!plan.ok) return plan;
      const entrants = await admit(plan.value.entrants);
      return entrants.ok ? leagues.create({ ...plan.value, entrants: entrants.value }, creator) : entrants;
    },
    /**
     * Starts a league where everybody has what it needs; otherwise says what is missing. Ratings for a tie-break are
     * those of the list as of now, so that the table follows from the league alone.
     */
    start: async (id: string) => {
      const current = await leagues.get(id);
      if (!current.ok) return current;
      const { league } = current.value;
      const all = await ready(presentIn(league));
      if (!all.ok) return all;
      const ratingOf = await ratingsFor(league.settings);
      const start = ratingOf ? { ratings: league.entrants.map(({ identity }) => ratingOf(identity)) } : {};
      return leagues.act(id, { type: "start", ...start });
    },
  };
}

export interface LobbyEntry {
  readonly live: machine.LiveLeague;
  readonly entrant: machine.Entrant;
  /** Whether the caller was an entrant already. */
  readonly back: boolean;
}

/** The end of a wait for a match; `place` is the entrant's seat in its game. */
type NextMatch = { readonly live: machine.LiveLeague } & (
  | { readonly kind: "over" | "timeout" | "closing" }
  | { readonly kind: "match"; readonly match: machine.Match; readonly game: LiveGame; readonly place: 0 | 1 }
);

/** Most milliseconds within which an ordered game is created. */
const SOON_MS = 5_000;
/** Most milliseconds to wait for a score before a player is told to move. */
const SCORE_MS = 1_000;

/** The agents' way into leagues, and to their matches. */
export function createLobby(options: {
  readonly leagues: Leagues;
  readonly director: Director;
  readonly games: Pick<Games, "get" | "reissueSeat">;
  readonly tokens: EntrantTokens;
  readonly admission: Pick<Admission, "admitOne" | "ratingsFor">;
  readonly now: () => number;
}) {
  const { leagues, director, games, tokens, admission, now } = options;
  const entrantIn = async (leagueId: string, token: string | undefined, connection: string | null = null) => {
    const current = await leagues.get(leagueId);
    if (!current.ok) return current;
    const live = current.value;
    const [own, another] = token === undefined ? cameOver(live.league, connection) : [];
    if (another) return severalCame(leagueId);
    if (own) return accept({ live, entrant: own, back: true });
    const entrant = token === undefined ? strangerIn(leagueId, token) : holderIn(live.league, token);
    return mapResult(entrant, (holder) => ({ live, entrant: holder, back: true }));
  };

  const holderIn = (league: machine.League, token: string): Result<machine.Entrant> => {
    const place = tokens.verify(token);
    const entrant = place?.league === league.id ? machine.entrantOf(league, place.number) : null;
    if (!entrant) return strangerIn(league.id, token);
    return place?.generation === entrant.generation ? accept(entrant) : placeReissued(league);
  };

  /** The identity of the agent that a token of another league belongs to; another entrant's is good for its own league alone. */
  const identityBy = async (token: string): Promise<Result<string>> => {
    const place = tokens.verify(token);
    const current = place && (await leagues.get(place.league));
    const holder = current?.ok ? holderIn(current.value.league, token) : strangerIn("", token);
    return holder.ok && holder.value.kind !== "agent"
      ? strangerIn("", token)
      : mapResult(holder, ({ identity }) => identity);
  };

  /** Records that an entrant is there, if that is new. */
  const answer = async (
    live: machine.LiveLeague,
    { number: entrant, generation = 1 }: EntrantPlace,
    connection: string | null,
  ): Promise<Result<machine.LiveLeague>> => {
    const command = { type: "answer", entrant, connection, generation } as const;
    const step = await runInSlices(decide(live.league, command, now()));
    return step.ok && step.value.events.length === 0 ? accept(live) : leagues.act(live.league.id, command);
  };

  return {
    /**
     * The entrant of a league that holds the token, or, without a token, the only one that joined over the connection.
     * Refuses with `ENTRANT_REQUIRED` where there is none, or without a token more than one.
     */
    entrantIn,

    /**
     * Joins a league, over a connection where there is one, or comes back with a token. The token of another league
     * gives the same identity as there.
     * @param entrantNamed makes an entrant that is admitted first; absent for an agent
     */
    join: async (
      leagueId: string,
      name: string,
      token: string | undefined,
      entrantNamed?: (name: string) => NewEntrant,
      connection: string | null = null,
    ) => {
      const current = await leagues.get(leagueId);
      if (!current.ok) return current;
      if (token !== undefined && tokens.verify(token)?.league === leagueId) {
        const back = await entrantIn(leagueId, token);
        return back.ok && back.value.entrant.takenOut ? takenOut(back.value.live.league, back.value.entrant) : back;
      }
      const knownIdentity = token === undefined ? null : await identityBy(token);
      if (knownIdentity && !knownIdentity.ok) return knownIdentity;
      const label = playerName(name, "Agent");
      const request = entrantNamed?.(label);
      // Nobody is called for a league without a free place; what changes meanwhile is decided below.
      const room =
        request && (await runInSlices(decide(current.value.league, { type: "join", entrant: request }, now())));
      if (room && !room.ok) return room;
      const newcomer = request && (await admission.admitOne(request));
      if (newcomer && !newcomer.ok) return newcomer;
      // The start reads the ratings of all who joined before it.
      const { startedAt, settings } = current.value.league;
      const ratingOf = startedAt === null ? null : await admission.ratingsFor(settings);
      let number = 0;
      const update = await leagues.act(leagueId, ({ entrants }) => {
        const place = entrants.find(
          (each) => each.reserved && !each.takenOut && likeness(each.name) === likeness(label),
        );
        number = place?.number ?? entrants.length + 1;
        const identity = knownIdentity?.value ?? `agent:L${leagueId}e${number}:${label}`;
        const rating = ratingOf?.(identity) ?? null;
        if (newcomer)
          return {
            type: "join",
            entrant: { ...newcomer.value, identity: knownIdentity?.value ?? newcomer.value.identity, rating },
          };
        if (place) return { type: "claim", entrant: number, identity, connection };
        return { type: "join", entrant: { kind: "agent", name: label, settings: {}, identity, connection, rating } };
      });
      if (!update.ok) return update;
      const entrant = machine.entrantOf(update.value.league, number);
      return entrant ? accept({ live: update.value, entrant, back: false }) : strangerIn(leagueId, undefined);
    },

    /**
     * Gives the place of an agent that lost its token a new one: the earlier ones end, with the connection that the place
     * was held over, in its running game as well. Refuses a place that needs none.
     */
    reissue: async (leagueId: string, number: number): Promise<Result<LobbyEntry>> => {
      const update = await leagues.act(leagueId, { type: "reissue", entrant: number });
      if (!update.ok) return update;
      const { league } = update.value;
      const entrant = machine.entrantOf(league, number);
      if (!entrant) return strangerIn(leagueId, undefined);
      const playing = gameFor(league, number);
      if (playing) {
        await director.whenSettled(playing.gameId, SOON_MS);
        const game = await games.get(playing.gameId);
        const ending = game.ok ? await reissueSeats(games, game.value.state, league) : game;
        if (!ending.ok && ending.code !== "GAME_NOT_FOUND") return ending;
      }
      return accept({ live: update.value, entrant, back: true });
    },

    /** Resolves once it is known whether a game goes on, where its league ends games by score; soon in any case. */
    whenSettled: async (live: LiveGame, signal: AbortSignal) => {
      if (live.state.league && !live.state.outcome) await director.whenAssessed(live, SCORE_MS, signal);
    },

    /**
     * Waits for an entrant's match over a connection, where there is one, and accepts every invitation meanwhile;
     * returns at once where a game of its goes on or the league is over.
     */
    nextMatch: async (
      place: EntrantPlace,
      ms: number,
      signal: AbortSignal,
      connection: string | null = null,
    ): Promise<Result<NextMatch>> => {
      const { league: id, number, generation = 1 } = place;
      const until = awakeTime.now() + ms;
      for (;;) {
        const current = await leagues.get(id);
        if (!current.ok) return current;
        if (machine.isOver(current.value.league)) return accept({ kind: "over", live: current.value });
        // A caller that has gone away accepts no invitation.
        if (signal.aborted) return accept({ kind: "timeout", live: current.value });
        const acceptance = await answer(current.value, place, connection);
        if (!acceptance.ok) return acceptance;
        const playing = gameFor(acceptance.value.league, number);
        if (playing) {
          await director.whenSettled(playing.gameId, Math.max(0, until - awakeTime.now()), signal);
          const game = await games.get(playing.gameId);
          if (!game.ok)
            return game.code === "GAME_NOT_FOUND" ? accept({ kind: "timeout", live: acceptance.value }) : game;
          const { outcome, seats } = game.value.state;
          // The place may have been given a new token meanwhile.
          if (seats[playing.place].generation > generation) return placeReissued(acceptance.value.league);
          // A game that has just ended is about to be counted; wait for what follows.
          if (!outcome) return accept({ kind: "match", live: acceptance.value, ...playing, game: game.value });
        }
        const { version } = acceptance.value;
        const isNews = (live: machine.LiveLeague) => live.version > version && concernsPlace(live.league, place);
        // An entrant that asks a thousand times over takes nobody else's place.
        const waiter = { seat: `entrant ${number}`, client: connection };
        const wait = await leagues.waitUntil(id, isNews, Math.max(0, until - awakeTime.now()), signal, waiter);
        if (!wait.ok) return wait;
        const { end, value: live } = wait.value;
        if (end !== "changed" && !isNews(live))
          return accept({ kind: end === "closing" ? "closing" : "timeout", live });
      }
    },
  };
}

/**
 * Whether an entrant has something to do: to come to a match, to play, to leave, or to look at the final table; or
 * whoever held its place does so no more.
 */
const concernsPlace = (league: machine.League, { number, generation = 1 }: EntrantPlace): boolean =>
  machine.isOver(league) ||
  machine.entrantOf(league, number)?.status === "out" ||
  machine.entrantOf(league, number)?.generation !== generation ||
  league.current.some(
    (match) => machine.isIn(match, number) && (match.status === "invited" || match.status === "playing"),
  );

function gameFor(league: machine.League, number: number) {
  const open = machine.openGames(league).find(({ match }) => machine.isIn(match, number));
  if (!open) return null;
  const { match, game } = open;
  return { match, gameId: game.id, place: machine.seatIndexOf(game, machine.sideOf(match, number)) };
}

/** The entrants that came over a connection; those that are out only where no other did. */
function cameOver({ entrants }: machine.League, connection: string | null): readonly machine.Entrant[] {
  if (connection === null) return [];
  const own = entrants.filter((entrant) => entrant.kind === "agent" && entrant.connection === connection);
  const present = own.filter(({ status }) => status !== "out");
  return present.length > 0 ? present : own;
}

export const severalCame = (leagueId: string): Refusal =>
  refuse(
    "ENTRANT_REQUIRED",
    `Several entrants take part in league ${leagueId} over this connection. Pass the entrant_token of your own joinLeague answer. If you have lost it, tell the person, who can give your place a new one`,
  );

const strangerIn = (leagueId: string, token: string | undefined): Refusal =>
  refuse(
    "ENTRANT_REQUIRED",
    token === undefined
      ? `Pass the entrant_token from your own joinLeague answer in league ${leagueId}; if you do not take part yet, call joinLeague first`
      : "This entrant_token is nobody's here: it belongs to another league, or was mistyped. Use the one from your own joinLeague answer",
  );
