import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { awakeTime } from "../../src/main/base/awake-time.ts";
import { silentLog } from "../../src/main/base/log.ts";
import { refereeSchema } from "../../src/main/league/machine/league.ts";
import { addReferee, freeRefereeFor } from "../../src/main/league/machine/matches.ts";
import type { Endpoints } from "../../src/main/league-v1/endpoints.ts";
import {
  ALL_LEAGUES,
  kibitzState,
  LEAGUE_PROTOCOL,
  matchAssign,
  matchProgress,
} from "../../src/main/league-v1/protocol.ts";
import { assignedLeague, runRemoteMatch } from "../../src/main/league-v1/remote-match.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { matchView } from "../../src/main/views/league/league-view.ts";
import { accept, refuse, Unavailable } from "../../src/shared/result.ts";
import { openLeagueHost, planOf, toItsEnd } from "../league/support.ts";
import { sure } from "../live-games/support.ts";

/** The moves of a game that nobody wins. */
const draw = ["b2", "a1", "a2", "c2", "b1", "b3", "a3", "c1", "c3"];

/** Players that make these moves, and a referee that takes each match: told what they are asked. */
function players(told: (type: string, message: Readonly<Record<string, unknown>>) => void): Endpoints {
  return {
    ask: async (_, { type, message }) => {
      told(type, message);
      const { history = [] } = kibitzState.catch({}).parse(message["game_state"]);
      const content = type === "MOVE_REQUEST" ? { move: draw[history.length] ?? "" } : undefined;
      return { content, isAnswered: true, tries: 1, failures: [] };
    },
    check: (address) => accept(new URL(address)),
    probe: async () => null,
    healthCheck: async () => ({ absence: null, status: null }),
    followStatus: async () => false,
    close: async () => {},
  };
}

async function leagueWith(
  deciders: boolean,
  settings: Readonly<Record<string, unknown>> = {},
  /** The answer of a referee that takes repeats to each MATCH_ASSIGN; absent for one that takes none. */
  progress?: (times: number) => Readonly<Record<string, unknown>>,
) {
  const assigned = Promise.withResolvers<unknown>();
  const asked: string[] = [];
  const checkUp = vi.fn<Endpoints["healthCheck"]>(async () => ({ absence: null, status: null }));
  const called = players((type, message) => {
    asked.push(type);
    if (type === "MATCH_ASSIGN") assigned.resolve(message);
  });
  const times = () => asked.filter((type) => type === "MATCH_ASSIGN").length;
  const endpoints: Endpoints = {
    ...called,
    healthCheck: checkUp,
    ask: async (address, question) => {
      const answer = await called.ask(address, question);
      return question.type === "MATCH_ASSIGN" ? { ...answer, content: progress?.(times()) } : answer;
    },
  };
  const host = await openLeagueHost(openSqliteStore(":memory:"), undefined, {
    players: { endpoints, findKey: async () => refuse("INVALID_ARGUMENT", "none"), engines: () => [] },
  });
  onTestFinished(() => host[Symbol.asyncDispose]());
  const { league } = sure(
    await host.leagues.create(
      planOf({
        game: "tic-tac-toe",
        format: "knockout",
        referees: true,
        decider: { last: "armageddon" },
        ...settings,
        entrants: [1, 2].map((number) => ({
          kind: "endpoint",
          name: `Server ${number}`,
          endpoint: `http://127.0.0.1:${number}/mcp`,
        })),
      }),
    ),
  );
  const envelope = {
    protocol: LEAGUE_PROTOCOL,
    league_id: league.id,
    conversation_id: "1",
    sender: "referee:1",
    timestamp: new Date().toISOString(),
  };
  const referee = {
    referee_id: randomUUID(),
    registration_code: "code",
    display_name: "Referee",
    endpoint: "http://127.0.0.1:3/mcp",
    capabilities: { games: ["tic-tac-toe", "chess"], max_matches: 1, repeats: progress !== undefined, deciders },
  };
  const registration = { ...envelope, message_type: "REFEREE_REGISTER_REQUEST", ...referee };
  const registered = await host.registrar.REFEREE_REGISTER_REQUEST(registration);
  expect(registered).toMatchObject({ success: true });
  sure(await host.leagues.act(league.id, { type: "start" }));
  return {
    host,
    id: league.id,
    envelope,
    registration,
    token: registered["auth_token"],
    assigned: assigned.promise,
    asked,
    checkUp,
  };
}

test("a referee elsewhere plays an Armageddon to its end, and its record is played again and believed", async () => {
  const { host, id, envelope, token, assigned } = await leagueWith(true);
  const assignment = matchAssign.parse(await assigned);
  const starts: unknown[] = [];
  const elsewhere = sure(
    await runRemoteMatch(assignment, {
      endpoints: players((type, message) => {
        if (type === "GAME_START") starts.push(message["draw_wins_for"]);
      }),
      sender: "referee:1",
      log: silentLog,
      now: Date.now,
      onState: () => {},
    }),
  );
  onTestFinished(() => elsewhere.close());
  const report = await elsewhere.report;
  expect(report).toMatchObject({ score: { "Server 1": 0.5, "Server 2": 0.5 }, games: [{}, {}] });
  const [, last] = report?.games ?? [];
  const moves = last?.moves.map(({ role, move }) => ({ role, move }));
  expect(matchProgress.parse(elsewhere.progress())).toEqual({ game_number: 2, moves });
  // Each of the two was told before the second game, and before no other.
  await expect.poll(() => starts.length).toBe(4);
  expect(starts.filter((seat) => seat === "O")).toHaveLength(2);
  const first = assignment.settings.decider.first === "player1" ? "Server 1" : "Server 2";
  const second = first === "Server 1" ? "Server 2" : "Server 1";
  expect(report?.winner_id).toBe(second);
  const message = { ...envelope, message_type: "MATCH_RESULT", auth_token: token, ...report };
  expect(await host.registrar.MATCH_RESULT(message)).toMatchObject({ success: true, counted: true });
  const { league } = await toItsEnd(host.leagues, id);
  expect(league.current.map((match) => matchView(league, match))).toMatchObject([
    { winner: second, score: [0.5, 0.5], armageddon: { first, seat: "O", result: "drawn" } },
  ]);
});

test("a referee elsewhere plays a match under the settings of its league", async () => {
  const settings = {
    options: { fen: "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1" },
    games_per_match: 3,
    best_of: true,
    clock: { initial_seconds: 77, increment_seconds: 2 },
    move_seconds: 66,
    invite_seconds: 55,
    missed_move: "random",
    misses: 7,
    legal_moves: "hidden",
    max_illegal: 4,
    longest_game: 88,
    decider: { last: "armageddon", extra_pairs: 2, time_odds: 0.5 },
  };
  const { assigned } = await leagueWith(true, { game: "chess", ...settings });
  expect(assignedLeague(matchAssign.parse(await assigned), 0)).toMatchObject({ ok: true, value: { settings } });
});

test("a referee that takes no repeats is asked once, though leagues cannot be read for a moment", {
  tags: "edge",
}, async () => {
  const { host, asked, checkUp } = await leagueWith(true);
  await expect.poll(() => asked).toContain("MATCH_ASSIGN");
  vi.spyOn(host.leagues, "get").mockRejectedValueOnce(new Unavailable(refuse("STORAGE_FAILED", "away"), null));
  await expect.poll(() => checkUp.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(asked.filter((type) => type === "MATCH_ASSIGN")).toHaveLength(1);
});

test("a match is taken back from a referee that is gone also where that cannot be stored at first", async () => {
  const { after } = awakeTime;
  const pauses = vi.spyOn(awakeTime, "after").mockImplementation((ms, call) => after(ms / 100, call));
  onTestFinished(() => pauses.mockRestore());
  const { host, id, checkUp } = await leagueWith(true);
  const { asDirector } = host.leagues;
  const { act } = asDirector;
  const full = vi.fn(async () => refuse("STORAGE_FAILED", "the disk is full"));
  vi.spyOn(asDirector, "act").mockImplementation((league, command) =>
    "type" in command && command.type === "takeBack" && full.mock.calls.length === 0 ? full() : act(league, command),
  );
  checkUp.mockResolvedValue({ absence: "it is gone", status: null });
  await expect
    .poll(async () => sure(await host.leagues.get(id)).league.current[0]?.away, { timeout: 10_000 })
    .toMatchObject({ referee: null });
  expect(full).toHaveBeenCalledOnce();
});

test("a referee elsewhere that says otherwise than its Armageddon who won is not believed", async () => {
  const { host, envelope, token, assigned } = await leagueWith(true);
  const { match_id, settings } = matchAssign.parse(await assigned);
  const games = [1, 2].map(() => ({
    moves: draw.map((move, ply) => ({ role: ply % 2 === 0 ? "X" : "O", move })),
    termination: "normal",
  }));
  const winner_id = settings.decider.first === "player1" ? "Server 1" : "Server 2";
  const message = { ...envelope, message_type: "MATCH_RESULT", auth_token: token, match_id, winner_id, games };
  expect(await host.registrar.MATCH_RESULT(message)).toMatchObject({
    success: false,
    error: expect.stringMatching(/^winner_id: by the games of the report it is Server/),
  });
});

test("a referee elsewhere that knows of no decider is given no match that may need one", async () => {
  const { asked } = await leagueWith(false);
  await expect.poll(() => asked).toContain("GAME_INVITE");
  expect(asked).not.toContain("MATCH_ASSIGN");
});

/** The first moves of a game of tic-tac-toe, so many of them, as a referee delivers them. */
const movesOf = (count: number) => draw.slice(0, count).map((move, ply) => ({ role: ply % 2 === 0 ? "X" : "O", move }));

test.each([
  ["that it still runs it, and no move", () => ({}), true],
  ["that a game began, and no move", () => ({ game_number: 1, moves: [] }), true],
  ["the same move again and again", () => ({ game_number: 1, moves: movesOf(1) }), true],
  [
    "moves that the rules do not allow",
    (times: number) => ({ game_number: 1, moves: Array(times).fill(movesOf(1)[0]) }),
    true,
  ],
  [
    "moves of one game and another in turn",
    (times: number) => ({ game_number: 1 + (times % 2), moves: movesOf(1 + (times % 2 ? 0 : times)) }),
    true,
  ],
  [
    "moves of a game that the match cannot have",
    (times: number) => ({ game_number: times * 50, moves: movesOf(1) }),
    true,
  ],
  ["a new move each time", (times: number) => ({ game_number: 1, moves: movesOf(times) }), false],
] as const)(
  "a match is taken back from a referee that answers %s, unless that is progress",
  async (_, progress, isBack) => {
    let ahead = 0;
    const fifth = Promise.withResolvers<void>();
    const { now, after } = awakeTime;
    const clock = vi.spyOn(awakeTime, "now").mockImplementation(() => now() + ahead);
    const pauses = vi.spyOn(awakeTime, "after").mockImplementation((ms, call) => after(ms / 100, call));
    onTestFinished(() => {
      clock.mockRestore();
      pauses.mockRestore();
    });
    const { host, id } = await leagueWith(true, { move_seconds: 30, invite_seconds: 60 }, (times) => {
      // Less than the time that the referee has, each time: a minute and a quarter of one.
      ahead += 60_000;
      if (times === 5) fifth.resolve();
      return { success: true, ...progress(times) };
    });
    const status = async () => sure(await host.leagues.get(id)).league.current[0]?.away;
    if (isBack) await expect.poll(status, { timeout: 20_000 }).toMatchObject({ referee: null });
    else await fifth.promise;
    const { league } = sure(await host.leagues.get(id));
    const events = (await host.leagues.lastEvents(sure(await host.leagues.get(id)), 100)).map(({ event }) => event);
    const reason = "it has delivered no new move for 75 s";
    expect(events.filter(({ type }) => type === "matchTakenBack")).toMatchObject(isBack ? [{ reason }] : []);
    expect(league.referees).toMatchObject([{ silent: isBack, failures: isBack ? 1 : 0 }]);
  },
);

test("a match goes to an admitted referee that failed least, and after three of them to none", async () => {
  const { host, id } = await leagueWith(true);
  const { league } = sure(await host.leagues.get(id));
  const [match] = league.current;
  const [registered] = league.referees;
  if (!match || !registered) throw new Error("there is no match, or no referee");
  const { away: _, ...open } = match;
  const chosen = (failures: readonly (number | null)[], attempt = 0) => {
    // As a league is kept: a referee of before has no count.
    const referees = failures.map((count, index) =>
      refereeSchema.parse({ ...registered, id: String(index), failures: count ?? undefined }),
    );
    const back = attempt === 0 ? {} : { away: { referee: null, since: 0, attempt, home: false } };
    return freeRefereeFor({ ...league, current: [], referees }, { ...open, ...back })?.id ?? null;
  };
  expect(chosen([null])).toBeNull();
  expect(chosen([null, 0])).toBe("1");
  expect(chosen([2, 1, 1])).toBe("1");
  expect(chosen([3])).toBeNull();
  expect([1, 2, 3].map((attempt) => chosen([0], attempt))).toEqual(["0", "0", null]);
  // One that registers again keeps its failures.
  const again = (failures: number) => {
    const from = { ...league, referees: [{ ...registered, failures }] };
    return sure(addReferee({ league: from, events: [], commands: [] }, { referee: { ...registered, failures: 0 } }))
      .league.referees;
  };
  expect([0, 2, 3].map((failures) => again(failures)[0]?.failures)).toEqual([0, 2, 3]);
});

test("a referee that registers for all leagues is enlisted in every one that takes referees", async () => {
  const { host, id, registration } = await leagueWith(true);
  const plan = planOf({ game: "tic-tac-toe", players: 2, referees: true });
  for (let more = 0; more < 101; more += 1) sure(await host.leagues.create(plan));
  const registered = await host.registrar.REFEREE_REGISTER_REQUEST({
    ...registration,
    league_id: ALL_LEAGUES,
    referee_id: randomUUID(),
  });
  const { leagues } = z.object({ leagues: z.array(z.string()) }).parse(registered["league_info"]);
  expect([new Set(leagues).size, leagues.includes(id)]).toEqual([102, true]);
});
