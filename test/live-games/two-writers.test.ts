import { describe, expect, test, vi } from "vitest";
import type { Games, GamesOptions } from "../../src/main/games/games.ts";
import { openPostgresStore } from "../../src/main/store/postgres/store.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import type { Store } from "../../src/main/store/store.ts";
import { freshAddress } from "../store/support.ts";
import { needs } from "../support/needs.ts";
import { ownCluster } from "../support/own-cluster.ts";
import { noPostgres } from "../support/postgres.ts";
import { sharedView } from "../support/sharing.ts";
import { agent, agentGame, codeOf, gameNow, openGames, outliving, started, sure } from "./support.ts";

/** Two who write to one store: within one program, and as two hosts over one database. */

/** For what comes soon, on a busy machine, too. */
const patient = { timeout: 20_000 };

interface Two {
  /** Their stores, which hold the same. */
  readonly one: Store;
  readonly other: Store;
}

async function inMemory(): Promise<Two> {
  const below = openSqliteStore(":memory:");
  return { one: sharedView(below), other: sharedView(outliving(below)) };
}

async function openTwo(stores: Two, options: Partial<GamesOptions> = {}) {
  const one = openGames(() => stores.one, options);
  const other = openGames(() => stores.other, options);
  return {
    below: stores.one,
    one: one.games,
    other: other.games,
    times: [one.time, other.time],
    [Symbol.asyncDispose]: async () => {
      await other[Symbol.asyncDispose]();
      await one[Symbol.asyncDispose]();
    },
  };
}

describe("in one program", () => writers(inMemory));

test("a host behind another reads the game again before it tells anybody to move, and before it says who sits there", async () => {
  const { one: below, other: same } = await inMemory();
  await using one = openGames(() => below);
  await using deaf = openGames(() => ({ ...same, subscribe: () => () => {} }));
  const { id } = (await started(one.games, { ...agentGame, players: [agent("One"), agent(null)] })).state;
  await gameNow(deaf.games, id);
  sure(await one.games.join(id, "Two", { connection: null }));
  expect(sure(await deaf.games.latest(id)).state.seats.map(({ name }) => name)).toEqual(["One", "Two"]);
  sure(await one.games.play(id, "white", { text: "e2e4" }));
  // On its own copy white would be to move.
  const waited = await deaf.games.waitForTurn(id, "white", 1, new AbortController().signal);
  expect(waited).toMatchObject({ ok: true, value: { end: "timeout", game: { state: { ply: 1 } } } });
});

/** One writer, and another that does not hear what the first one does while it is deaf. */
async function openHardOfHearing() {
  const { one: below, other: same } = await inMemory();
  const other = { deaf: false };
  const subscribe: Store["subscribe"] = (hear) => same.subscribe((news) => (other.deaf ? undefined : hear(news)));
  return { ...(await openTwo({ one: below, other: { ...same, subscribe } })), hearing: other };
}

test("a line that is said anew since another writer was faster counts once against the talk that is allowed", async () => {
  await using place = await openHardOfHearing();
  const { one, other, hearing } = place;
  const { id } = (await started(one)).state;
  await gameNow(other, id);
  const overtaken = async <Answer>(say: () => Promise<Answer>): Promise<Answer> => {
    hearing.deaf = true;
    sure(await one.switchAnalysis(id, !(await gameNow(one, id)).state.analysis));
    const answer = await say();
    hearing.deaf = false;
    return answer;
  };
  for (let line = 1; line <= 5; line += 1) {
    sure(await overtaken(() => other.say(id, "white", `line ${line}`)));
    sure(await overtaken(() => other.kibitz(id, "Ann", `remark ${line}`, null)));
  }
  expect(codeOf(await other.say(id, "white", "line 6"))).toBe("RATE_LIMITED");
  expect(codeOf(await other.kibitz(id, "Ann", "remark 6", null))).toBe("RATE_LIMITED");
});

test("a refused move that is only counted counts once, also on a copy that another writer had gone on from", async () => {
  await using place = await openHardOfHearing();
  const { one, other, hearing } = place;
  const { id } = (await started(one)).state;
  await gameNow(other, id);
  const refuse = async () => expect(codeOf(await other.play(id, "white", { text: "e5" }))).toBe("ILLEGAL_MOVE");
  for (let move = 1; move <= 12; move += 1) await refuse();
  hearing.deaf = true;
  sure(await one.say(id, "black", "hello"));
  await refuse();
  hearing.deaf = false;
  sure(await other.play(id, "white", { text: "e4" }));
  expect((await gameNow(one, id)).state.seats.map(({ illegal }) => illegal)).toEqual([13, 0]);
});

describe.skipIf(noPostgres)("over one database", needs("PostgreSQL"), () => {
  const cluster = ownCluster();
  const overPostgres = async () => {
    const address = await freshAddress(cluster);
    return { one: await openPostgresStore(address), other: await openPostgresStore(address) };
  };
  writers(overPostgres);

  test("each of two hosts hears of every event at the other, in order, with the game as it came to be", async () => {
    const stores = await overPostgres();
    await using place = await openTwo(stores);
    const { id } = (await started(place.one)).state;
    const heard: number[][] = [[], []];
    for (const [index, games] of [place.one, place.other].entries())
      games.listen(
        ({ game, entries }) => {
          for (const { seq } of entries) {
            expect(game.version).toBeGreaterThanOrEqual(seq);
            // Of its making the other one may hear before or after it listens.
            if (seq > 1) heard[index]?.push(seq);
          }
        },
        // A host where nobody looks at all games is not told of moves in those that it has nothing to do with.
        () => true,
      );
    // A read of the log that began before somebody listened is without moves: the end of the log is given after it.
    await Promise.all([stores.one.lastEntryId(), stores.other.lastEntryId()]);
    // The player to move does so at either host.
    const moves = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for (let ply = 0; ply < 15; ply += 1) {
      const games = ply % 3 === 0 ? place.one : place.other;
      const text = moves[ply % 4] ?? "";
      const [played] = await Promise.all([
        games.play(id, ply % 2 === 0 ? "white" : "black", { text }),
        (ply % 2 === 0 ? place.one : place.other).kibitz(id, "Somebody", `at ${ply}`, `${ply}`),
      ]);
      sure(played);
    }
    const all = (await place.below.log(id, 1)).map(({ seq }) => seq);
    await vi.waitFor(() => expect(heard).toEqual([all, all]), patient);
  });
});

function writers(open: () => Promise<Two>): void {
  test("one of two moves at one moment is played, and both writers know which", async () => {
    await using place = await openTwo(await open());
    const { id } = (await started(place.one)).state;
    sure(await place.other.get(id));
    const answers = await Promise.all([
      place.one.play(id, "white", { text: "e2e4" }),
      place.other.play(id, "white", { text: "d2d4" }),
    ]);
    expect(answers.map(codeOf).toSorted()).toEqual(["NOT_YOUR_TURN", "OK"]);
    const winner = answers[0].ok ? "e2e4" : "d2d4";
    for (const games of [place.one, place.other])
      await vi.waitFor(
        async () => expect((await gameNow(games, id)).moves.map(({ code }) => code)).toEqual([winner]),
        patient,
      );
    await vi.waitFor(async () => expect(await gameNow(place.other, id)).toEqual(await gameNow(place.one, id)), patient);
  });

  test("commands at two writers that do not exclude each other all happen, and nothing gets lost", async () => {
    await using place = await openTwo(await open());
    const { id } = (await started(place.one)).state;
    const answers = await Promise.all([
      place.one.say(id, "white", "hello"),
      place.other.say(id, "black", "hello to you"),
      place.one.play(id, "white", { text: "e2e4" }),
      place.other.switchAnalysis(id, true),
    ]);
    expect(answers.map(codeOf)).toEqual(["OK", "OK", "OK", "OK"]);
    const log = await place.below.log(id, 0);
    expect(log.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    // Over a database the one hears a moment later what the other has kept.
    await vi.waitFor(async () => expect((await gameNow(place.one, id)).talk).toHaveLength(2), patient);
    await vi.waitFor(async () => expect(await gameNow(place.other, id)).toEqual(await gameNow(place.one, id)), patient);
  });

  test("a move that is refused at either of two writers counts once, and stands in the log once", async () => {
    await using place = await openTwo(await open());
    const { id } = (await started(place.one)).state;
    for (const games of [place.one, place.one, place.other, place.other, place.one])
      expect(codeOf(await games.play(id, "white", { text: "e5" }))).toBe("ILLEGAL_MOVE");
    sure(await place.one.play(id, "white", { text: "e4" }));
    expect((await place.below.log(id, 1)).map(({ event }) => event.type)).toEqual([
      ...Array.from({ length: 5 }, () => "moveRefused"),
      "movePlayed",
    ]);
    expect((await gameNow(place.one, id)).state.seats.map(({ illegal }) => illegal)).toEqual([5, 0]);
  });

  test("refused moves lose a game of a league when there are too many at both writers together", async () => {
    await using place = await openTwo(await open());
    const league = { id: "1", match: 1, entrants: [1, 2] as const, maxIllegal: 24 };
    const { id } = (await started(place.one, { ...agentGame, league })).state;
    const refused = (count: number, games: Games) =>
      Promise.all(Array.from({ length: count }, () => games.play(id, "white", { text: "e5" })));
    for (const answer of [...(await refused(12, place.one)), ...(await refused(11, place.other))])
      expect(codeOf(answer)).toBe("ILLEGAL_MOVE");
    const last = await Promise.all([place.one.play(id, "white", { text: "e5" }), refused(1, place.other)]);
    expect(last.flat().map(codeOf)).toEqual(["GAME_OVER", "GAME_OVER"]);
    for (const games of [place.one, place.other]) {
      await vi.waitFor(async () => expect((await gameNow(games, id)).state.outcome).not.toBeNull(), patient);
      const { outcome, seats } = (await gameNow(games, id)).state;
      expect(outcome).toEqual({ winner: "black", reason: "illegal-moves" });
      expect(seats.map(({ illegal }) => illegal)).toEqual([24, 0]);
    }
  });

  test("a wait at one writer ends with a move at the other", async () => {
    await using place = await openTwo(await open());
    const { id } = (await started(place.one)).state;
    const waiting = place.other.waitForTurn(id, "black", 60_000, new AbortController().signal);
    await gameNow(place.other, id);
    await place.one.play(id, "white", { text: "e2e4" });
    expect(await waiting).toMatchObject({ ok: true, value: { end: "changed", game: { state: { ply: 1 } } } });
  });

  test("a rematch that is asked for at both writers is one game", async () => {
    await using place = await openTwo(await open());
    const { id } = (await started(place.one)).state;
    await place.one.resign(id, "white");
    const [asked, too] = await Promise.all([
      place.one.rematch(id, "white", null),
      place.other.rematch(id, "black", null),
    ]);
    expect(sure(too).game.state.id).toBe(sure(asked).game.state.id);
    expect(await place.below.count()).toEqual({ open: 0, live: 1, finished: 1 });
  });

  test("new games of two writers have numbers of their own", async () => {
    // Both would take the same numbers.
    await using place = await openTwo(await open(), { random: () => 0 });
    const { one, other } = place;
    const made = await Promise.all([one, other, one, other].map((games) => games.create(agentGame)));
    expect(new Set(made.map((each) => sure(each).state.id)).size).toBe(4);
  });
}
