import type { FinishedRound } from "../../games/game.ts";
import { definitionOf } from "../../games/register.ts";
import { gameAccept, LEAGUE_PROTOCOL, type MessageType } from "../../shared/league-protocol.ts";
import type { Outcome, Seat } from "../../shared/terms.ts";
import { awakeTime } from "../base/awake-time.ts";
import type { Log, LogSubject } from "../base/log.ts";
import { runInSlices } from "../base/run-in-slices.ts";
import { Unavailable } from "../base/unavailable.ts";
import type { GameUpdate } from "../games/game-update.ts";
import type { Games } from "../games/games.ts";
import { type GameState, indexOf, opponentSeat } from "../games/machine/game-state.ts";
import type { CallLog } from "../players/call-log.ts";
import type { Endpoints, Question } from "../players/endpoint/endpoints.ts";
import { pauseFor } from "../players/pause.ts";
import { ownWords } from "../players/without-secret.ts";
import type { EntrantTokens } from "./entrant-tokens.ts";
import type { Leagues, LeagueUpdate } from "./leagues.ts";
import { scoreIn } from "./machine/decider.ts";
import {
  type Entrant,
  entrantOf,
  isOver,
  type League,
  type Match,
  matchesSince,
  publicId,
  type Side,
  seatIndexOf,
} from "./machine/league.ts";
import { leagueStandings } from "./machine/rounds.ts";
import { protocolLeagueState, protocolPlayerState } from "./machine/states.ts";
import { terminationIn } from "./referee.ts";

/** Milliseconds within which a player must answer, by the protocol. */
const ANSWER_MS = 5_000;
/** Milliseconds that a closing host waits for players to take the last messages. */
const LAST_WORDS_MS = 5_000;
/** Milliseconds before a player that did not answer its invitation is asked again. */
const AGAIN_MS = 5_000;
/** Most players whose status is subscribed to; others are asked between their matches only. */
const MOST_FOLLOWED = 64;

/**
 * Tells player servers what happens in their leagues, and takes their answers to invitations. Messages go out in order,
 * to each player separately, so one that does not answer delays nobody else.
 */
export interface Messenger {
  /** Delivers the open invitations of a league, as after another host that directed it. */
  takeUp(league: League): void;
  close(): Promise<void>;
}

/** The differences for a referee that runs a single match for a league elsewhere. */
export interface RemoteMatchIdentity {
  /** The id of the match in that league. The table is reported from there, too. */
  readonly matchId: string;
  /** The referee's signature: `referee:ID`. */
  readonly sender: string;
}

export interface MessengerOptions {
  readonly leagues: Pick<Leagues, "listen" | "asDirector" | "get">;
  readonly games: Pick<Games, "listen">;
  /** Whether it is this host that directs the leagues. */
  readonly directs: () => boolean;
  readonly endpoints: Pick<Endpoints, "ask" | "checkUp" | "followStatus">;
  /** Stores the players' statuses. */
  readonly calls: Pick<CallLog, "noteStatus">;
  readonly tokens: EntrantTokens;
  readonly elsewhere?: RemoteMatchIdentity | undefined;
  readonly log: Log;
  readonly now: () => number;
}

export function createMessenger(options: MessengerOptions): Messenger {
  const { leagues, games, directs, endpoints, calls, tokens, elsewhere, log, now } = options;
  const matchIdOf = (league: string, match: number): string => elsewhere?.matchId ?? `L${league}m${match}`;
  const closing = new AbortController();
  /** Aborted when the ends of games, matches and leagues need not be reported any more. */
  const silenced = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  /** Invitations that are being delivered. */
  const inviting = new Set<string>();
  /** Ends the subscription to a player's status; also for players without one. */
  const followed = new Map<string, AbortController>();

  const track = (work: Promise<unknown>, about: LogSubject): void => {
    const running = work
      .catch((error: unknown) =>
        log.error(`a player could not be told: ${error instanceof Error ? error.message : error}`, about),
      )
      .finally(() => underWay.delete(running));
    underWay.add(running);
  };

  const say = (
    { league, number, endpoint }: Addressee,
    type: MessageType,
    conversation: string,
    fields: object,
    check?: Question["check"],
  ) =>
    endpoints.ask(endpoint, {
      entrant: { league, number },
      type,
      message: {
        protocol: LEAGUE_PROTOCOL,
        message_type: type,
        league_id: league,
        conversation_id: conversation,
        sender: elsewhere?.sender ?? `${type === "STANDINGS_UPDATE" ? "league" : "referee"}:${league}`,
        timestamp: new Date(now()).toISOString(),
        auth_token: tokens.tokenOf({ league, number }),
        ...fields,
      },
      limitMs: ANSWER_MS,
      ...(check ? { check } : {}),
      // A message about a beginning is pointless while the host closes.
      signal: type === "GAME_INVITE" || type === "GAME_START" ? closing.signal : silenced.signal,
    });
  const tell: (...args: Parameters<typeof say>) => void = (...args) =>
    track(say(...args), { league: args[0].league, conversation: args[2] });

  /** Delivers an invitation once; returns whether it was accepted, or is no longer open. */
  const bring = async (id: string, number: number, side: Side): Promise<boolean> => {
    const found = await leagues.get(id);
    const league = found.ok ? found.value.league : null;
    const match = league?.current.find((each) => each.number === number);
    if (!league || !match || !isInvited(league, match, side)) return true;
    const entrant = entrantOn(league, match, side);
    if (!entrant) return true;
    const opponent = entrantOn(league, match, side === "a" ? "b" : "a");
    const { game, gamesPerMatch, options: setUp } = league.settings;
    const { seats, rounds } = definitionOf(game);
    const match_id = matchIdOf(id, match.number);
    const invitation = {
      match_id,
      player_id: publicId(entrant),
      opponent_id: opponent ? publicId(opponent) : "",
      opponent_name: opponent?.name ?? "",
      role: seats[side === "a" ? 0 : 1],
      game,
      options: setUp,
      rounds: rounds?.most(setUp) ?? gamesPerMatch,
      games: gamesPerMatch,
    };
    const token = tokens.tokenOf({ league: id, number: entrant.number });
    const asked = await say(addressOf(league, entrant), "GAME_INVITE", `${match_id}-invite`, invitation, (content) =>
      wrongIn(content, token),
    );
    const { answered, failures } = asked;
    if (closing.signal.aborted) return true;
    const { act } = leagues.asDirector;
    // A player without a tool for invitations accepts them all.
    if (answered) return (await act(id, { type: "answer", entrant: entrant.number })).ok;
    const reason = failures.at(-1) ?? "it did not answer";
    await act(id, { type: "suspend", entrant: entrant.number, reason });
    return false;
  };
  /** Delivers it until its deadline, as long as this host directs. */
  const invite = async (id: string, number: number, side: Side): Promise<void> => {
    const key = `${id} ${number} ${side}`;
    if (inviting.has(key)) return;
    inviting.add(key);
    try {
      while (!closing.signal.aborted && directs()) {
        const done = await bring(id, number, side).catch((error: unknown) => {
          if (error instanceof Unavailable) return false;
          throw error;
        });
        if (done) return;
        await pauseFor(AGAIN_MS, closing.signal);
      }
    } finally {
      inviting.delete(key);
    }
  };

  const startInviting = (league: League, match: Match, side: Side): void =>
    track(invite(league.id, match.number, side), { league: league.id, match: matchIdOf(league.id, match.number) });

  /** Checks between two matches whether a player is still there, and reads its status. */
  const checkUp = async (league: League, entrant: Entrant): Promise<void> => {
    const { number, endpoint } = addressOf(league, entrant);
    const own = { league: league.id, number };
    const token = tokens.tokenOf(own);
    const { absence, status } = await endpoints.checkUp(endpoint, token, closing.signal);
    if (status !== null) calls.noteStatus(own, ownWords(status, token));
    if (absence === null) follow(league, entrant);
    const found = absence === null || !directs() ? null : await leagues.get(league.id);
    const isAtMatch = (match: Match) => match.status === "playing" && (match.a === number || match.b === number);
    // The player may have come to its next match meanwhile.
    if (absence !== null && found?.ok && !found.value.league.current.some(isAtMatch))
      await leagues.asDirector.act(league.id, { type: "suspend", entrant: number, reason: absence });
  };

  /** Follows a player's status from now to the league's end: again after its next match where that broke off. */
  const follow = (league: League, entrant: Entrant): void => {
    const { number, endpoint } = addressOf(league, entrant);
    const key = `${league.id} ${number}`;
    if (elsewhere || league.status !== "running" || followed.has(key) || followed.size >= MOST_FOLLOWED) return;
    const stop = new AbortController();
    followed.set(key, stop);
    const own = { league: league.id, number };
    const told = (text: string) => calls.noteStatus(own, ownWords(text, tokens.tokenOf(own)));
    const following = async () => {
      const signal = AbortSignal.any([closing.signal, stop.signal]);
      if ((await endpoints.followStatus(endpoint, told, signal)) && followed.get(key) === stop) followed.delete(key);
    };
    track(following(), { league: league.id });
  };
  const unfollow = (league: League): void => {
    for (const { number } of league.entrants) {
      const key = `${league.id} ${number}`;
      followed.get(key)?.abort();
      followed.delete(key);
    }
  };

  const hear = ({ before, live: { league } }: LeagueUpdate): void => {
    const servers = league.entrants.filter(({ settings }) => settings.endpoint !== undefined);
    if (servers.length === 0 || !directs()) return;
    // Matches that were over by then were played elsewhere, or reported by the host that directed before.
    if (before === null) {
      takeUp(league);
      return;
    }
    const known = new Map(before.league.current.map((match) => [match.number, match]));
    const news = matchesSince(before.league, league).filter(({ b }) => b !== null);
    const ofServers = (match: Match, work: (entrant: Entrant, side: Side) => void): void => {
      for (const side of ["a", "b"] as const) {
        const entrant = entrantOn(league, match, side);
        if (entrant?.settings.endpoint !== undefined) work(entrant, side);
      }
    };
    for (const match of news.filter(({ away }) => !away?.referee))
      ofServers(match, (entrant, side) => tellOfGames(league, entrant, side, match, known.get(match.number)));
    for (const match of news)
      if (match.result && !known.get(match.number)?.result && league.status === "running" && !elsewhere)
        ofServers(match, (entrant) => track(checkUp(league, entrant), { league: league.id }));
    if (isOver(league)) unfollow(league);
    else if (before.league.status !== "running") for (const entrant of servers) follow(league, entrant);
    // The next round is paired in the commit that ends the last one.
    const isNextRound = before.league.round > 0 && league.round > before.league.round;
    if (isNextRound || (isOver(league) && before.league.status !== league.status))
      track(tellStandings(league, servers, isNextRound ? league.round - 1 : league.round), { league: league.id });
    for (const match of news)
      ofServers(match, (_, side) => {
        if (isInvited(league, match, side)) startInviting(league, match, side);
      });
  };

  const tellStandings = async (league: League, servers: readonly Entrant[], round: number): Promise<void> => {
    if (elsewhere) return;
    const standings = await stateOf(league);
    for (const entrant of servers)
      tell(addressOf(league, entrant), "STANDINGS_UPDATE", `L${league.id}r${league.round}-standings`, {
        round,
        status: league.status,
        state: protocolLeagueState(league),
        standings,
      });
  };

  /** Reports a match's changes: games that began, games that ended, and the end of the match. */
  const tellOfGames = (league: League, entrant: Entrant, side: Side, match: Match, was: Match | undefined): void => {
    const { seats, rounds } = definitionOf(league.settings.game);
    const match_id = matchIdOf(league.id, match.number);
    const to = addressOf(league, entrant);
    for (const [index, game] of match.games.entries()) {
      const former = was?.games[index];
      const round_number = index + 1;
      if (!former && !game.result) {
        const own = seatIndexOf(game, side);
        tell(to, "GAME_START", `${game.id}-start`, {
          match_id,
          game_id: game.id,
          game_number: round_number,
          your_role: seats[own],
          opponent_role: seats[own === 0 ? 1 : 0],
          ...(game.armageddon ? { armageddon: true, draw_wins_for: seats[1] } : {}),
        });
      }
      // In a game with rounds, each round was reported as it ended.
      if (!rounds && game.result && !former?.result)
        tell(to, "ROUND_RESULT", `${game.id}-result`, {
          match_id,
          game_id: game.id,
          round_number,
          termination: game.result.termination,
          winner: seenBy(side, game.result.winner),
          score: scoreFor(side, match.games.slice(0, round_number)),
        });
    }
    if (match.result && !was?.result) {
      const [a, b] = match.result.score;
      const score = side === "a" ? { you: a, opponent: b } : { you: b, opponent: a };
      const own = seenBy(side, match.result.winner);
      const winnerId = match.result.winner && entrantOn(league, match, match.result.winner);
      tell(to, "GAME_END", `${match_id}-end`, {
        match_id,
        match_winner: own,
        final_score: score,
        winner: own,
        score,
        winner_id: winnerId ? publicId(winnerId) : null,
        termination: match.result.termination,
      });
    }
  };

  /** Reports the rounds that a commit ended, in a game that has rounds, and one that was broken off. */
  const hearOfGame = ({ before, game: { state }, entries }: GameUpdate): void => {
    const { rounds } = definitionOf(state.kind);
    // A match that was played elsewhere was reported from there.
    if (
      before === null ||
      !rounds ||
      !state.league ||
      !state.seats.some(({ settings }) => settings.endpoint !== undefined) ||
      !directs()
    )
      return;
    const plies = new Set(entries.flatMap(({ event }) => (event.type === "movePlayed" ? [event.ply] : [])));
    const over = entries.some(({ event }) => event.type === "gameOver");
    const finished = rounds.finished(state.position);
    for (const [index, { ply }] of finished.entries())
      if (plies.has(ply)) tellOfRound(state, state.league, finished.slice(0, index + 1), null);
    const { outcome } = state;
    if (over && outcome && !(outcome.reason in definitionOf(state.kind).reasons))
      tellOfRound(state, state.league, finished, outcome);
  };
  /** Reports the last of some rounds to both, or how the next one was broken off. */
  const tellOfRound = (
    state: GameState,
    { id: league, match = 0, game: game_number, entrants }: NonNullable<GameState["league"]>,
    rounds: readonly FinishedRound[],
    brokenOff: Outcome | null,
  ): void => {
    const round_number = brokenOff ? rounds.length + 1 : rounds.length;
    const last = rounds.at(-1);
    for (const { seat, settings } of state.seats) {
      if (settings.endpoint === undefined) continue;
      const other = opponentSeat(state, seat);
      const winnerIn = (winner: Seat | null) => (winner === null ? "draw" : winner === seat ? "you" : "opponent");
      const won = (by: Seat) => rounds.filter(({ winner }) => winner === by).length;
      const how = brokenOff
        ? { winner: winnerIn(brokenOff.winner), termination: terminationIn(brokenOff) }
        : {
            winner: winnerIn(last?.winner ?? null),
            ...last?.facts,
            your_choice: last?.choices[seat],
            opponent_choice: last?.choices[other],
            choices: last?.choices,
          };
      const number = entrants[indexOf(state, seat)];
      tell({ league, number, endpoint: settings.endpoint }, "ROUND_RESULT", `${state.id}-round-${round_number}`, {
        match_id: matchIdOf(league, match),
        game_id: state.id,
        game_number,
        round_number,
        ...how,
        score: { you: won(seat), opponent: won(other) },
      });
    }
  };

  const takeUp = (league: League): void => {
    for (const entrant of league.entrants) if (entrant.settings.endpoint !== undefined) follow(league, entrant);
    for (const match of league.current)
      for (const side of ["a", "b"] as const)
        if (isInvited(league, match, side) && entrantOn(league, match, side)?.settings.endpoint !== undefined)
          startInviting(league, match, side);
  };

  const stopHearing = [leagues.listen(hear, directs), games.listen(hearOfGame)];
  return {
    takeUp,
    close: async () => {
      closing.abort();
      for (const stop of stopHearing) stop();
      const late = awakeTime.after(LAST_WORDS_MS, () => silenced.abort());
      // Work under way may start more: the standings are reported once they are computed.
      while (underWay.size > 0) await Promise.allSettled(underWay);
      late();
    },
  };
}

/** The receiver of a message: an entrant that is a server. */
interface Addressee {
  readonly league: string;
  readonly number: number;
  readonly endpoint: string;
}
const addressOf = (league: League, { number, settings: { endpoint = "" } }: Entrant): Addressee => ({
  league: league.id,
  number,
  endpoint,
});

function entrantOn(league: League, { a, b }: Match, side: Side): Entrant | null {
  const number = side === "a" ? a : b;
  return number === null ? null : entrantOf(league, number);
}

const isInvited = ({ status }: League, match: Match, side: Side): boolean =>
  status === "running" && match.status === "invited" && !match.accepted[side === "a" ? 0 : 1];

/** The reason why an answer does not accept an invitation; null where it does, as does one without content. */
function wrongIn(content: unknown, token: string): string | null {
  if (content === undefined) return null;
  const read = gameAccept.safeParse(content);
  if (!read.success) return "it answered an invitation with what is no GAME_ACCEPT";
  const { auth_token } = read.data;
  return auth_token === undefined || auth_token === token ? null : "it answered with a token that is not its own";
}

const seenBy = (side: Side, winner: Side | null): "you" | "opponent" | "draw" =>
  winner === null ? "draw" : winner === side ? "you" : "opponent";

function scoreFor(side: Side, games: Match["games"]): { readonly you: number; readonly opponent: number } {
  const [a, b] = scoreIn({ games });
  return side === "a" ? { you: a, opponent: b } : { you: b, opponent: a };
}

const stateOf = async (league: League) =>
  (await runInSlices(leagueStandings(league))).map(({ rank, number, points, played, won, drawn, lost }) => {
    const entrant = entrantOf(league, number);
    const { name = "" } = entrant ?? {};
    const player_id = entrant ? publicId(entrant) : "";
    const state = entrant ? protocolPlayerState(league, entrant) : "SHUTDOWN";
    return { rank, player_id, name, display_name: name, state, points, played, won, drawn, lost };
  });
