import { createHmac } from "node:crypto";
import { fieldIn } from "../../shared/fields.ts";
import { envelopeOf } from "../../shared/league-protocol.ts";
import { matchSettings } from "../../shared/league-settings.ts";
import type { Log, LogSubject } from "../base/log.ts";
import type { Endpoints } from "../players/endpoint/endpoints.ts";
import type { EntrantTokens } from "./entrant-tokens.ts";
import { createErrands } from "./errands.ts";
import type { Leagues } from "./leagues.ts";
import { firstInArmageddon } from "./machine/decider.ts";
import {
  type Entrant,
  extraGames,
  isAway,
  type League,
  type Match,
  matchIdOf,
  playersOf,
  publicId,
  type Referee,
} from "./machine/league.ts";

/** Milliseconds within which a referee must take a match. */
const ANSWER_MS = 5_000;
/** Milliseconds between two checks of a referee that has a match. */
const LOOK_MS = 2_000;

/**
 * Hands matches to the referees elsewhere that the league chose, checks whether they are still there, and takes back
 * the matches of those that are not.
 */
export function createAssigner(options: {
  readonly leagues: Pick<Leagues, "listen" | "asDirector" | "get">;
  /** Whether this host directs the leagues. */
  readonly directs: () => boolean;
  readonly endpoints: Pick<Endpoints, "ask" | "silence">;
  readonly tokens: EntrantTokens;
  readonly log: Log;
  readonly now: () => number;
}) {
  const { leagues, directs, endpoints, tokens, log, now } = options;
  const closing = new AbortController();
  const errands = createErrands("a match could not be seen to", closing.signal, log);

  /** Asks a referee to run a match, or whether it still does; returns the reason why it does not, or null. */
  const assign = async (league: League, match: Match, referee: Referee): Promise<string | null> => {
    const players = playersOf(league, match);
    if (!players) return "one of its players is not there";
    const info = (entrant: Entrant) => ({
      player_id: publicId(entrant),
      display_name: entrant.name,
      endpoint: entrant.settings.endpoint,
      auth_token: tokens.tokenOf({ league: league.id, number: entrant.number }),
    });
    const match_id = matchIdOf(league.id, match.number);
    const conversation = `${match_id}-assign-${match.away?.attempt}`;
    const token = tokens.refereeTokenOf(referee);
    const asked = await endpoints.ask(referee.endpoint, {
      entrant: { league: league.id, number: 0 },
      type: "MATCH_ASSIGN",
      message: {
        ...envelopeOf("MATCH_ASSIGN", league.id, conversation, `league:${league.id}`, now()),
        auth_token: token,
        match_id,
        player1_info: info(players[0]),
        player2_info: info(players[1]),
        game: league.settings.game,
        settings: settingsFor(league, match),
        seed: seedFor(league, match),
      },
      limitMs: ANSWER_MS,
      check: (content) => (isTaken(content) ? null : "it does not take the match"),
      signal: closing.signal,
    });
    return asked.answered || closing.signal.aborted ? null : (asked.failures.at(-1)?.reason ?? "it did not answer");
  };

  /** Asks the referee that has a match, or is to have it, about it; returns whether there is nothing more to ask. */
  const look = async (id: string, number: number, attempt: number, isFirst: boolean): Promise<boolean> => {
    if (!directs()) return true;
    const found = await leagues.get(id);
    const league = found.ok ? found.value.league : null;
    const match = league?.current.find((each) => each.number === number);
    if (!league || !match?.away || !isAway(match) || match.away.attempt !== attempt) return true;
    const { referee: refereeId } = match.away;
    const referee = league.referees.find((each) => each.id === refereeId);
    const reason = !referee
      ? "its referee is not there any more"
      : isFirst || referee.repeats
        ? await assign(league, match, referee)
        : await endpoints.silence(referee.endpoint, closing.signal);
    if (reason === null || closing.signal.aborted) return false;
    log.warn(`league ${id}: match ${number} is taken back from its referee: ${reason}`, aboutOf(id, number));
    await leagues.asDirector.act(id, { type: "takeBack", match: number, attempt, reason, because: "silent" });
    return true;
  };

  /** Checks a match as long as one referee has it. */
  const oversee = (id: string, { number, away }: Match): void => {
    if (!away) return;
    const { attempt } = away;
    let isFirst = true;
    const lookOn = async () => {
      const isOver = await look(id, number, attempt, isFirst);
      isFirst = false;
      return isOver;
    };
    errands.repeat(`${id} ${number} ${attempt}`, aboutOf(id, number), lookOn, LOOK_MS);
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
      await errands.idle();
    },
  };
}

const aboutOf = (league: string, match: number): LogSubject => ({ league, match: matchIdOf(league, match) });

/** Whether an answer accepts the match: any but one that declines it. */
const isTaken = (content: unknown): boolean => fieldIn(content, "success") !== false;

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
  createHmac("sha256", secret).update(`${seed} referee match ${number}`).digest("hex");
