import { type Fields, fieldIn } from "../../shared/fields.ts";
import { matchSettings } from "../../shared/league-settings.ts";
import { endAll } from "../../shared/listeners.ts";
import { awakeTime } from "../base/awake-time.ts";
import { deriveKey } from "../base/keyed-random.ts";
import type { LogSubject } from "../base/log.ts";
import { createJobs, transientErrors } from "../league/jobs.ts";
import * as machine from "../league/machine/league.ts";
import { firstInArmageddon, mostAwayMs, mostGames, mostIdleMs } from "../league/machine/matches.ts";
import { createMessenger, type MessengerOptions } from "./messenger.ts";
import { envelopeOf, matchProgress } from "./protocol.ts";
import { createRegistrar, type RegistrarOptions } from "./registrar.ts";
import { replayGame } from "./replay-report.ts";
import { tokenForReferee } from "./tokens.ts";

/** Milliseconds within which a referee must take a match. */
const ANSWER_MS = 5_000;
/** Milliseconds between two checks of a referee that has a match. */
const POLL_MS = 2_000;

/** The moves that a referee has delivered of its match, as a number that grows; and times awake, in milliseconds. */
interface Progress {
  progress: number;
  /** The time at which that number last grew. */
  at: number;
  /** When this host began to ask. */
  readonly since: number;
  isPending: boolean;
}
/** The worth of a game in that number: more moves than it can have. */
const GAME = 1_000_000;

/** Hands matches to the referees elsewhere that the league chose, and takes them back from those that are gone. */
function createAssigner({ league: services, endpoints, tokens, log, now }: MessengerOptions & RegistrarOptions) {
  const { leagues, directs } = services;
  const closing = new AbortController();
  const jobs = createJobs("a match could not be seen to", closing.signal, log);

  /** Asks a referee to run a match, or how far it is; returns its answer, and the reason why it does not run the match. */
  const assign = async (league: machine.League, match: machine.Match, referee: machine.Referee, attempt: number) => {
    const players = machine.playersOf(league, match);
    if (!players) return { reason: "one of its players is not there", content: null };
    const match_id = machine.matchIdOf(league.id, match.number);
    const info = (entrant: machine.Entrant) => ({
      player_id: machine.publicId(entrant),
      display_name: entrant.name,
      endpoint: entrant.settings.endpoint,
      auth_token: tokenForReferee(tokens.tokenOf({ league: league.id, number: entrant.number }), match_id, attempt),
    });
    const conversation = `${match_id}-assign-${attempt}`;
    const inquiry = await endpoints.ask(referee.endpoint, {
      entrant: { league: league.id, number: 0 },
      type: "MATCH_ASSIGN",
      message: {
        ...envelopeOf("MATCH_ASSIGN", league.id, conversation, `league:${league.id}`, now()),
        auth_token: tokens.refereeTokenOf(referee),
        match_id,
        player1_info: info(players[0]),
        player2_info: info(players[1]),
        game: league.settings.game,
        settings: settingsFor(league, match),
        seed: seedFor(league, match),
      },
      limitMs: ANSWER_MS,
      check: (content) => (fieldIn(content, "success") === false ? "it does not take the match" : null),
      signal: closing.signal,
    });
    const failure = inquiry.failures.at(-1)?.reason ?? "it did not answer";
    return { reason: inquiry.isAnswered || closing.signal.aborted ? null : failure, content: inquiry.content };
  };

  /** The reason where a referee has delivered no new move, by the rules, for too long; null while it has time. */
  const standstill = async (
    league: machine.League,
    match: machine.Match,
    content: unknown,
    last: Progress,
  ): Promise<string | null> => {
    const { settings } = league;
    const [at, most] = [awakeTime.now(), mostIdleMs(settings)];
    if (at > last.since + mostAwayMs(settings)) return "its referee did not report it in time";
    // Moves are replayed as few times as possible.
    if (at < last.at + most / 2) return null;
    const { game_number = 0, moves = [] } = matchProgress.safeParse(content).data ?? {};
    const progress = game_number * GAME + moves.length;
    const isFurther = progress > last.progress && game_number <= mostGames(settings);
    const replay = isFurther ? await replayGame(league, match, game_number, moves, now) : null;
    const isProgress = replay?.ok && replay.value.end.moves.length === moves.length;
    if (isProgress) Object.assign(last, { progress, at });
    return isProgress || at < last.at + most ? null : `it has delivered no new move for ${Math.round(most / 1_000)} s`;
  };

  /** Asks the referee that has a match, or is to have it, about it; returns whether there is nothing more to ask. */
  const look = async (id: string, number: number, attempt: number, last: Progress): Promise<boolean> => {
    if (!directs()) return true;
    const result = await leagues.get(id);
    const league = result.ok ? result.value.league : null;
    const match = league?.current.find((each) => each.number === number);
    if (!league || !match?.away || !machine.isAway(match) || match.away.attempt !== attempt) return true;
    const referee = league.referees.find((each) => each.id === match.away?.referee && machine.isAdmitted(each));
    const check = async ({ endpoint, ...own }: machine.Referee) =>
      (await endpoints.healthCheck(endpoint, tokens.refereeTokenOf(own), closing.signal)).absence;
    const answer = !referee
      ? { reason: "its referee is not there any more", content: null }
      : last.isPending && !referee.repeats
        ? { reason: await check(referee), content: null }
        : await assign(league, match, referee, attempt);
    last.isPending = true;
    const reason = answer.reason ?? (await standstill(league, match, answer.content, last));
    if (reason === null || closing.signal.aborted) return false;
    log.warn(`league ${id}: match ${number} is taken back from its referee: ${reason}`, aboutOf(id, number));
    const back = await leagues.asDirector.act(id, { type: "takeBack", match: number, attempt, reason, home: false });
    return back.ok || !transientErrors.includes(back.code);
  };

  /** Checks a match as long as one referee has it. */
  const oversee = (id: string, { number, away }: machine.Match): void => {
    if (!away) return;
    const { attempt } = away;
    const since = awakeTime.now();
    const last: Progress = { progress: 0, at: since, since, isPending: false };
    jobs.repeat(`${id} ${number} ${attempt}`, aboutOf(id, number), () => look(id, number, attempt, last), POLL_MS);
  };
  const takeUp = (league: machine.League): void => {
    if (league.status === "running")
      for (const match of league.current) if (machine.isAway(match)) oversee(league.id, match);
  };
  const stopHearing = endAll(
    leagues.listen(({ value: { league } }) => {
      if (league.settings.referees && directs()) takeUp(league);
    }, directs),
    services.listenToTakeUps(takeUp),
  );
  return {
    close: async () => {
      closing.abort();
      stopHearing();
      await jobs.idle();
    },
  };
}

const aboutOf = (league: string, match: number): LogSubject => ({ league, match: machine.matchIdOf(league, match) });

/** The settings of a match, in the protocol's form. */
function settingsFor(league: machine.League, match: machine.Match): Fields {
  const { decider } = league.settings;
  return {
    ...matchSettings.parse(league.settings),
    needs_winner: decider !== null,
    ...(decider && {
      decider: {
        extra_games: machine.extraGames(decider),
        in_pairs: decider.extra_pairs !== undefined,
        last: decider.last,
        time_odds: decider.time_odds,
        ...(decider.last === "armageddon" && {
          first: firstInArmageddon(league, match) === "a" ? "player1" : "player2",
        }),
      },
    }),
  };
}

/** A seed of the match's own, which reveals nothing about the rest of the league. */
const seedFor = ({ settings: { seed, secret } }: machine.League, { number }: machine.Match): string =>
  deriveKey(secret, `${seed} referee match ${number}`);

/** The servers in a host's leagues: they register, hear what happens, and get matches. Closed before the leagues. */
export function openServers(parts: MessengerOptions & RegistrarOptions) {
  const messenger = createMessenger(parts);
  const assigner = createAssigner(parts);
  return {
    registrar: createRegistrar(parts),
    close: async () => {
      await assigner.close();
      await messenger.close();
    },
  };
}
