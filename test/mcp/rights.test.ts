import { afterEach, expect, test, vi } from "vitest";
import { countsFor } from "../../src/main/games/machine/rights.ts";
import type { Result } from "../../src/shared/result.ts";
import { sure } from "../live-games/support.ts";
import type { Answer } from "../support/agents.ts";
import { seeded } from "../support/seeded.ts";
import { type Chat, openAgentHost } from "./agent-host.ts";

/** The rights in a game: who may do what, by which proof, in a league and elsewhere; and for whom the game counts. */

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each[Symbol.asyncDispose]();
});
type Host = ReturnType<typeof openAgentHost>;
const openTable = (): Host => {
  const host = openAgentHost({ callLimit: { allows: () => true } });
  open.push(host);
  return host;
};

const connect = (host: Host, name = "tester") => host.connect({ name, toolsets: "play,entrant,league,analysis" });

/** A game of two agents in which white, Anna, is to move at ply 2, and Anna has lost her first token. */
interface Place {
  readonly host: Host;
  readonly game: string;
  readonly league: string | null;
  /** Anna, who has her token; over her own connection. */
  readonly anna: Caller;
  readonly bob: Caller;
  /** Anna's earlier token, over another connection. */
  readonly former: Caller;
}
interface Caller {
  readonly chat: Chat;
  /** Tokens that it shows; absent where it shows none. */
  readonly token?: string;
  readonly entrant?: string;
}

const move = (game_id: string, { chat, token: seat_token }: Caller, text: string) =>
  chat.call("finishTurn", { game_id, seat_token, move: text });

async function freeGame(host: Host): Promise<Place> {
  const [first, second, bobs] = [await connect(host), await connect(host), await connect(host)];
  const created = (await first.call("createGame", { type: "agent", name: "Anna" })).data;
  const game: string = created.game_id;
  sure(await host.games.freeSeat(game, "white"));
  const state = sure(await host.games.get(game)).state;
  const code = host.authority.joinCodeOf(state, state.seats[0]);
  const again = (await second.call("joinGame", { game_id: game, join_code: code, name: "Anna" })).data;
  const theirs = (await bobs.call("joinGame", { game_id: game, name: "Bob" })).data;
  const anna = { chat: second, token: again.seat_token };
  const bob = { chat: bobs, token: theirs.seat_token };
  await move(game, anna, "e4");
  await move(game, bob, "e5");
  return { host, game, league: null, anna, bob, former: { chat: first, token: created.seat_token } };
}

async function leagueGame(host: Host): Promise<Place> {
  const person = await host.connect({ toolsets: "league" });
  const { league_id } = (await person.call("createLeague", { game: "chess", entrants: [] })).data;
  const come = async (name: string) => {
    const chat = await connect(host, name);
    return { chat, entrant: (await chat.call("joinLeague", { league_id })).data.entrant_token as string };
  };
  const one = await come("Anna");
  const two = await come("Bob");
  await person.call("startLeague", { league_id });
  const seatOf = async ({ chat, entrant }: { readonly chat: Chat; readonly entrant: string }) => {
    const { data } = await chat.call("waitForNextMatch", { league_id, entrant_token: entrant });
    return { game: data.game_id, you: data.you, caller: { chat, token: data.seat_token, entrant } };
  };
  await one.chat.call("waitForNextMatch", { league_id, entrant_token: one.entrant, timeout_seconds: 0 });
  const theirs = await seatOf(two);
  const before = await seatOf(one);
  const renewed = sure(await host.lobby.reissue(league_id, 1));
  const entrant = host.entrantTokens.tokenOf({ ...renewed.entrant, league: league_id });
  const own = await seatOf({ chat: await connect(host), entrant });
  const [white, black] = own.you === "white" ? [own.caller, theirs.caller] : [theirs.caller, own.caller];
  const game: string = own.game;
  await move(game, white, "e4");
  await move(game, black, "e5");
  if (own.you === "black") await move(game, white, "Nf3");
  return { host, game, league: league_id, anna: own.caller, bob: theirs.caller, former: before.caller };
}

const codeOf = (answer: Answer): string => (answer.isError ? answer.data.error.code : "yes");
const resultOf = (done: Result<unknown>): string => (done.ok ? "yes" : done.code);
/** Those who ask: two by their tokens, one by a token that has ended, Anna over her connection alone, and a stranger. */
const callers: readonly ((place: Place) => Promise<Caller> | Caller)[] = [
  ({ anna }) => anna,
  ({ bob }) => bob,
  ({ former }) => former,
  ({ anna }) => ({ chat: anna.chat }),
  async ({ host }) => ({ chat: await connect(host, "Stranger") }),
];

/** The acts of an agent in Anna's seat, or beside it. */
const agentActs: readonly (readonly [string, (place: Place, by: Caller) => Promise<Answer>])[] = [
  [
    "move",
    (place, by) =>
      move(place.game, by, "Nc6").then((one) => (codeOf(one) === "yes" ? one : move(place.game, by, "Nf3"))),
  ],
  ["talk", ({ game }, { chat, token }) => chat.call("say", { game_id: game, seat_token: token, message: "Hello" })],
  ["wait", ({ game }, { chat, token }) => chat.call("waitForNextTurn", { game_id: game, seat_token: token })],
  ["resign", ({ game }, { chat, token }) => chat.call("resignGame", { game_id: game, seat_token: token })],
  ["analyse", ({ game }, { chat, token }) => chat.call("evaluatePosition", { game_id: game, seat_token: token })],
  ["take a seat", ({ game }, { chat }) => chat.call("joinGame", { game_id: game, name: "Cleo" })],
  [
    "return by entrant token",
    ({ league }, { chat, entrant }) =>
      chat.call("waitForNextMatch", { league_id: league ?? "1", entrant_token: entrant, timeout_seconds: 0 }),
  ],
  [
    "leave the league",
    ({ league }, { chat, entrant }) => chat.call("leaveLeague", { league_id: league ?? "1", entrant_token: entrant }),
  ],
  ["ask for a rematch", ({ game }, { chat, token }) => chat.call("rematch", { game_id: game, seat_token: token })],
];
/** The acts of the person at the page on Anna's seat, or to the game. */
const personActs: readonly (readonly [string, (place: Place) => Promise<Result<unknown>>])[] = [
  ["free the seat", async ({ host, game }) => host.games.freeSeat(game, "white")],
  [
    "hand the seat over",
    async ({ host, game }) => host.games.handOver(game, "white", { kind: "human", name: "Eve", settings: {} }),
  ],
  ["take back", async ({ host, game }) => host.games.takeback(game, "white", "offer")],
  ["show the evaluation", async ({ host, game }) => host.games.switchAnalysis(game, true)],
  ["call the game off", async ({ host, game }) => host.games.callOff(game)],
  ["delete the game", async ({ host, game }) => host.games.deleteGame(game)],
  ["rematch", async ({ host, game }) => host.games.rematch(game, "white", null)],
  ["reissue the place", async ({ host, league }) => host.lobby.reissue(league ?? "1", 1)],
];

test("the table of rights: who may do what in a game, in a league and elsewhere", { tags: "edge" }, async () => {
  const table: Record<string, string> = {};
  for (const [kind, begin] of [
    ["free", freeGame],
    ["league", leagueGame],
  ] as const) {
    const host = openTable();
    for (const [name, act] of agentActs) {
      const row: string[] = [];
      for (const by of callers) {
        const place = await begin(host);
        row.push(codeOf(await act(place, await by(place))));
      }
      table[`${kind}: ${name}`] = row.join(" | ");
    }
    for (const [name, act] of personActs) table[`${kind}: ${name}`] = resultOf(await act(await begin(host)));
  }
  expect(table).toMatchInlineSnapshot(`
    {
      "free: analyse": "ANALYSIS_OFF | ANALYSIS_OFF | SEAT_REQUIRED | ANALYSIS_OFF | ANALYSIS_OFF",
      "free: ask for a rematch": "INVALID_ARGUMENT | INVALID_ARGUMENT | SEAT_REQUIRED | INVALID_ARGUMENT | SEAT_REQUIRED",
      "free: call the game off": "yes",
      "free: delete the game": "INVALID_ARGUMENT",
      "free: free the seat": "yes",
      "free: hand the seat over": "yes",
      "free: leave the league": "INVALID_ARGUMENT | INVALID_ARGUMENT | INVALID_ARGUMENT | INVALID_ARGUMENT | INVALID_ARGUMENT",
      "free: move": "yes | NOT_YOUR_TURN | SEAT_REQUIRED | yes | SEAT_REQUIRED",
      "free: reissue the place": "LEAGUE_NOT_FOUND",
      "free: rematch": "INVALID_ARGUMENT",
      "free: resign": "yes | yes | SEAT_REQUIRED | yes | SEAT_REQUIRED",
      "free: return by entrant token": "LEAGUE_NOT_FOUND | LEAGUE_NOT_FOUND | LEAGUE_NOT_FOUND | LEAGUE_NOT_FOUND | LEAGUE_NOT_FOUND",
      "free: show the evaluation": "yes",
      "free: take a seat": "yes | yes | SEAT_REQUIRED | yes | SEAT_TAKEN",
      "free: take back": "yes",
      "free: talk": "yes | yes | SEAT_REQUIRED | yes | SEAT_REQUIRED",
      "free: wait": "yes | yes | SEAT_REQUIRED | yes | SEAT_REQUIRED",
      "league: analyse": "ANALYSIS_OFF | ANALYSIS_OFF | SEAT_REQUIRED | ANALYSIS_OFF | ANALYSIS_OFF",
      "league: ask for a rematch": "INVALID_ARGUMENT | INVALID_ARGUMENT | SEAT_REQUIRED | SEAT_REQUIRED | SEAT_REQUIRED",
      "league: call the game off": "INVALID_ARGUMENT",
      "league: delete the game": "INVALID_ARGUMENT",
      "league: free the seat": "INVALID_ARGUMENT",
      "league: hand the seat over": "INVALID_ARGUMENT",
      "league: leave the league": "yes | yes | ENTRANT_REQUIRED | INVALID_ARGUMENT | INVALID_ARGUMENT",
      "league: move": "yes | NOT_YOUR_TURN | SEAT_REQUIRED | SEAT_REQUIRED | SEAT_REQUIRED",
      "league: reissue the place": "yes",
      "league: rematch": "INVALID_ARGUMENT",
      "league: resign": "yes | yes | SEAT_REQUIRED | SEAT_REQUIRED | SEAT_REQUIRED",
      "league: return by entrant token": "yes | yes | ENTRANT_REQUIRED | ENTRANT_REQUIRED | ENTRANT_REQUIRED",
      "league: show the evaluation": "INVALID_ARGUMENT",
      "league: take a seat": "SEAT_TAKEN | SEAT_TAKEN | SEAT_TAKEN | SEAT_TAKEN | SEAT_TAKEN",
      "league: take back": "INVALID_ARGUMENT",
      "league: talk": "yes | yes | SEAT_REQUIRED | SEAT_REQUIRED | SEAT_REQUIRED",
      "league: wait": "yes | yes | SEAT_REQUIRED | SEAT_REQUIRED | SEAT_REQUIRED",
    }
  `);
});

/**
 * Four agents in leagues of tic-tac-toe, at random: they wait, play, resign, ask for a rematch and come with tokens that
 * have ended, while the person tries to free and hand over seats, and gives places new tokens, some of them to a
 * substitute.
 */
test("no answer has somebody else's token, and no game counts for an entrant that did not play it, 500 acts at random", {
  tags: "edge",
}, async () => {
  const host = openTable();
  const random = seeded(56);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const person = await host.connect({ toolsets: "league" });
  const chats = await Promise.all(["Ada", "Bob", "Cleo", "Dan", "Eve", "Fay"].map((name) => connect(host, name)));
  /** By entrant, from 1: the chat that plays for it, and its token; and tokens that ended, with the chat that had them. */
  let holders: { chat: Chat; token: string }[] = [];
  let ended: { chat: Chat; token: string; number: number }[] = [];
  const seatTokens = new Map<Chat, { game: string; token: string }[]>();
  let league = "";
  const begin = async () => {
    league = (await person.call("createLeague", { game: "tic-tac-toe", games_per_match: 2 })).data.league_id;
    holders = [];
    ended = [];
    seatTokens.clear();
    for (const [index, chat] of chats.slice(0, 4).entries()) {
      const { data } = await chat.call("joinLeague", { league_id: league, name: `Player ${index}` });
      holders.push({ chat, token: data.entrant_token });
    }
    await person.call("startLeague", { league_id: league });
  };
  const leagueNow = async () => sure(await host.leagues.get(league)).league;
  const played: { game: string; entrant: number; chat: Chat; holder: Chat | undefined }[] = [];
  const games = async () =>
    Promise.all((await leagueNow()).current.flatMap((match) => match.games.map(async ({ id }) => host.games.get(id))));
  /** The valid tokens of everybody but this chat. */
  const foreign = async (chat: Chat): Promise<string[]> => {
    const seats = (await games()).flatMap((game) =>
      game.ok
        ? game.value.state.seats.flatMap((seated, place) => {
            const number = game.value.state.league?.entrants[place] ?? 0;
            const token = host.authority.tokenOf(game.value.state, seated);
            return token !== null && holders[number - 1]?.chat !== chat ? [token] : [];
          })
        : [],
    );
    return [...seats, ...holders.flatMap((each) => (each.chat === chat ? [] : [each.token]))];
  };
  const say = async (chat: Chat, tool: string, args: Record<string, unknown>): Promise<Answer> => {
    const answer = await chat.call(tool, args);
    const shown = JSON.stringify(answer);
    for (const token of await foreign(chat))
      expect(shown.includes(token), `${tool} ${JSON.stringify(args)}`).toBe(false);
    const { game_id, seat_token } = answer.data;
    if (game_id && seat_token)
      seatTokens.set(chat, [...(seatTokens.get(chat) ?? []), { game: game_id, token: seat_token }]);
    return answer;
  };
  await begin();
  const counts = { reissued: 0, moved: 0, rejected: 0, leagues: 1 };
  /** Games that agents began after one of a league. */
  const rematches = new Set<string>();
  for (let act = 0; act < 500; act += 1) {
    if ((await leagueNow()).status === "complete") {
      await begin();
      counts.leagues += 1;
    }
    const number = 1 + Math.floor(random() * 4);
    const holder = holders[number - 1];
    if (!holder) throw new Error("nobody holds the place");
    const chance = random();
    if (chance < 0.35)
      await say(holder.chat, "waitForNextMatch", {
        league_id: league,
        entrant_token: holder.token,
        timeout_seconds: 0,
      });
    else if (chance < 0.4) await say(one(chats), "waitForNextMatch", { league_id: league, timeout_seconds: 0 });
    else if (chance < 0.75) {
      // A chat with a token of a game tries to move with it, whether it is still valid or not.
      const chat = one(chats);
      const own = one(seatTokens.get(chat) ?? [{ game: "", token: "" }]);
      const game = own.game === "" ? null : await host.games.get(own.game);
      if (!game?.ok || game.value.state.outcome) continue;
      const { state } = game.value;
      const place = state.seats.findIndex((seated) => host.authority.tokenOf(state, seated) === own.token);
      const free = one(["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]);
      const answer = await say(chat, "finishTurn", { game_id: own.game, seat_token: own.token, move: free });
      if (answer.isError) counts.rejected += 1;
      else {
        const entrant = state.league?.entrants[place] ?? 0;
        if (state.league?.id === league) {
          played.push({ game: own.game, entrant, chat, holder: holders[entrant - 1]?.chat });
          counts.moved += 1;
        }
      }
    } else if (chance < 0.78) {
      const chat = one(chats);
      const own = one(seatTokens.get(chat) ?? [{ game: "1", token: "x".repeat(32) }]);
      await say(chat, "resignGame", { game_id: own.game, seat_token: own.token });
    } else if (chance < 0.82) {
      const chat = one(chats);
      const own = one(seatTokens.get(chat) ?? [{ game: "1", token: "x".repeat(32) }]);
      const again = await say(chat, "rematch", { game_id: own.game, seat_token: own.token });
      if (!again.isError) rematches.add(again.data.game_id);
    } else if (chance < 0.9) {
      const game = one((await games()).filter((each) => each.ok && !each.value.state.outcome));
      if (!game?.ok) continue;
      const { id, seats } = game.value.state;
      const { seat } = one(seats);
      const successor = { kind: "human", name: "Eve", settings: {} } as const;
      expect(
        await (random() < 0.5 ? host.games.freeSeat(id, seat) : host.games.handOver(id, seat, successor)),
      ).toMatchObject({ ok: false });
      await say(one(chats), "joinGame", { game_id: id });
    } else if (chance < 0.96) {
      ended.push({ ...holder, number });
      const chat = random() < 0.5 ? holder.chat : one(chats.slice(4));
      const renewed = await host.lobby.reissue(league, number);
      if (!renewed.ok) continue;
      holders[number - 1] = { chat, token: host.entrantTokens.tokenOf({ ...renewed.value.entrant, league }) };
      counts.reissued += 1;
    } else {
      const past = ended.at(Math.floor(random() * ended.length));
      if (!past) continue;
      const args = { league_id: league, entrant_token: past.token };
      expect((await say(past.chat, "waitForNextMatch", { ...args, timeout_seconds: 0 })).isError).toBe(true);
      expect((await say(past.chat, "joinLeague", { ...args, name: `Player ${past.number - 1}` })).isError).toBe(true);
    }
  }
  for (const { chat, holder } of played) expect(chat).toBe(holder);
  let counted = 0;
  for (const game of new Set([...played.map((each) => each.game), ...rematches])) {
    const { state, moves } = sure(await host.games.get(game));
    const count = countsFor(state, () => moves);
    const movers = new Set(played.flatMap((each) => (each.game === game ? [each.entrant] : [])));
    if (rematches.has(game)) expect(count).toEqual({ unrated: "no_league" });
    else if (state.outcome && "entrants" in count) {
      expect([...movers].toSorted()).toEqual(state.league?.entrants.toSorted());
      counted += 1;
    }
  }
  expect(Math.min(counted, rematches.size, ...Object.values(counts)), JSON.stringify(counts)).toBeGreaterThan(0);
});

test("a wait for a match by a token that ended meanwhile says so, and does not answer with the place's game", async () => {
  const host = openAgentHost({ waitSeconds: () => 20 });
  open.push(host);
  const person = await host.connect({ toolsets: "league" });
  const { league_id } = (await person.call("createLeague", { entrants: [] })).data;
  const [anna, bob, cleo] = [await connect(host, "Anna"), await connect(host, "Bob"), await connect(host, "Cleo")];
  const { entrant_token: first } = (await anna.call("joinLeague", { league_id })).data;
  const { entrant_token: theirs } = (await bob.call("joinLeague", { league_id })).data;
  const waits = vi.spyOn(host.leagues, "waitUntil");
  const waiting = anna.call("waitForNextMatch", { league_id, entrant_token: first });
  await vi.waitFor(() => expect(waits).toHaveBeenCalled(), { timeout: 20_000 });
  const { entrant } = sure(await host.lobby.reissue(league_id, 1));
  const renewed = host.entrantTokens.tokenOf({ ...entrant, league: league_id });
  const told = await waiting;
  expect(told.data.error).toMatchObject({
    code: "ENTRANT_REQUIRED",
    message: expect.stringContaining(`A person gave this place in league ${league_id} a new entrant_token`),
  });
  expect(JSON.stringify(told)).not.toContain(renewed);
  await person.call("startLeague", { league_id });
  const [own] = await Promise.all([
    cleo.call("waitForNextMatch", { league_id, entrant_token: renewed }),
    bob.call("waitForNextMatch", { league_id, entrant_token: theirs }),
  ]);
  expect(own.data).toMatchObject({ game_id: expect.any(String), seat_token: expect.any(String) });
  // The next action after the game carries the token that is valid now.
  const { game_id, seat_token } = own.data;
  const over = await cleo.call("resignGame", { game_id, seat_token });
  expect(over.data.next_action.arguments).toMatchObject({ league_id, entrant_token: renewed });
});

test("a token that ends while its match is looked for is not answered with the place's new seat", async () => {
  const place = await leagueGame(openTable());
  const { host, game, anna, league } = place;
  const { entrantIn } = host.lobby;
  vi.spyOn(host.lobby, "entrantIn").mockImplementationOnce(async (...args) => {
    const entrant = await entrantIn(...args);
    sure(await host.lobby.reissue(league ?? "", 1));
    return entrant;
  });
  const told = await anna.chat.call("waitForNextMatch", { league_id: league, entrant_token: anna.entrant });
  expect(told.data.error, told.text).toMatchObject({ code: "ENTRANT_REQUIRED" });
  const { state } = sure(await host.games.get(game));
  for (const each of state.seats) expect(JSON.stringify(told)).not.toContain(host.authority.tokenOf(state, each));
});

test("a match whose two seats are held over one connection is found by an entrant_token alone", async () => {
  const host = openTable();
  const person = await host.connect({ toolsets: "league" });
  const { league_id } = (await person.call("createLeague", { entrants: [] })).data;
  const [anna, bob] = [await connect(host, "Anna"), await connect(host, "Bob")];
  const { entrant_token } = (await anna.call("joinLeague", { league_id })).data;
  const theirs = (await bob.call("joinLeague", { league_id })).data.entrant_token;
  await person.call("startLeague", { league_id });
  await anna.call("waitForNextMatch", { league_id, timeout_seconds: 0 });
  const { game_id, seat_token } = (await bob.call("waitForNextMatch", { league_id, entrant_token: theirs })).data;
  await anna.call("joinGame", { game_id, seat_token });
  const unclear = await anna.call("waitForNextMatch", { league_id });
  expect(unclear.data, unclear.text).toMatchObject({ error: { code: "ENTRANT_REQUIRED" }, next_action: null });
  const proven = await anna.call("waitForNextMatch", { league_id, entrant_token });
  expect(proven.data.next_action.arguments).toMatchObject({ game_id, seat_token: proven.data.seat_token });
});
