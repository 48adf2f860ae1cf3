import { createParser } from "eventsource-parser";
import { describe, expect, test } from "vitest";
import { createBacklogs } from "../../src/main/flow/backlogs.ts";
import { columnsOf, snapshotOf } from "../../src/main/games/game-aggregate.ts";
import { createEventStreams } from "../../src/main/web/event-stream.ts";
import { agentGame, openGames, started, sure } from "../live-games/support.ts";

/** The parts of the event stream that take more than a real page has patience for. */

const ofPage = () => new AbortController().signal;

async function openStreams(backlogs = createBacklogs()) {
  const place = openGames();
  const { state } = await started(place.games);
  const streams = createEventStreams(place.games, backlogs, () => place.time.now);
  return {
    ...place,
    streams,
    id: state.id,
    /** So many events more in the record. */
    fill: async (count: number) =>
      sure(
        await place.store.commit(
          [
            {
              aggregate: "game",
              id: state.id,
              expectedVersion: 1,
              snapshot: snapshotOf(state),
              columns: columnsOf(state, () => []),
              events: Array.from({ length: count }, () => ({ type: "said", seat: "white", message: "x" }) as const),
            },
          ],
          1,
        ),
      ),
    say: async (message: string) => sure(await place.games.say(state.id, "white", message)),
    [Symbol.asyncDispose]: async () => {
      streams.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

const readAll = (response: Response): Promise<string> => new Response(response.body).text();

/** The data of the `game` events in a stream's text. */
function gameEventsIn(text: string) {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events whose form the API describes
  const found: any[] = [];
  const parser = createParser({ onEvent: ({ event, data }) => event === "game" && found.push(JSON.parse(data)) });
  parser.feed(text);
  return found;
}

describe("a page that comes back", () => {
  test("a page that comes back is told all it missed, up to a thousand events", async () => {
    await using place = await openStreams();
    await place.fill(999);
    const response = await place.streams.open(0, ofPage());
    place.streams.close();
    const text = await readAll(response);
    expect(gameEventsIn(text).map(({ id }) => id)).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1));
    expect(text).not.toContain("event: reset");
    expect(text).toContain("id: 1000\nevent: game");
  });

  test("a page that comes back after more than can be told is asked to begin afresh", async () => {
    await using place = await openStreams();
    await place.fill(1_001);
    const response = await place.streams.open(0, ofPage());
    place.streams.close();
    const text = await readAll(response);
    expect(text).toMatch(/id: 1002\nevent: hello\ndata: \{\}\n\nevent: reset\n/);
    expect(text).not.toContain("event: game");
  });

  test("a page that comes back misses nothing that happens while its past is being read, and is told nothing twice", async () => {
    const past = { read: Promise.withResolvers<void>() };
    await using place = openGames((store) => ({
      ...store,
      entriesAfter: async (id, limit) => {
        const entries = await store.entriesAfter(id, limit);
        await past.read.promise;
        return entries;
      },
    }));
    const { id } = (await started(place.games)).state;
    const streams = createEventStreams(place.games, createBacklogs(), () => place.time.now);
    const opening = streams.open(0, ofPage());
    await place.games.play(id, "white", { text: "e2e4" });
    past.read.resolve();
    const response = await opening;
    await place.games.play(id, "black", { text: "e7e5" });
    streams.close();
    expect(gameEventsIn(await readAll(response)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  test("a page that comes back is told what came to light, of a game in which choices are secret, and not what is hidden still", async () => {
    await using place = openGames();
    const { games } = place;
    const { id } = (await started(games, { ...agentGame, kind: "odd-even" })).state;
    for (const [seat, text] of [
      ["odd", "1"],
      ["even", "2"],
      ["odd", "5"],
    ] as const)
      sure(await games.play(id, seat, { text }));
    const streams = createEventStreams(games, createBacklogs(), () => place.time.now);
    const response = await streams.open(0, ofPage());
    streams.close();
    const [, ...moves] = gameEventsIn(await readAll(response));
    for (const { event, revealed, card } of moves) {
      expect(event).toMatchObject({ type: "movePlayed", code: "?", text: "?" });
      expect(revealed).toEqual([
        { ply: 1, code: "1", text: "1" },
        { ply: 2, code: "2", text: "2" },
      ]);
      expect(card.last_move).toBe(null);
    }
  });
});

describe("a page", () => {
  test("a page is told each event with the card of the game after it, so that it has nothing to ask for", async () => {
    await using place = await openStreams();
    const response = await place.streams.open(null, ofPage());
    await place.games.play(place.id, "white", { text: "e2e4" });
    await place.games.draw(place.id, "white", "offer");
    await place.games.resign(place.id, "black");
    place.streams.close();
    const heard = gameEventsIn(await readAll(response));
    expect(heard.map(({ seq, event }) => [seq, event.type])).toEqual([
      [2, "movePlayed"],
      [3, "drawOffered"],
      [4, "gameOver"],
    ]);
    const [move, offer, end] = heard;
    expect(move).toMatchObject({
      game_id: place.id,
      at: place.time.now,
      event: { seat: "white", ply: 1, text: "e4" },
      card: { game_id: place.id, ply: 1, turn: "black", to_move: ["black"], last_move: "e2e4", draw_offer: null },
      opening: { code: "B00" },
      revealed: [],
      legal_moves: [],
    });
    expect(offer.card).toMatchObject({ ply: 1, draw_offer: "white", result: null });
    expect(end).toMatchObject({
      event: { outcome: { winner: "white", reason: "resignation" }, text: "White wins by resignation" },
      card: { status: "finished", turn: null, to_move: [], draw_offer: null, result: { winner: "white" } },
    });
    for (const { card } of heard)
      for (const heavy of ["history", "talk", "log"]) expect(card).not.toHaveProperty(heavy);
  });

  test("a page is told all that happened in a game that comes with its moves, in order and once", async () => {
    await using place = await openStreams();
    const response = await place.streams.open(null, ofPage());
    const chosen = ["1", "2", "1", "4"];
    const made = await place.games.create(
      { ...agentGame, kind: "odd-even", options: { rounds: 3 } },
      {
        id: "L1m1g1",
        next: async ({ state: { ply } }) => {
          const text = chosen[ply];
          return text === undefined ? null : { seat: ply % 2 === 0 ? "odd" : "even", text };
        },
      },
    );
    place.streams.close();
    const heard = gameEventsIn(await readAll(response));
    expect(heard.map(({ game_id, seq, event }) => [game_id, seq, event.type])).toEqual(
      ["gameCreated", "movePlayed", "movePlayed", "movePlayed", "movePlayed", "gameOver"].map((type, index) => [
        "L1m1g1",
        index + 1,
        type,
      ]),
    );
    expect(heard.flatMap(({ revealed }) => revealed.map(({ code }: { code: string }) => code))).toEqual(chosen);
    for (const { card } of heard) expect(card.result).toMatchObject({ winner: sure(made).state.outcome?.winner });
  });

  test("a page that goes away frees its place", async () => {
    await using place = await openStreams();
    const gone = new AbortController();
    const streams: Response[] = [];
    for (let count = 0; count < 500; count += 1) streams.push(await place.streams.open(null, gone.signal));
    expect((await place.streams.open(null, gone.signal)).status).toBe(503);
    gone.abort();
    expect((await place.streams.open(null, ofPage())).status).toBe(200);
    for (const stream of streams) await stream.body?.cancel();
  });

  test("a page that had gone before it was answered takes no place", async () => {
    await using place = await openStreams();
    const response = await place.streams.open(null, AbortSignal.abort());
    expect(await readAll(response)).toContain("event: hello");
    for (let count = 0; count < 500; count += 1) expect((await place.streams.open(null, ofPage())).status).toBe(200);
  });

  test("a page has its place also where many come at once", async () => {
    await using place = await openStreams();
    const all = await Promise.all(Array.from({ length: 510 }, () => place.streams.open(null, ofPage())));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(500);
    expect(all.filter(({ status }) => status === 503)).toHaveLength(10);
  });

  test("a page that could not be told of the past takes no place, and hears of nothing", async () => {
    const disk = { readable: false };
    await using place = openGames((store) => ({
      ...store,
      lastEntryId: async () => {
        if (!disk.readable) throw new Error("the disk cannot be read");
        return store.lastEntryId();
      },
    }));
    const streams = createEventStreams(place.games, createBacklogs(), () => place.time.now);
    for (let count = 0; count < 500; count += 1) await expect(streams.open(null, ofPage())).rejects.toThrow("the disk");
    disk.readable = true;
    expect((await streams.open(null, ofPage())).status).toBe(200);
    streams.close();
  });

  test("a page that comes while the host closes ends with it", async () => {
    await using place = await openStreams();
    const coming = place.streams.open(0, ofPage());
    place.streams.close();
    expect(await readAll(await coming)).toContain("event: hello");
  });

  test("a page that does not read is cut off and told so, comes back, and has missed nothing", async () => {
    const backlogs = createBacklogs({ perClient: 60_000 });
    await using place = await openStreams(backlogs);
    const slow = await place.streams.open(null, ofPage());
    const quick = await place.streams.open(null, ofPage());
    const reading = readAll(quick);
    for (let round = 1; round <= 100; round += 1) {
      place.time.now += 10_000;
      await place.say(`line ${round}`);
    }
    // The hello, and nothing of what had waited.
    expect(await readAll(slow)).toMatch(/^event: behind\ndata: \{\}\n\n$/);
    const again = await place.streams.open(61, ofPage());
    place.streams.close();
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`);
    const linesIn = (text: string) => gameEventsIn(text).map(({ event }) => event.message);
    expect(linesIn(await readAll(again))).toEqual(lines.slice(60));
    expect(linesIn(await reading)).toEqual(lines);
    expect(backlogs.total()).toBe(0);
  });
});
