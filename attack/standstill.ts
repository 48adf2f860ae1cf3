import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { silentLog } from "../src/main/base/log.ts";
import { strategyMover } from "../src/main/league-v1/programs/movers.ts";
import { createPlayerServer } from "../src/main/league-v1/programs/player-server.ts";
import type { LeagueReport } from "../src/shared/leagues.ts";
import {
  callModern,
  headersFor,
  lastMessage,
  modernHeaders,
  modernRequest,
  openSession,
} from "../test/journeys/raw.ts";
import { openVendor } from "../test/players/model/vendor.ts";
import { logOf, type Person, personAt } from "../test/support/person.ts";
import { contentOf } from "./doors.ts";
import type { Tally } from "./tally.ts";
import { startVictim, type Victim } from "./victim.ts";

/** How a host is made to miss time: frozen as a whole, or by its system's clock. */
export const strikes = ["freeze", "leap forward", "leap back"] as const;
export type Strike = (typeof strikes)[number];

/** An attempt and its outcome: "nobody" where nobody was charged, else who was, in words. */
export interface Tried {
  readonly limit: string;
  readonly strike: Strike;
  readonly charged: string;
}

export interface StandstillOptions {
  readonly dir: string;
  readonly tally: Tally;
  /** Milliseconds that the host misses: much more than any limit. */
  readonly missedMs: number;
  readonly which: readonly Strike[];
}

/** The longest of the limits that are tried, in seconds: what is set up takes a while on a busy machine. */
const LIMIT = 120;
const nobody = "nobody";

/**
 * Holds every limit of time that a host has against a time that it misses, which is longer than all of them: whoever is
 * charged for it is named in the list that it gives, and a failure of the tally.
 */
export async function standstills({ dir, tally, missedMs, which }: StandstillOptions): Promise<readonly Tried[]> {
  const found: Tried[] = [];
  for (const strike of which) {
    const dataDir = join(dir, strike.replace(" ", "-"));
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const skewFile = join(dir, `${strike.replace(" ", "-")}.skew`);
    writeFileSync(skewFile, "0");
    const victim = await startVictim(dataDir, tally, { ATTACK_SKEW_FILE: skewFile });
    await using guests = await openGuests();
    try {
      const house: House = { victim, person: personAt(victim), guests };
      const checks: [string, () => Promise<string>][] = [];
      for (const [limit, set] of Object.entries(limits)) checks.push([limit, await set(house)]);
      victim.inspect();
      await miss(strike, victim, skewFile, missedMs, () => guests.answer());
      for (const [limit, check] of checks) {
        const charged = await check().catch((error: unknown) => `it failed: ${String(error)}`);
        found.push({ limit, strike, charged });
        tally.count(`limits tried by a ${strike}`);
        if (charged !== nobody) tally.fail(`${limit}, ${strike}: ${charged}`);
      }
      victim.excuse();
    } finally {
      guests.answer();
      await victim.stop();
    }
  }
  return found;
}

async function miss(strike: Strike, victim: Victim, skewFile: string, ms: number, meanwhile: () => void) {
  if (strike === "freeze") {
    victim.child.kill("SIGSTOP");
    try {
      await delay(ms / 2);
      // A player elsewhere answers while the host cannot hear it.
      meanwhile();
      await delay(ms / 2);
    } finally {
      victim.child.kill("SIGCONT");
    }
    return;
  }
  const from = victim.log().length;
  writeFileSync(skewFile, String(strike === "leap forward" ? ms : -ms));
  while (!victim.log().slice(from).includes('attack-inside {"skew"')) await delay(10);
  meanwhile();
}

interface House {
  readonly victim: Victim;
  readonly person: Person;
  readonly guests: Guests;
}

/** Sets somebody a limit; gives what finds out afterwards whether anybody was charged. */
type Limit = (house: House) => Promise<() => Promise<string>>;

const limits: Readonly<Record<string, Limit>> = {
  "chess clock": async ({ person }) => {
    const players = { white: { kind: "human" }, black: { kind: "human" } };
    const clock = { initial_seconds: LIMIT, increment_seconds: 0 };
    const { body: game } = await person.post("/api/games", { players, clock });
    for (const move of ["d2d4", "d7d5"]) await person.post(`/api/games/${game.game_id}/moves`, { move });
    return async () => {
      const { body } = await person.post(`/api/games/${game.game_id}/moves`, { move: "e2e4" });
      const left = body.clock?.remaining_seconds?.white;
      return left > LIMIT / 2 ? nobody : `White: ${JSON.stringify(left ?? body.error)}`;
    };
  },
  invitation: async (house) => {
    const league = await agentLeague(house, { invite_seconds: LIMIT, misses: 3 });
    return async () => {
      await league.comeInTurn();
      return league.charged();
    };
  },
  "an invitation that one of two took": async (house) => {
    const league = await agentLeague(house, { invite_seconds: LIMIT, misses: 3 });
    await league.come(0, 0);
    return async () => {
      await league.come(1, 10);
      return league.charged();
    };
  },
  "misses after which one is out": async (house) => {
    const league = await agentLeague(house, { invite_seconds: LIMIT, misses: 1 });
    return async () => {
      await league.comeInTurn();
      return league.charged();
    };
  },
  "a league's time for a move, of an agent": async (house) => {
    const league = await agentLeague(house, { move_seconds: LIMIT });
    const [one, other] = await Promise.all([league.come(0, 10), league.come(1, 10)]);
    return async () => {
      for (const { game_id, seat_token } of [one, other])
        await call(house, "finishTurn", { game_id, seat_token, move: "b2" }).catch(() => {});
      const { body } = await house.person.get(`/api/games/${one.game_id}`);
      return body.result || body.ply !== 1 ? JSON.stringify(body.result ?? `ply ${body.ply}`) : league.charged();
    };
  },
  "a league's time for a move, of a player that is a server": (house) =>
    ledElsewhere(house, { kind: "endpoint", name: "Server", endpoint: house.guests.player }),
  "a league's time for a move, of a model": (house) =>
    ledElsewhere(house, {
      kind: "llm",
      name: "Model",
      provider: "openai-compatible",
      model: "m",
      base_url: house.guests.model,
    }),
  "a league's time for a move, of the person's own engine": async (house) => {
    const args = [join(import.meta.dirname, "../test/players/uci/first-engine.ts")];
    const engine = { name: "Slow", path: process.execPath, args, options: { Mood: "patient" }, move_ms: LIMIT * 1_000 };
    await house.person.post("/api/engines", engine);
    const id = await started(house, {
      game: "chess",
      move_seconds: LIMIT,
      longest_game: 1,
      entrants: [
        { kind: "computer", name: "Slow", engine: "Slow" },
        { kind: "strategy", name: "Any", strategy: "random" },
      ],
    });
    // It thinks on in the missed time as well, until it is stopped in its own.
    return async () => chargedIn(house, id);
  },
  "waiting for a turn": async (house) => {
    const made = await call(house, "createGame", { type: "agent", game: "tic-tac-toe", color: "black" });
    const { game_id, seat_token, join_code } = made;
    const other = await call(house, "joinGame", { game_id, join_code });
    const waited = waiting(house, "waitForNextTurn", { game_id, seat_token, timeout_seconds: LIMIT });
    return async () => {
      // A wait that were over would have been answered by now.
      await Promise.race([waited, delay(1_000)]);
      await call(house, "finishTurn", { game_id, seat_token: other.seat_token, move: "b2" });
      const { next_action } = await waited;
      return next_action?.tool === "finishTurn" ? nobody : `the wait ended: ${JSON.stringify(next_action)}`;
    };
  },
  "waiting for a match": async (house) => {
    const { body } = await house.person.post("/api/leagues", { game: "tic-tac-toe" });
    const { league_id } = body;
    const { entrant_token } = await call(house, "joinLeague", { league_id, name: "One" });
    await call(house, "joinLeague", { league_id, name: "Two" });
    const waited = waiting(house, "waitForNextMatch", { league_id, entrant_token, timeout_seconds: LIMIT });
    return async () => {
      const early = await Promise.race([waited.then(() => true), delay(1_000, false)]);
      await house.person.post(`/api/leagues/${league_id}/start`);
      return early ? "the wait ended" : nobody;
    };
  },
  "offers, a connection's seat and what the person may call off": async (house) => {
    const session = await openSession(house.victim);
    const own = async (tool: string, args: object) => contentOf(tool, (await session.call(tool, args)).message);
    const { game_id } = await own("createGame", { type: "human", color: "white" });
    const { person } = house;
    await person.post(`/api/games/${game_id}/talk`, { message: "hello" });
    await own("finishTurn", { game_id, move: "e2e4" });
    await person.post(`/api/games/${game_id}/moves`, { move: "e7e5" });
    await person.post(`/api/games/${game_id}/draw`, { answer: "offer" });
    return async () => {
      const called = await person.post(`/api/games/${game_id}/end`, {});
      if (called.status < 400) return "the agent: the person could call the game off";
      const { body } = await person.get(`/api/games/${game_id}`);
      if (body.draw_offer === null) return `the offer: ${JSON.stringify(body.draw_offer)}`;
      const { body: agents } = await person.get(`/api/games/${game_id}/agents`);
      const silent = Date.now() - Date.parse(agents.white.last_call);
      if (silent > LIMIT * 1_000) return `the agent: silent for ${Math.round(silent / 1_000)} s`;
      await own("offerDraw", { game_id, answer: "accept" });
      return nobody;
    };
  },
  registration: async (house) => {
    const { body } = await house.person.post("/api/leagues", { game: "tic-tac-toe" });
    const { league_id } = body;
    const { entrant_token } = await call(house, "joinLeague", { league_id, name: "One" });
    return async () => {
      await call(house, "joinLeague", { league_id, name: "One", entrant_token });
      await call(house, "joinLeague", { league_id, name: "Two" });
      return nobody;
    };
  },
};

// biome-ignore lint/suspicious/noExplicitAny: the contract describes the form of answers
const call = async ({ victim }: House, tool: string, args: object): Promise<any> =>
  contentOf(tool, (await callModern(victim, tool, args)).message);
/** The same, as one that waits for its answer for as long as it takes: `fetch` gives up after five minutes. */
// biome-ignore lint/suspicious/noExplicitAny: as above
const waiting = async ({ victim }: House, tool: string, args: object): Promise<any> => {
  const headers = { ...headersFor(victim), ...modernHeaders("tools/call", tool) };
  const asked = request(victim.mcp, { method: "POST", headers, agent: false });
  asked.end(JSON.stringify(modernRequest("tools/call", { name: tool, arguments: args })));
  const [answer] = await once(asked, "response");
  return contentOf(tool, lastMessage(await text(answer)));
};
const leagueOf = async ({ person }: House, id: string) => (await person.get(`/api/leagues/${id}`)).body as LeagueReport;

async function started({ person }: House, request: object): Promise<string> {
  const { status, body } = await person.post("/api/leagues", request);
  if (status !== 201) throw new Error(JSON.stringify(body));
  await person.post(`/api/leagues/${body.league_id}/start`);
  return body.league_id;
}

/** A league of two agents that has begun. */
async function agentLeague(house: House, request: object) {
  const names = ["One", "Two"];
  const { body } = await house.person.post("/api/leagues", { game: "tic-tac-toe", move_seconds: LIMIT, ...request });
  const { league_id } = body;
  const tokens: string[] = [];
  for (const name of names) tokens.push((await call(house, "joinLeague", { league_id, name })).entrant_token);
  await house.person.post(`/api/leagues/${league_id}/start`);
  const come = (entrant: 0 | 1, seconds: number) =>
    call(house, "waitForNextMatch", { league_id, entrant_token: tokens[entrant], timeout_seconds: seconds });
  return {
    come,
    /** One after the other: what the first one's coming wakes may look at the time of the second. */
    comeInTurn: async () => {
      await come(0, 1);
      await come(1, 10);
    },
    charged: () => chargedIn(house, league_id),
  };
}

/** A league of somebody who is asked for its moves elsewhere, and answers when the host has missed some time. */
async function ledElsewhere(house: House, entrant: object): Promise<() => Promise<string>> {
  const asked = house.guests.asked();
  const id = await started(house, {
    game: "tic-tac-toe",
    move_seconds: LIMIT,
    entrants: [entrant, { kind: "strategy", name: "Any", strategy: "random" }],
  });
  await asked;
  return async () => {
    for (const until = performance.now() + 15_000; performance.now() < until; await delay(100))
      if ((await leagueOf(house, id)).status === "complete") return chargedIn(house, id);
    return "the league does not go on";
  };
}

/** The entrants charged in a league: by a forfeit, a miss, or a try that failed. */
async function chargedIn(house: House, id: string): Promise<string> {
  const { standings, rounds } = await leagueOf(house, id);
  const gone = standings.filter(({ status }) => status === "suspended" || status === "out");
  if (gone.length > 0) return gone.map(({ name, status }) => `${name}: ${status}`).join(", ");
  for (const { a, b, termination, games } of rounds.flatMap(({ matches }) => matches)) {
    if (termination !== null && termination !== "normal") return `${a} – ${b}: ${termination}`;
    for (const game of games)
      for (const { event } of await logOf(house.person, game)) {
        const failures = "effort" in event ? (event.effort?.failures ?? []) : [];
        if (failures.length > 0) return failures.join(", ");
      }
  }
  return nobody;
}

interface Guests {
  /** Addresses of a player that is a server, and of a model. */
  readonly player: string;
  readonly model: string;
  /** Resolves when the next of them is asked for a move. */
  asked(): Promise<void>;
  /** Lets them answer, from now on at once. */
  answer(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Players elsewhere: they are not struck, and keep the first questions until they are told to answer. */
async function openGuests(): Promise<Guests> {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  let heard = Promise.withResolvers<void>();
  const questioned = async () => {
    heard.resolve();
    await mayAnswer;
  };
  const vendor = await openVendor(async ({ body }) => {
    await questioned();
    const [, legal = ""] = /egal moves[^:]*:(.*)/.exec(body) ?? [];
    return `MOVE: ${/[abc][123]/.exec(legal)?.[0]}`;
  }, "key");
  const news = { onInvitation: () => {}, onStart: () => {}, onEnd: () => {}, standings: () => {} };
  const mover = strategyMover("random", () => 0.3);
  const player = createPlayerServer({
    sender: () => "player:Server",
    mover,
    token: () => null,
    news,
    status: () => ({}),
    log: silentLog,
  });
  const http = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    if (body.includes('"make_move"')) await questioned();
    const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[name, value]] : [],
    );
    const { method = "GET", url = "/" } = incoming;
    const asked = new Request(`http://127.0.0.1${url}`, { method, headers, ...(method === "POST" ? { body } : {}) });
    const answered = await player.fetch(asked);
    outgoing.writeHead(answered.status, Object.fromEntries(answered.headers)).end(await answered.text());
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  return {
    player: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    model: vendor.url,
    asked: () => {
      heard = Promise.withResolvers<void>();
      return heard.promise;
    },
    answer,
    [Symbol.asyncDispose]: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await vendor[Symbol.asyncDispose]();
    },
  };
}
