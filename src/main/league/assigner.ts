import { fieldIn } from "../../shared/fields.ts";
import { envelopeOf, matchProgress } from "../../shared/league-protocol.ts";
import { matchSettings } from "../../shared/league-settings.ts";
import { awakeTime } from "../base/awake-time.ts";
import { matchTokenOf } from "../base/derived-secrets.ts";
import { deriveKey } from "../base/keyed-random.ts";
import type { Log, LogSubject } from "../base/log.ts";
import type { Endpoints } from "../players/endpoint/endpoints.ts";
import type { EntrantTokens } from "./entrant-tokens.ts";
import { createJobs } from "./jobs.ts";
import type { Leagues } from "./leagues.ts";
import { firstInArmageddon } from "./machine/decider.ts";
import {
  type Entrant,
  extraGames,
  isAdmitted,
  isAway,
  type League,
  type Match,
  matchIdOf,
  playersOf,
  publicId,
  type Referee,
} from "./machine/league.ts";
import { mostAwayMs, mostGames, mostIdleMs } from "./machine/refereed-matches.ts";
import { replayGame } from "./replay-report.ts";

/** Milliseconds within which a referee must take a match. */
const ANSWER_MS = 5_000;
/** Milliseconds between two checks of a referee that has a match. */
const LOOK_MS = 2_000;

/** The answer of a referee; the reason why it does not run its match, or null. */
type AssignmentAnswer = { readonly reason: string | null; readonly content?: unknown };
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

/**
 * Hands matches to the referees elsewhere that the league chose, checks whether they are still there, and takes back
 * the matches of those that are not.
 */
export function createAssigner(options: {
  readonly leagues: Pick<Leagues, "listen" | "asDirector" | "get">;
  /** Whether this host directs the leagues. */
  readonly directs: () => boolean;
  readonly endpoints: Pick<Endpoints, "ask" | "healthCheck">;
  readonly tokens: EntrantTokens;
  readonly log: Log;
  readonly now: () => number;
}) {
  const { leagues, directs, endpoints, tokens, log, now } = options;
  const closing = new AbortController();
  const jobs = createJobs("a match could not be seen to", closing.signal, log);

  /** Asks a referee to run a match, or how far it is; returns its answer, or the reason why it does not run the match. */
  const assign = async (league: League, match: Match, referee: Referee, attempt: number): Promise<AssignmentAnswer> => {
    const players = playersOf(league, match);
    if (!players) return { reason: "one of its players is not there" };
    const match_id = matchIdOf(league.id, match.number);
    const info = (entrant: Entrant) => ({
      player_id: publicId(entrant),
      display_name: entrant.name,
      endpoint: entrant.settings.endpoint,
      auth_token: matchTokenOf(tokens.tokenOf({ league: league.id, number: entrant.number }), match_id, attempt),
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
    if (inquiry.isAnswered || closing.signal.aborted) return { reason: null, content: inquiry.content };
    return { reason: inquiry.failures.at(-1)?.reason ?? "it did not answer" };
  };

  /** The reason where a referee has delivered no new move, by the rules, for too long; null while it has time. */
  const standstill = async (league: League, match: Match, content: unknown, last: Progress): Promise<string | null> => {
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
    if (!league || !match?.away || !isAway(match) || match.away.attempt !== attempt) return true;
    const referee = league.referees.find((each) => each.id === match.away?.referee && isAdmitted(each));
    const answer: AssignmentAnswer = !referee
      ? { reason: "its referee is not there any more" }
      : last.isPending && !referee.repeats
        ? {
            reason: (await endpoints.healthCheck(referee.endpoint, tokens.refereeTokenOf(referee), closing.signal))
              .absence,
          }
        : await assign(league, match, referee, attempt);
    last.isPending = true;
    const reason = answer.reason ?? (await standstill(league, match, answer.content, last));
    if (reason === null || closing.signal.aborted) return false;
    log.warn(`league ${id}: match ${number} is taken back from its referee: ${reason}`, aboutOf(id, number));
    await leagues.asDirector.act(id, { type: "takeBack", match: number, attempt, reason, home: false });
    return true;
  };

  /** Checks a match as long as one referee has it. */
  const oversee = (id: string, { number, away }: Match): void => {
    if (!away) return;
    const { attempt } = away;
    const since = awakeTime.now();
    const last: Progress = { progress: 0, at: since, since, isPending: false };
    const lookOn = () => look(id, number, attempt, last);
    jobs.repeat(`${id} ${number} ${attempt}`, aboutOf(id, number), lookOn, LOOK_MS);
  };
  const takeUp = (league: League): void => {
    if (league.status === "running") for (const match of league.current) if (isAway(match)) oversee(league.id, match);
  };
  const stopHearing = leagues.listen(({ value: { league } }) => {
    if (league.settings.referees && directs()) takeUp(league);
  }, directs);

  return {
    /** Takes over a league's matches that are elsewhere, as after another host that directed it. */
    takeUp,
    close: async () => {
      closing.abort();
      stopHearing();
      await jobs.idle();
    },
  };
}

const aboutOf = (league: string, match: number): LogSubject => ({ league, match: matchIdOf(league, match) });

/** The settings of a match, in the protocol's form. */
function settingsFor(league: League, match: Match): Readonly<Record<string, unknown>> {
  const { decider } = league.settings;
  return {
    ...matchSettings.parse(league.settings),
    needs_winner: decider !== null,
    ...(decider && {
      decider: {
        extra_games: extraGames(decider),
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
const seedFor = ({ settings: { seed, secret } }: League, { number }: Match): string =>
  deriveKey(secret, `${seed} referee match ${number}`);
