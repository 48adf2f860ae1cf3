import { deepStrictEqual, equal, match } from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { silentLog } from "../src/main/base/log.ts";
import { shuffle } from "../src/main/league/machine/random.ts";
import { openReferee as openOurs } from "../src/main/league-v1/programs/referee-server.ts";
import type { LeagueReport } from "../src/shared/leagues.ts";
import { callModern } from "../test/journeys/raw.ts";
import { openPlayer } from "../test/league-v1/written-elsewhere/player.ts";
import { openReferee } from "../test/league-v1/written-elsewhere/referee.ts";
import { type Handler, type Message, messageOf, openSender, serve } from "../test/league-v1/written-elsewhere/wire.ts";
import { startHost } from "../test/support/host-process.ts";
import { personAt } from "../test/support/person.ts";
import { seeded } from "../test/support/seeded.ts";

/** The outcome of leagues with referees that cheat, all of which have the person's code. */
export interface Cheated {
  readonly leagues: number;
  /** Leagues whose whole table was that of an honest league. */
  readonly asHonest: number;
  /** Matches that each referee was given, by what it does. */
  readonly given: Readonly<Record<"thief" | "sleeper" | "favouring" | "stranger", number>>;
  /** Attempts of the thief, all of which were refused. */
  readonly thefts: number;
  readonly seconds: number;
}

/** From the weakest to the strongest: each loses to those behind it. */
const NAMES = ["Alpha", "Beta", "Gamma", "Delta"];
const REFEREES = 5;
const CODE = "referee.code";
/** The shortest games: won by white, and by black. */
const wonByWhite = ["e2e4", "f7f6", "d2d4", "g7g5", "d1h5"];
const wonByBlack = ["f2f3", "e7e5", "g2g4", "d8h4"];

/** A player of one league that wins against weaker ones and loses to stronger ones, whoever is white. */
async function playerOf(strengths: ReadonlyMap<string, number>, name: string) {
  let opponent = "";
  const strength = NAMES.indexOf(name);
  const invited: Handler = ({ match_id, opponent_id }) => {
    opponent = String(opponent_id);
    return { message_type: "GAME_ACCEPT", match_id };
  };
  const moves: Handler = ({ game_state }) => {
    const { your_role, history } = game_state as { readonly your_role: string; readonly history: readonly string[] };
    const wins = strength > (strengths.get(opponent) ?? -1);
    const game = (your_role === "white") === wins ? wonByWhite : wonByBlack;
    return { message_type: "MOVE_RESPONSE", move: game[history.length] };
  };
  return openPlayer({ name, instead: { GAME_INVITE: invited, MOVE_REQUEST: moves } });
}

/**
 * Plays leagues of servers whose referees are two honest ones, a thief that tries each token it is given at every door, one
 * that says yes and never reports, and one that reports whatever its favourite, the weakest player, needs, as far as the
 * rules can be read so: absence, lateness, moves that were made for the other, another winner. A stranger without the
 * person's code asks as well. Throws where a theft succeeds, or a table is another than that of honest referees.
 */
export async function cheat(dir: string, leagues: number, atOnce: number, seed: number): Promise<Cheated> {
  const random = seeded(seed);
  const from = performance.now();
  await using host = await startHost(dir);
  const person = personAt(host);
  const headers = { authorization: `Bearer ${host.agentToken}` };
  const address = `${host.url}/league.v1`;
  const code = readFileSync(join(dir, CODE), "utf8").trim();
  const place = { url: new URL(address), agentToken: host.agentToken, refereeCode: code };
  const given = { thief: 0, sleeper: 0, favouring: 0, stranger: 0 };
  let thefts = 0;
  const favourites = new Set<unknown>();
  const { send, close } = openSender();
  const open: { close(): Promise<unknown> }[] = [{ close }];
  const failures: unknown[] = [];

  const ours = await openOurs({
    ...{ name: "Ours", port: 0, matches: 100, endpointHosts: [], callsPerSecond: null },
    ...{ log: silentLog, tell: () => {} },
  });
  open.push(ours);
  equal((await ours.register(place, "*")).ok, true);

  /** A referee that has its own way with each MATCH_ASSIGN. */
  const cheater = async (kind: keyof typeof given, assigned: Handler) => {
    const referee_id = randomUUID();
    const sender = `referee:${referee_id}`;
    let token: unknown;
    const known = new Set<unknown>();
    const served = await serve(kind, sender, {
      MATCH_ASSIGN: async (message) => {
        const isNew = !known.has(message["conversation_id"]);
        known.add(message["conversation_id"]);
        if (isNew) given[kind] += 1;
        return { message_type: "MATCH_ASSIGN_ACK", success: true, ...(isNew ? {} : await assigned(message)) };
      },
    });
    open.push(served);
    const register = async (league: string, said: string | null = code, more: Message = {}) => {
      const request = messageOf("REFEREE_REGISTER_REQUEST", league, randomUUID(), sender, {
        ...{ referee_id, auth_token: token, display_name: kind, endpoint: served.endpoint },
        capabilities: { games: ["chess"], max_matches: 100, repeats: true },
        ...(said === null ? {} : { registration_code: said }),
        ...more,
      });
      const answer = await send(address, request, { headers });
      if (answer["success"] === true && Object.keys(more).length === 0) token = answer["auth_token"];
      return answer["success"];
    };
    return { register, token: () => token, referee_id };
  };
  const sleeper = await cheater("sleeper", () => ({}));
  const stranger = await cheater("stranger", () => ({ success: false }));

  /** Every use of a token that is not its bearer's: none may be of any. */
  const steal = async (message: Message): Promise<void> => {
    const { league_id, match_id } = message;
    const players = [message["player1_info"], message["player2_info"]] as Message[];
    const tokens = players.flatMap(({ auth_token }) => [auth_token, String(auth_token).split(".").at(-1)]);
    const number = Number(String(match_id).split("m")[1]);
    const attempt = async (what: string, refused: boolean) => {
      thefts += 1;
      if (!refused) failures.push(new Error(`${what} succeeded in league ${league_id}`));
    };
    for (const auth_token of [...tokens, thief.token()])
      for (const league of [String(league_id), String(Number(league_id) + 1)]) {
        for (const tool of ["joinLeague", "waitForNextMatch"]) {
          const name = tool === "joinLeague" ? { name: "Thief" } : {};
          const { message: answer } = await callModern(host, tool, {
            league_id: league,
            entrant_token: auth_token,
            ...name,
          });
          await attempt(`${tool} with a stolen token`, answer.result?.isError === true);
        }
        const player = {
          ...{ player_id: players[0]?.["player_id"], display_name: "Thief", auth_token },
          endpoint: players[0]?.["endpoint"],
        };
        const join = messageOf("LEAGUE_REGISTER_REQUEST", league, randomUUID(), "player:thief", player);
        await attempt(
          "a registration with a stolen token",
          (await send(address, join, { headers }))["success"] === false,
        );
      }
    for (const theirs of [1, 2, 3, 4, 5, 6].filter((each) => each !== number)) {
      const other = `L${league_id}m${theirs}`;
      const report = { match_id: other, winner_id: players[0]?.["player_id"], games: [], auth_token: thief.token() };
      const result = messageOf("MATCH_RESULT", String(league_id), randomUUID(), "referee:thief", report);
      await attempt("a report of another's match", (await send(address, result, { headers }))["success"] === false);
      for (const { endpoint, auth_token } of players) {
        const end = { match_id: other, match_winner: "you", auth_token };
        const told = messageOf("GAME_END", String(league_id), randomUUID(), "referee:thief", end);
        const answer = await send(String(endpoint), told).catch(() => null);
        await attempt("a message about another match", answer === null);
      }
    }
    for (const { referee_id } of [sleeper]) {
      const taken = await thief.register(String(league_id), code, { referee_id, auth_token: undefined });
      await attempt("a registration as another referee", taken === false);
    }
  };
  const stolen = new Map<unknown, Promise<void>>();
  const thief = await cheater("thief", async (message) => {
    const key = message["conversation_id"];
    stolen.set(key, stolen.get(key) ?? steal(message));
    await stolen.get(key);
    return { success: false };
  });

  /** The report that lets a favourite win, or not lose, by the referee's word. */
  const favour = (report: Message): Message => {
    const ids = Object.keys(report["score"] as object);
    const own = ids.find((id) => favourites.has(id));
    if (own === undefined || report["winner_id"] === own) return report;
    const score = Object.fromEntries(ids.map((id) => [id, id === own ? 1 : 0]));
    const [{ moves }] = report["games"] as [{ readonly moves: readonly Message[] }];
    const role = ids[0] === own ? "white" : "black";
    const game = role === "white" ? wonByWhite : wonByBlack;
    const forced = {
      retries: 0,
      unusable: 1,
      fallback: "no move came in time",
      failures: [],
      tokens: null,
      cost: null,
    };
    const made = game.map((move, ply) => {
      const seat = ply % 2 === 0 ? "white" : "black";
      return { role: seat, move, ...(seat === role ? {} : { effort: forced }) };
    });
    const claims = [
      [{ moves: [], termination: "forfeit" }],
      [{ moves: moves.slice(0, -1), termination: "time" }],
      [{ moves: moves.slice(0, -1), termination: "illegal-moves" }],
      [{ moves, termination: "disconnected" }],
      [{ moves: made, termination: "normal" }],
      [],
    ];
    const games = claims[Math.floor(random() * claims.length)] ?? [];
    return { ...report, winner_id: own, score, games };
  };
  /** One that was written elsewhere, in a single league: honest, or one that favours a player. */
  const refereeIn = async (league: string, name: string, instead?: (report: Message) => Message) => {
    const referee = await openReferee({ name, headers, code, ...(instead ? { instead } : {}) });
    equal((await referee.register(address, league))["success"], true);
    return referee;
  };
  const favouring = (report: Message) => {
    given.favouring += 1;
    return favour(report);
  };

  const playLeague = async (): Promise<void> => {
    const { body } = await person.post("/api/leagues", {
      ...{ game: "chess", referees: true, concurrency: 2, points: { win: 3, draw: 1, loss: 0 } },
      ...{ move_seconds: 10, invite_seconds: 10 },
    });
    const id = String(body.league_id);
    // The league prefers whoever came first, so that those who cheat get the first matches.
    const cheats = [
      async () => equal(await thief.register(id), true),
      async () => equal(await sleeper.register(id), true),
      async () => void own.push(await refereeIn(id, "Favouring", favouring)),
    ];
    const own: { close(): Promise<unknown> }[] = [];
    for (const bad of [null, "", "x".repeat(43), host.agentToken]) equal(await stranger.register(id, bad), false);
    for (const register of shuffle(cheats, random)) await register();
    own.push(await refereeIn(id, "Honest"));
    const strengths = new Map<string, number>();
    const players = await Promise.all(NAMES.map((name) => playerOf(strengths, name)));
    for (const [strength, player] of players.entries()) strengths.set(player.player_id, strength);
    favourites.add(players[0]?.player_id);
    for (const player of players) equal((await player.register(address, id, headers))["success"], true);
    const referees = async () => (await person.get(`/api/leagues/${id}`)).body.referees.length;
    while ((await referees()) < REFEREES) await delay(100);
    await person.post(`/api/leagues/${id}/start`);
    for (let version = 0, status = ""; status !== "complete"; )
      ({ version, status } = (await person.get(`/api/leagues/${id}/progress?after=${version}`)).body);
    const report: LeagueReport = (await person.get(`/api/leagues/${id}`)).body;
    await Promise.all([...own, ...players].map((part) => part.close()));
    deepStrictEqual(
      report.standings.map(({ name, points }) => [name, points]),
      NAMES.toReversed().map((name, place) => [name, 9 - 3 * place]),
      `league ${id}`,
    );
    match(String(report.champion), /Delta/);
  };

  let begun = 0;
  let asHonest = 0;
  const worker = async () => {
    while (begun < leagues) {
      begun += 1;
      await playLeague().then(
        () => {
          asHonest += 1;
        },
        (error) => failures.push(error),
      );
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, worker));
  } finally {
    await Promise.all(open.map((each) => each.close()));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} cheats succeeded: ${failures[0]}`);
  return { leagues, asHonest, given, thefts, seconds: Math.round((performance.now() - from) / 1_000) };
}
