import { endAll } from "../../shared/listeners.ts";
import { awakeTime } from "../base/awake-time.ts";
import type { Log } from "../base/log.ts";
import type { Games } from "../games/games.ts";
import type { GameUpdate } from "../games/live-game.ts";
import { createJobs } from "../league/jobs.ts";
import type { LeagueUpdate } from "../league/leagues.ts";
import * as machine from "../league/machine/league.ts";
import type { LeagueServices } from "../league/services.ts";
import type { CallLog } from "../players/call-log.ts";
import { ownWords } from "../players/without-secret.ts";
import type { Dispatch, Endpoints } from "./endpoints.ts";
import * as messages from "./player-messages.ts";
import { envelopeOf, gameAccept, type MessageType } from "./protocol.ts";
import type { ServerTokens } from "./tokens.ts";

/** Milliseconds within which a player must answer, by the protocol. */
const ANSWER_MS = 5_000;
/** Milliseconds that a closing host waits for players to take the last messages. */
const LAST_WORDS_MS = 5_000;
/** Milliseconds before a player that did not answer its invitation is asked again. */
const AGAIN_MS = 5_000;
/** Most players whose status is subscribed to; others are asked between their matches only. */
const MOST_FOLLOWED = 64;

export interface MessengerOptions {
  readonly league: Pick<LeagueServices, "leagues" | "directs" | "listenToTakeUps">;
  readonly games: Pick<Games, "listen">;
  readonly endpoints: Pick<Endpoints, "ask" | "healthCheck" | "followStatus">;
  /** Stores the players' statuses; absent to drop them. */
  readonly calls?: Pick<CallLog, "noteStatus">;
  readonly tokens: Pick<ServerTokens, "tokenOf">;
  /** The differences for a referee that runs a single match for a league elsewhere; absent for leagues of this host. */
  readonly elsewhere?: {
    /** The id of the match in that league. The table is reported from there, too. */
    readonly matchId: string;
    /** The referee's signature: `referee:ID`. */
    readonly sender: string;
  };
  readonly log: Log;
  readonly now: () => number;
}

/**
 * Tells player servers what happens in their leagues, and takes their answers to invitations. Messages go out in order,
 * to each player separately, so one that does not answer delays nobody else.
 */
export function createMessenger(options: MessengerOptions) {
  const { league: services, games, endpoints, calls, tokens, elsewhere, log, now } = options;
  const { leagues, directs } = services;
  const serversOf = (league: machine.League, match: machine.Match) =>
    messages.serversIn(league, match, toldIdOf(league.id, match.number));
  const toldIdOf = (league: string, match: number): string => elsewhere?.matchId ?? machine.matchIdOf(league, match);
  const closing = new AbortController();
  /** Aborted when the ends of games, matches and leagues need not be reported any more. */
  const farewellStop = new AbortController();
  const jobs = createJobs("a player could not be told", closing.signal, log);
  /** By player, what ends the subscription to its status; a player that has no status is in it, too. */
  const stops = new Map<string, AbortController>();

  const senderOf = (type: MessageType, league: string): string =>
    elsewhere?.sender ?? `${type === "STANDINGS_UPDATE" ? "league" : "referee"}:${league}`;
  const say = ({ to, type, conversation, fields }: messages.LeagueMessage, check?: Dispatch["check"]) =>
    endpoints.ask(to.endpoint, {
      entrant: { league: to.league, number: to.number },
      type,
      message: {
        ...envelopeOf(type, to.league, conversation, senderOf(type, to.league), now()),
        auth_token: tokens.tokenOf({ league: to.league, number: to.number }),
        ...fields,
      },
      limitMs: ANSWER_MS,
      ...(check ? { check } : {}),
      // A message about a beginning is pointless while the host closes.
      signal: type === "GAME_INVITE" || type === "GAME_START" ? closing.signal : farewellStop.signal,
    });
  const tell = (message: messages.LeagueMessage): void =>
    jobs.run(say(message), { league: message.to.league, conversation: message.conversation });

  /** Delivers an invitation once; returns whether it was accepted, or is no longer open. */
  const deliverInvitation = async (id: string, number: number, side: machine.Side): Promise<boolean> => {
    const current = await leagues.get(id);
    const league = current.ok ? current.value.league : null;
    const match = league?.current.find((each) => each.number === number);
    const player = league && match && serversOf(league, match).find((each) => each.side === side);
    if (!player || !isInvited(player)) return true;
    const { isAnswered, failures } = await say(messages.invitationMessage(player), wrongIn);
    if (closing.signal.aborted) return true;
    const { act } = leagues.asDirector;
    const entrant = player.entrant.number;
    // A player without a tool for invitations accepts them all.
    if (isAnswered) return (await act(id, { type: "answer", entrant })).ok;
    await act(id, { type: "suspend", entrant, reason: failures.at(-1)?.reason ?? "it did not answer" });
    return false;
  };

  /** Delivers the open invitations until their deadline, as long as this host directs. */
  const invite = (league: machine.League, matches: readonly machine.Match[]): void => {
    const { id } = league;
    for (const { match, match_id, side } of matches.flatMap((match) => serversOf(league, match)).filter(isInvited)) {
      const attempt = async () => !directs() || deliverInvitation(id, match.number, side);
      jobs.repeat(`${id} ${match.number} ${side}`, { league: id, match: match_id }, attempt, AGAIN_MS);
    }
  };

  /** Checks between two matches whether a player is still there, and reads its status. */
  const checkPlayer = async (league: machine.League, entrant: machine.Entrant): Promise<void> => {
    const { endpoint, ...own } = messages.addressOf(league, entrant);
    const token = tokens.tokenOf(own);
    const { absence, status } = await endpoints.healthCheck(endpoint, token, closing.signal);
    if (status !== null) calls?.noteStatus(own, ownWords(status, token));
    if (absence === null) follow(league, entrant);
    const current = absence === null || !directs() ? null : await leagues.get(league.id);
    const isAtMatch = (match: machine.Match) => match.status === "playing" && machine.isIn(match, own.number);
    // The player may have come to its next match meanwhile.
    if (absence !== null && current?.ok && !current.value.league.current.some(isAtMatch))
      await leagues.asDirector.act(league.id, { type: "suspend", entrant: own.number, reason: absence });
  };

  /** Follows a player's status from now to the league's end: again after its next match where that broke off. */
  const follow = (league: machine.League, entrant: machine.Entrant): void => {
    const { endpoint, ...own } = messages.addressOf(league, entrant);
    const key = `${league.id} ${own.number}`;
    if (elsewhere || league.status !== "running" || stops.has(key) || stops.size >= MOST_FOLLOWED) return;
    const stop = new AbortController();
    stops.set(key, stop);
    const noteStatus = (text: string) => calls?.noteStatus(own, ownWords(text, tokens.tokenOf(own)));
    const following = async () => {
      const signal = AbortSignal.any([closing.signal, stop.signal]);
      if ((await endpoints.followStatus(endpoint, noteStatus, signal)) && stops.get(key) === stop) stops.delete(key);
    };
    jobs.run(following(), { league: league.id });
  };
  const unfollow = (league: machine.League): void => {
    for (const { number } of league.entrants) {
      const key = `${league.id} ${number}`;
      stops.get(key)?.abort();
      stops.delete(key);
    }
  };

  const onUpdate = ({ before, value: { league } }: LeagueUpdate): void => {
    const servers = league.entrants.filter(({ settings }) => settings.endpoint !== undefined);
    if (servers.length === 0 || !directs()) return;
    // Matches that were over by then were played elsewhere, or reported by the host that directed before.
    if (before === null) {
      takeUp(league);
      return;
    }
    const matches = new Map(before.league.current.map((match) => [match.number, match]));
    const news = machine.matchesSince(before.league, league).filter(({ b }) => b !== null);
    const players = news.flatMap((match) => serversOf(league, match));
    for (const player of players.filter(({ match }) => !match.away?.referee))
      for (const message of messages.matchMessages(player, matches.get(player.match.number))) tell(message);
    for (const { match, entrant } of players)
      if (match.result && !matches.get(match.number)?.result && league.status === "running" && !elsewhere)
        jobs.run(checkPlayer(league, entrant), { league: league.id });
    if (machine.isOver(league)) unfollow(league);
    else if (before.league.status !== "running") for (const entrant of servers) follow(league, entrant);
    // The next round is paired in the commit that ends the last one.
    const isNextRound = before.league.round > 0 && league.round > before.league.round;
    const isEnd = machine.isOver(league) && before.league.status !== league.status;
    if (isNextRound || isEnd)
      jobs.run(tellStandings(league, servers, isEnd ? league.round : league.round - 1), { league: league.id });
    invite(league, news);
  };

  const tellStandings = async (league: machine.League, servers: readonly machine.Entrant[], round: number) => {
    if (elsewhere) return;
    for (const message of await messages.standingsMessages(league, servers, round)) tell(message);
  };

  /** Reports the rounds that a commit ended, in a game that has rounds, and one that was broken off. */
  const onGameUpdate = (update: GameUpdate): void => {
    const { league, seats } = update.game.state;
    // A match that was played elsewhere was reported from there.
    if (update.before === null || !league || !seats.some(({ settings }) => settings.endpoint !== undefined)) return;
    if (!directs()) return;
    for (const message of messages.roundMessages(update, toldIdOf(league.id, league.match ?? 0))) tell(message);
  };

  /** Delivers the open invitations of a league, as after another host that directed it. */
  const takeUp = (league: machine.League): void => {
    for (const entrant of league.entrants) if (entrant.settings.endpoint !== undefined) follow(league, entrant);
    invite(league, league.current);
  };

  const stopHearing = endAll(
    leagues.listen(onUpdate, directs),
    games.listen(onGameUpdate),
    services.listenToTakeUps(takeUp),
  );
  return {
    close: async () => {
      closing.abort();
      stopHearing();
      const late = awakeTime.after(LAST_WORDS_MS, () => farewellStop.abort());
      // Work under way may start more: the standings are reported once they are computed.
      await jobs.idle();
      late();
    },
  };
}

const isInvited = ({ league, match, side }: messages.MatchPlayer): boolean =>
  league.status === "running" && match.status === "invited" && !match.accepted[machine.placeOf(side)];

/** The reason why an answer does not accept an invitation; null where it does, as does one without content. */
const wrongIn = (content: unknown): string | null =>
  content === undefined || gameAccept.safeParse(content).success
    ? null
    : "it answered an invitation with what is no GAME_ACCEPT";
