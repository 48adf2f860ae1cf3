import { gameOf } from "../../games/register.ts";
import { gameAccept, LEAGUE_PROTOCOL } from "../../shared/league-protocol.ts";
import { awakeTime } from "../awake-time.ts";
import { inTurns } from "../in-turns.ts";
import type { Log } from "../log.ts";
import type { Endpoints, Question } from "../players/endpoint/endpoints.ts";
import { pauseFor } from "../players/pause.ts";
import { Unavailable } from "../unavailable.ts";
import type { EntrantTokens } from "./entrant-tokens.ts";
import type { LeagueNews, Leagues } from "./leagues.ts";
import {
  type Entrant,
  entrantOf,
  isOver,
  type League,
  type Match,
  matchesSince,
  type Side,
  seatIndexOf,
  worthTo,
} from "./machine/league.ts";
import { leagueStandings } from "./machine/rounds.ts";

/** Milliseconds within which a player must answer, by the protocol. */
const ANSWER_MS = 5_000;
/** Milliseconds that a host which closes waits for players to take what was told last. */
const LAST_WORDS_MS = 5_000;
/** Milliseconds before a player that did not take its invitation is asked again. */
const AGAIN_MS = 5_000;

/**
 * Tells the players that are servers what happens in their leagues, and takes their answers to invitations. What one does
 * not answer harms nobody else: it is told in the order of what happened, each player by itself.
 */
export interface Messenger {
  /** Brings the invitations that stand in a league, as after another host that did so. */
  takeUp(league: League): void;
  close(): Promise<void>;
}

export interface MessengerOptions {
  readonly leagues: Pick<Leagues, "listen" | "asDirector" | "get">;
  /** Whether it is this host that directs the leagues. */
  readonly directs: () => boolean;
  readonly endpoints: Pick<Endpoints, "ask">;
  readonly tokens: EntrantTokens;
  readonly log: Log;
  readonly now: () => number;
}

export function createMessenger({ leagues, directs, endpoints, tokens, log, now }: MessengerOptions): Messenger {
  const closing = new AbortController();
  /** Aborted when nobody waits any more for how games, matches and leagues ended. */
  const silenced = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  /** Invitations that are being brought. */
  const inviting = new Set<string>();

  const track = (work: Promise<unknown>): void => {
    const running = work
      .catch((error: unknown) =>
        log.error(`a player could not be told: ${error instanceof Error ? error.message : error}`),
      )
      .finally(() => underWay.delete(running));
    underWay.add(running);
  };

  const say = (
    league: League,
    { number, settings, name }: Entrant,
    type: Parameters<Endpoints["ask"]>[1]["type"],
    conversation: string,
    fields: object,
    check?: Question["check"],
  ) =>
    endpoints.ask(settings.endpoint ?? "", {
      entrant: { league: league.id, number },
      type,
      message: {
        protocol: LEAGUE_PROTOCOL,
        message_type: type,
        league_id: league.id,
        conversation_id: conversation,
        sender: `referee:${league.id}`,
        timestamp: new Date(now()).toISOString(),
        auth_token: tokens.tokenOf({ league: league.id, number }),
        player_id: name,
        ...fields,
      },
      limitMs: ANSWER_MS,
      ...(check ? { check } : {}),
      // What is about to begin, nobody need hear of while the host closes.
      signal: type === "GAME_INVITE" || type === "GAME_START" ? closing.signal : silenced.signal,
    });
  const tell: (...args: Parameters<typeof say>) => void = (...args) => track(say(...args));

  /** Brings an invitation once; gives whether it was taken, or stands no more. */
  const bring = async (id: string, number: number, side: Side): Promise<boolean> => {
    const found = await leagues.get(id);
    const league = found.ok ? found.value.league : null;
    const match = league?.current.find((each) => each.number === number);
    if (!league || !match || !isInvited(league, match, side)) return true;
    const entrant = entrantOn(league, match, side);
    if (!entrant) return true;
    const opponent = entrantOn(league, match, side === "a" ? "b" : "a");
    const seats = gameOf(league.settings.game).seats;
    const invitation = {
      match_id: matchId(league, match),
      opponent_id: opponent?.name ?? "",
      role: seats[side === "a" ? 0 : 1],
      rounds: league.settings.gamesPerMatch,
    };
    const token = tokens.tokenOf({ league: id, number: entrant.number });
    const conversation = `${matchId(league, match)}-invite`;
    const { answered, failures } = await say(league, entrant, "GAME_INVITE", conversation, invitation, (content) =>
      wrongIn(content, token),
    );
    if (closing.signal.aborted) return true;
    const { act } = leagues.asDirector;
    // Who has no tool for invitations takes them all.
    if (answered) return (await act(id, { type: "answer", entrant: entrant.number })).ok;
    const reason = failures.at(-1) ?? "it did not answer";
    await act(id, { type: "suspend", entrant: entrant.number, reason });
    return false;
  };
  /** Brings it until then, as long as this host directs. */
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

  const hear = ({ before, live: { league } }: LeagueNews): void => {
    const servers = league.entrants.filter(({ settings }) => settings.endpoint !== undefined);
    if (servers.length === 0 || !directs()) return;
    // What was over by then was played elsewhere, or told by the host that directed before.
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
    for (const match of news)
      ofServers(match, (entrant, side) => tellOfGames(league, entrant, side, match, known.get(match.number)));
    // The next round is paired in the commit that ends the last one.
    const isNextRound = before.league.round > 0 && league.round > before.league.round;
    if (isNextRound || (isOver(league) && before.league.status !== league.status))
      track(tellStandings(league, servers, isNextRound ? league.round - 1 : league.round));
    for (const match of news)
      ofServers(match, (_, side) => {
        if (isInvited(league, match, side)) track(invite(league.id, match.number, side));
      });
  };

  const tellStandings = async (league: League, servers: readonly Entrant[], round: number): Promise<void> => {
    const standings = await tableOf(league);
    for (const entrant of servers)
      tell(league, entrant, "STANDINGS_UPDATE", `L${league.id}r${league.round}-standings`, {
        ...{ round, status: league.status, standings },
      });
  };

  /** What is new of a match's games: those that began and those that ended, and the match's own end. */
  const tellOfGames = (league: League, entrant: Entrant, side: Side, match: Match, was: Match | undefined): void => {
    const seats = gameOf(league.settings.game).seats;
    const match_id = matchId(league, match);
    for (const [index, game] of match.games.entries()) {
      const former = was?.games[index];
      const round_number = index + 1;
      if (!former && !game.result) {
        const own = seatIndexOf(game, side);
        tell(league, entrant, "GAME_START", `${game.id}-start`, {
          ...{ match_id, game_id: game.id, round_number },
          ...{ your_role: seats[own], opponent_role: seats[own === 0 ? 1 : 0] },
        });
      }
      if (game.result && !former?.result)
        tell(league, entrant, "ROUND_RESULT", `${game.id}-result`, {
          ...{ match_id, game_id: game.id, round_number, termination: game.result.termination },
          ...{ winner: seenBy(side, game.result.winner), score: scoreFor(side, match.games.slice(0, round_number)) },
        });
    }
    if (match.result && !was?.result) {
      const [a, b] = match.result.score;
      const score = side === "a" ? { you: a, opponent: b } : { you: b, opponent: a };
      tell(league, entrant, "GAME_END", `${match_id}-end`, {
        match_id,
        winner: seenBy(side, match.result.winner),
        score,
      });
    }
  };

  const takeUp = (league: League): void => {
    for (const match of league.current)
      for (const side of ["a", "b"] as const)
        if (isInvited(league, match, side) && entrantOn(league, match, side)?.settings.endpoint !== undefined)
          track(invite(league.id, match.number, side));
  };

  const stopHearing = leagues.listen(hear, directs);
  return {
    takeUp,
    close: async () => {
      closing.abort();
      stopHearing();
      const late = awakeTime.after(LAST_WORDS_MS, () => silenced.abort());
      await Promise.allSettled(underWay);
      late();
    },
  };
}

const matchId = (league: League, { number }: Match): string => `L${league.id}m${number}`;

function entrantOn(league: League, { a, b }: Match, side: Side): Entrant | null {
  const number = side === "a" ? a : b;
  return number === null ? null : entrantOf(league, number);
}

const isInvited = ({ status }: League, match: Match, side: Side): boolean =>
  status === "running" && match.status === "invited" && !match.accepted[side === "a" ? 0 : 1];

/** Why an answer does not take an invitation; null where it does, as does one without content. */
function wrongIn(content: unknown, token: string): string | null {
  if (content === undefined) return null;
  const read = gameAccept.safeParse(content);
  if (!read.success) return "it answered an invitation with what is no GAME_ACCEPT";
  return read.data.auth_token === token ? null : "it answered with a token that is not its own";
}

const seenBy = (side: Side, winner: Side | null): "you" | "opponent" | "draw" =>
  winner === null ? "draw" : winner === side ? "you" : "opponent";

function scoreFor(side: Side, games: Match["games"]): { readonly you: number; readonly opponent: number } {
  const score = { you: 0, opponent: 0 };
  for (const { result } of games) {
    if (!result) continue;
    score.you += worthTo(side, result);
    score.opponent += worthTo(side === "a" ? "b" : "a", result);
  }
  return score;
}

const tableOf = async (league: League) =>
  (await inTurns(leagueStandings(league))).map(({ rank, number, points, played, won, drawn, lost }) => ({
    ...{ rank, name: entrantOf(league, number)?.name ?? "", points, played, won, drawn, lost },
  }));
