import { createHmac } from "node:crypto";
import { fieldIn } from "../../shared/fields.ts";
import { envelopeOf } from "../../shared/league-protocol.ts";
import { matchSettings } from "../../shared/league-settings.ts";
import type { Log } from "../base/log.ts";
import { Unavailable } from "../base/unavailable.ts";
import type { Endpoints } from "../players/endpoint/endpoints.ts";
import { pauseFor } from "../players/pause.ts";
import type { EntrantTokens } from "./entrant-tokens.ts";
import type { Leagues } from "./leagues.ts";
import { firstInArmageddon } from "./machine/decider.ts";
import {
  type Decider,
  type Entrant,
  extraGames,
  isAway,
  type League,
  type Match,
  publicId,
  type Referee,
} from "./machine/league.ts";
import { playersOf } from "./machine/refereed-matches.ts";

/** Milliseconds within which a referee must take a match. */
const ANSWER_MS = 5_000;
/** Milliseconds between two checks of a referee that has a match. */
const LOOK_MS = 2_000;

/**
 * Hands matches to the referees elsewhere that the league chose, checks whether they are still there, and takes back
 * the matches of those that are not.
 */
export interface Assigner {
  /** Takes over a league's matches that are elsewhere, as after another host that directed it. */
  takeUp(league: League): void;
  close(): Promise<void>;
}

export interface AssignerOptions {
  readonly leagues: Pick<Leagues, "listen" | "asDirector" | "get">;
  /** Whether this host directs the leagues. */
  readonly directs: () => boolean;
  readonly endpoints: Pick<Endpoints, "ask" | "silence">;
  readonly tokens: EntrantTokens;
  readonly log: Log;
  readonly now: () => number;
}

export function createAssigner({ leagues, directs, endpoints, tokens, log, now }: AssignerOptions): Assigner {
  const closing = new AbortController();
  const underWay = new Map<string, Promise<void>>();

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
    const match_id = `L${league.id}m${match.number}`;
    const token = tokens.refereeTokenOf(referee.id);
    const asked = await endpoints.ask(referee.endpoint, {
      entrant: { league: league.id, number: 0 },
      type: "MATCH_ASSIGN",
      message: {
        ...envelopeOf(league.id, `${match_id}-assign-${match.away?.attempt}`, `league:${league.id}`, now()),
        message_type: "MATCH_ASSIGN",
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
    return asked.answered || closing.signal.aborted ? null : (asked.failures.at(-1) ?? "it did not answer");
  };

  /** Checks a match as long as one referee has it. */
  const oversee = async (id: string, number: number, attempt: number): Promise<void> => {
    for (let isFirst = true; !closing.signal.aborted && directs(); isFirst = false) {
      const found = await leagues.get(id);
      const league = found.ok ? found.value.league : null;
      const match = league?.current.find((each) => each.number === number);
      if (!league || !match?.away || !isAway(match) || match.away.attempt !== attempt) return;
      const { referee: refereeId } = match.away;
      const referee = league.referees.find((each) => each.id === refereeId);
      const reason = !referee
        ? "its referee is not there any more"
        : isFirst || referee.repeats
          ? await assign(league, match, referee)
          : await endpoints.silence(referee.endpoint, closing.signal);
      if (closing.signal.aborted) return;
      if (reason !== null) {
        log.warn(`league ${id}: match ${number} is taken back from its referee: ${reason}`, {
          league: id,
          match: `L${id}m${number}`,
        });
        await leagues.asDirector.act(id, { type: "takeBack", match: number, attempt, reason, because: "silent" });
        return;
      }
      await pauseFor(LOOK_MS, closing.signal);
    }
  };

  const start = (id: string, { number, away }: Match): void => {
    const key = `${id} ${number} ${away?.attempt}`;
    if (!away || underWay.has(key)) return;
    const overseen = async () => {
      for (;;) {
        try {
          return await oversee(id, number, away.attempt);
        } catch (error) {
          if (!(error instanceof Unavailable)) throw error;
          await pauseFor(LOOK_MS, closing.signal);
        }
      }
    };
    const running = overseen()
      .catch((error: unknown) =>
        log.error(`a match could not be seen to: ${error instanceof Error ? error.message : error}`, {
          league: id,
          match: `L${id}m${number}`,
        }),
      )
      .finally(() => underWay.delete(key));
    underWay.set(key, running);
  };
  const takeUp = (league: League): void => {
    if (league.status === "running") for (const match of league.current) if (isAway(match)) start(league.id, match);
  };
  const stopHearing = leagues.listen(({ live: { league } }) => {
    if (league.settings.referees && directs()) takeUp(league);
  }, directs);

  return {
    takeUp,
    close: async () => {
      closing.abort();
      stopHearing();
      await Promise.allSettled(underWay.values());
    },
  };
}

/** Whether an answer accepts the match: any but one that declines it. */
const isTaken = (content: unknown): boolean => fieldIn(content, "success") !== false;

/** The settings of a match, in the protocol's form. */
function settingsFor(league: League, match: Match): Readonly<Record<string, unknown>> {
  const { decider } = league.settings;
  return {
    ...matchSettings.parse(league.settings),
    needs_winner: decider !== null,
    ...(decider ? { decider: deciderFor(league, match, decider) } : {}),
  };
}

const deciderFor = (league: League, match: Match, decider: Decider): Readonly<Record<string, unknown>> => ({
  extra_games: extraGames(decider),
  in_pairs: decider.extra_pairs !== undefined,
  last: decider.last,
  time_odds: decider.time_odds,
  ...(decider.last === "armageddon" ? { first: firstInArmageddon(league, match) === "a" ? "player1" : "player2" } : {}),
});

/** A seed of the match's own, which reveals nothing about the rest of the league. */
const seedFor = ({ settings: { seed, secret } }: League, { number }: Match): string =>
  createHmac("sha256", secret).update(`${seed} referee match ${number}`).digest("hex");
