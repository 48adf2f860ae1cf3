import { randomUUID } from "node:crypto";
import { definitions } from "../../../games/register.ts";
import type { Fields } from "../../../shared/fields.ts";
import { describeIssues } from "../../../shared/issues.ts";
import { RecentMap } from "../../../shared/recent-map.ts";
import { accept, invalid, type Result, refuse } from "../../../shared/result.ts";
import { createWallClock } from "../../base/awake-time.ts";
import type { Log, LogSubject } from "../../base/log.ts";
import { openTcpDoor } from "../../doors/tcp.ts";
import { createBacklogs } from "../../flow/backlogs.ts";
import { createJobs } from "../../league/jobs.ts";
import { pauseFor } from "../../players/pause.ts";
import { createEndpoints } from "../endpoints.ts";
import { acknowledge, createProgramServer } from "../message-server.ts";
import { ALL_LEAGUES, calledTools, matchAssign } from "../protocol.ts";
import {
  type Assignment,
  type MatchReport,
  type MatchState,
  type RemoteMatch,
  runRemoteMatch,
} from "../remote-match.ts";
import { createLeagueLink, type LeagueAddress } from "./league-link.ts";

/** Milliseconds between two registrations, which find a league that was created later, or a host that was away. */
const AGAIN_MS = 3_000;
/** Milliseconds before a report that was not accepted is sent again; doubles each time, up to a minute. */
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 60_000;
/** Most reports that are kept, for a league that asks again. */
const MOST_REPORTS = 1_000;

/** A match under way, as the resource `status` shows it. */
interface RunningMatch {
  readonly match_id: string;
  readonly league_id: string;
  state: MatchState | "MANAGING_MATCH" | "REPORTING_RESULT";
}

/** Opens the server of a referee that is a program of its own, at its own address. Throws where its port is taken. */
export async function openReferee(options: {
  readonly name: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Matches that it runs at once. */
  readonly matches: number;
  /** Hosts beside this machine at which players may be called. */
  readonly endpointHosts: readonly string[];
  /** Most calls to one player in a second; null for any number. */
  readonly callsPerSecond: number | null;
  readonly log: Log;
  /** Reports progress, one line at a time. */
  readonly tell: (line: string) => void;
}) {
  const { name, port, matches, endpointHosts, callsPerSecond, log, tell } = options;
  const id = randomUUID();
  const now = createWallClock();
  const closing = new AbortController();
  const endpoints = createEndpoints({ allowlist: () => endpointHosts, log, random: Math.random, callsPerSecond });
  /** Matches under way (null while starting), and finished reports, by the assignment. */
  const running = new Map<string, RemoteMatch | null>();
  const reports = new RecentMap<string, MatchReport>(MOST_REPORTS);
  const jobs = createJobs("a match failed", closing.signal, log);
  /** Matches that run or are reported, by the same requests. */
  const active = new Map<string, RunningMatch>();
  let token: string | null = null;
  let place: LeagueAddress | null = null;

  const sender = `referee:${id}`;
  const aboutOf = ({ league_id: league, match_id: match, conversation_id: conversation }: Assignment): LogSubject => ({
    league,
    match,
    conversation,
  });
  /** Records the state of a match. */
  const enter = (assignment: Assignment, next: RunningMatch["state"], game?: string): void => {
    const { match_id, league_id, conversation_id: key } = assignment;
    if (active.get(key)?.state === next) return;
    active.set(key, { match_id, league_id, state: next });
    log.debug(next, { ...aboutOf(assignment), game });
  };
  const report = async (assignment: Assignment, outcome: MatchReport): Promise<void> => {
    const { league_id, conversation_id: key } = assignment;
    enter(assignment, "REPORTING_RESULT");
    for (let pause = FIRST_RETRY_MS; place && !closing.signal.aborted; pause = Math.min(2 * pause, LONGEST_RETRY_MS)) {
      const result = { ...outcome, auth_token: token };
      const answer = await createLeagueLink(place, sender, log).send("MATCH_RESULT", league_id, result);
      const isTaken = answer.ok || answer.code === "LEAGUE_CLOSED";
      if (isTaken)
        tell(`match ${outcome.match_id}: ${answer.ok ? "reported" : `the league does not take it: ${answer.message}`}`);
      if (isTaken) break;
      await pauseFor(pause, closing.signal);
    }
    active.delete(key);
  };
  /** The state of a referee in terms of `league.v1`; while it manages a match, that has states of its own. */
  const stateNow = (): string => {
    const states = [...active.values()].map(({ state }) => state);
    if (states.length === 0) return token === null ? "INIT" : "READY";
    return states.includes("REPORTING_RESULT") ? "REPORTING_RESULT" : "MANAGING_MATCH";
  };

  /** Runs a match to its end and reports it. */
  const run = async (assignment: Assignment, match: RemoteMatch): Promise<void> => {
    const key = assignment.conversation_id;
    const outcome = await match.report;
    await match.close();
    running.delete(key);
    if (!outcome) return void active.delete(key);
    reports.set(key, outcome);
    await report(assignment, outcome);
  };

  const take = async (message: unknown): Promise<Result<Fields>> => {
    const parsing = matchAssign.safeParse(message);
    if (!parsing.success) return invalid(describeIssues(parsing.error));
    const assignment = parsing.data;
    if (token === null || assignment.auth_token !== token) return invalid("auth_token: it is not mine");
    const key = assignment.conversation_id;
    const earlier = reports.get(key);
    // A league that asks for a finished match again has not heard of its end.
    if (earlier) {
      const isSending = active.get(key)?.state === "REPORTING_RESULT";
      if (!isSending) jobs.run(report(assignment, earlier), aboutOf(assignment));
      return accept({ state: "REPORTING_RESULT" });
    }
    const managing = { state: "MANAGING_MATCH" };
    if (running.has(key)) return accept({ ...managing, ...running.get(key)?.progress() });
    if (running.size >= matches) return refuse("LIMIT_REACHED", `I run ${matches} matches already`);
    running.set(key, null);
    enter(assignment, "MANAGING_MATCH");
    const onState = (next: MatchState, game?: string) => enter(assignment, next, game);
    const start = await runRemoteMatch(assignment, { sender, endpoints, log, now, onState });
    if (!start.ok || closing.signal.aborted) {
      active.delete(key);
      running.delete(key);
      if (start.ok) await start.value.close();
      return start.ok ? refuse("HOST_CLOSING", "I am closing") : start;
    }
    running.set(key, start.value);
    tell(`match ${assignment.match_id} of league ${assignment.league_id} begins`);
    jobs.run(run(assignment, start.value), aboutOf(assignment));
    return accept(managing);
  };

  const server = createProgramServer(
    "referee",
    [
      {
        tool: calledTools.MATCH_ASSIGN[0],
        description: "Takes a match: MATCH_ASSIGN.",
        answer: async (message) => accept(acknowledge(message, "MATCH_ASSIGN_ACK", now(), await take(message), sender)),
      },
    ],
    () => ({ state: stateNow(), name, max_matches: matches, matches: [...active.values()] }),
  );
  const door = await openTcpDoor({ port, alternatives: 0, fetch: server.fetch, backlogs: createBacklogs(), log });
  const endpoint = `http://127.0.0.1:${door.port}/mcp`;

  const registerOnce = async (address: LeagueAddress, leagueId: string): Promise<Result<null>> => {
    const answer = await createLeagueLink(address, sender, log).send("REFEREE_REGISTER_REQUEST", leagueId, {
      referee_id: id,
      display_name: name,
      endpoint,
      registration_code: address.refereeCode ?? undefined,
      capabilities: { games: definitions.map(({ kind }) => kind), max_matches: matches, repeats: true, deciders: true },
      ...(token === null ? {} : { auth_token: token }),
    });
    if (!answer.ok) return answer;
    token = String(answer.value["auth_token"]);
    return accept(null);
  };

  return {
    /** `http://127.0.0.1:8001/mcp` */
    endpoint,
    /**
     * Registers in a league, or in all that take referees, and repeats that. Resolves with the first answer: a refusal
     * of the league, or the reason why it cannot be reached.
     */
    register: async (address: LeagueAddress, leagueId = ALL_LEAGUES) => {
      place = address;
      const first = await registerOnce(address, leagueId);
      if (!first.ok) return first;
      const again = async () => {
        const registration = await registerOnce(address, leagueId);
        if (!registration.ok) log.debug(`not registered again: ${registration.message}`, { league: leagueId });
        return false;
      };
      jobs.repeat("registration", { league: leagueId }, again, AGAIN_MS);
      return first;
    },
    close: async () => {
      closing.abort();
      await server.close();
      await Promise.all([...running.values()].map((match) => match?.close()));
      await jobs.idle();
      await endpoints.close();
      await door.close();
    },
  };
}
