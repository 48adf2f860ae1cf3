import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Log } from "../../src/main/base/log.ts";
import type { GivenUp } from "../../src/main/games/machine/play.ts";
import type { NewPlayer } from "../../src/main/games/machine/seats.ts";
import { type Driver, type MoveContext, noEffort, type Offer } from "../../src/main/players/driver.ts";
import { createSupervisor, type SupervisorOptions } from "../../src/main/players/supervisor.ts";
import type { Store } from "../../src/main/store/store.ts";
import { accept, type Result, refuse } from "../../src/shared/result.ts";
import type { Seat } from "../../src/shared/terms.ts";
import {
  agent,
  agentGame,
  computer,
  fallibleDisk,
  gameNow,
  human,
  openGames,
  outliving,
  started,
  sure,
  type Wish,
} from "../live-games/support.ts";
import { pass, stopTime } from "../support/stopped-time.ts";

/** One supervisor, a driver whose every answer the test gives by hand, and a clock that the test turns. */

beforeEach(stopTime);
afterEach(() => void vi.useRealTimers());

/** A thought that waits for the test to end it. */
interface Open extends MoveContext {
  readonly answer: (result: Result<string>) => void;
  readonly fail: (error: Error) => void;
}

function handDriver(answerOffer?: (offer: Offer) => boolean) {
  const thoughts: Open[] = [];
  const offers: Offer[] = [];
  const driver: Driver = {
    chooseMove: (thought) => {
      const { promise, resolve, reject } = Promise.withResolvers<Result<string>>();
      thoughts.push({ ...thought, answer: resolve, fail: reject });
      return promise.then((chosen) => (chosen.ok ? accept({ text: chosen.value }) : chosen));
    },
    ...(answerOffer
      ? {
          answerOffer: (offer: Offer) => {
            offers.push(offer);
            return answerOffer(offer);
          },
        }
      : {}),
  };
  return { driver, thoughts, offers, last: () => thoughts.at(-1) ?? never() };
}
const never = (): never => {
  throw new Error("the driver was not asked");
};

/** Lets everything happen that happens without time passing. */
const settle = () => pass(0);

const against = (players: readonly [NewPlayer, NewPlayer], more: Partial<Wish> = {}): Wish => ({
  ...agentGame,
  ...more,
  players,
});

function supervised(
  { driver, thoughts }: ReturnType<typeof handDriver>,
  wrap: (store: Store) => Store = (store) => store,
  replyMs = 0,
  givenUp?: SupervisorOptions["givenUp"],
) {
  const place = openGames(wrap, { now: () => Date.now() });
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const log: Log = { error: write, warn: write, info: write, debug: write };
  const supervisor = createSupervisor({
    games: place.games,
    drivers: (_, { driven }) => (driven ? driver : null),
    log,
    replyMs: () => replyMs,
    random: () => 0,
    ...(givenUp ? { givenUp } : {}),
  });
  return {
    ...place,
    supervisor,
    lines,
    [Symbol.asyncDispose]: async () => {
      const closing = supervisor.close();
      for (const { answer } of thoughts) answer(refuse("GAME_OVER", "called off"));
      await closing;
      await place[Symbol.asyncDispose]();
    },
  };
}
const ply = async (place: ReturnType<typeof supervised>, id: string) => (await gameNow(place.games, id)).state.ply;

test("a driver whose move is refused is asked again at once, and the log keeps what its move took", async () => {
  const asked: MoveContext[] = [];
  const driver: Driver = {
    chooseMove: async (thought) => {
      asked.push(thought);
      return accept({
        text: thought.rejects.length === 0 ? "e2e5" : "e7e5",
        effort: { ...noEffort, tokens: { input: 100, output: 2, reasoning: 0 }, cost: 0.01 },
      });
    },
  };
  await using place = supervised({ ...handDriver(), driver });
  const { games } = place;
  const limited = { league: { id: "1", match: 1, entrants: [1, 2] as const, moveMs: 9_000 } };
  const { id } = (await started(games, against([human(), computer(7)], limited))).state;
  await pass(2_000);
  await games.play(id, "white", { text: "e4" });
  await settle();
  expect(asked).toMatchObject([
    { rejects: [], timeMs: 9_000, gameId: id, ply: 2 },
    { rejects: [{ text: "e2e5", reason: expect.stringMatching(/^Invalid move/) }] },
  ]);
  const { moves } = await gameNow(games, id);
  expect(moves.at(-1)).toMatchObject({
    code: "e7e5",
    effort: { retries: 1, tokens: { input: 200, output: 4, reasoning: 0 }, cost: 0.02 },
  });
});

test("a driver that resigns ends its game, for which it is not asked again", async () => {
  let asked = 0;
  const driver: Driver = {
    chooseMove: async () => {
      asked += 1;
      return accept({ text: null, resigns: true });
    },
  };
  await using place = supervised({ ...handDriver(), driver });
  const { id } = (await started(place.games, against([human(), computer(7)]))).state;
  await place.games.play(id, "white", { text: "e4" });
  await settle();
  expect((await gameNow(place.games, id)).state.outcome).toEqual({ winner: "white", reason: "resignation" });
  expect(asked).toBe(1);
});

describe("a move that a person is to see", () => {
  test("a move that a person is to see takes as long as is set, however fast it is found, and of little time on the clock a tenth", async () => {
    const hand = handDriver();
    await using place = supervised(hand, undefined, 400);
    const { games } = place;
    const game = async (more: Partial<Wish>, first = human()) => {
      const { id } = (await started(games, against([first, computer(7)], more))).state;
      await games.play(id, "white", { text: "e4" });
      await settle();
      hand.last().answer(accept("e7e5"));
      await settle();
      return id;
    };
    const id = await game({});
    expect(await ply(place, id)).toBe(1);
    await pass(399);
    expect(await ply(place, id)).toBe(1);
    await pass(1);
    expect(await ply(place, id)).toBe(2);
    const hurried = await game({ clock: { initialMs: 1_000, incrementMs: 0 } });
    await pass(100);
    expect(await ply(place, hurried)).toBe(2);
    // Nobody watches an agent wait.
    expect(await ply(place, await game({}, agent("A")))).toBe(2);
  });
});

describe("a driver that is to move", () => {
  test("a driver that is to move is asked once, with what its seat may see, and moves", async () => {
    const hand = handDriver();
    const { thoughts, last } = hand;
    await using place = supervised(hand);
    const { games } = place;
    const { id } = (await started(games, against([human(), computer(7)]))).state;
    await settle();
    expect(thoughts).toHaveLength(0);
    await games.play(id, "white", { text: "e4" });
    await games.say(id, "white", "your turn");
    await games.switchAnalysis(id, true);
    await settle();
    expect(thoughts).toHaveLength(1);
    expect(last()).toMatchObject({
      kind: "chess",
      options: {},
      seat: "black",
      settings: { level: 7 },
      history: ["e2e4"],
      view: { kind: "chess" },
    });
    expect(last().legalMoves).toHaveLength(20);
    last().answer(accept("e7e5"));
    await settle();
    expect((await gameNow(games, id)).moves.map(({ code }) => code)).toEqual(["e2e4", "e7e5"]);
    expect(thoughts).toHaveLength(1);
    expect(place.lines).toEqual([]);
  });

  test("a driver that is to move is asked anew each time it is its turn, until the game is over", async () => {
    const hand = handDriver();
    const { thoughts, last } = hand;
    await using place = supervised(hand);
    const { id } = (await started(place.games, against([human(), computer()]))).state;
    for (const [own, theirs] of [
      ["f3", "e7e5"],
      ["g4", "d8h4"],
    ] as const) {
      await place.games.play(id, "white", { text: own });
      await settle();
      last().answer(accept(theirs));
      await settle();
    }
    expect((await gameNow(place.games, id)).state.outcome).toEqual({ winner: "black", reason: "checkmate" });
    await pass(120_000);
    expect(thoughts).toHaveLength(2);
  });

  test("a driver that is to move is not asked for a seat that somebody else holds", async () => {
    const hand = handDriver();
    const { thoughts } = hand;
    await using place = supervised(hand);
    await started(place.games, against([agent("One"), agent("Two")]));
    await started(place.games, against([human(), human()]));
    await pass(120_000);
    expect(thoughts).toHaveLength(0);
  });

  test("a driver that is to move is asked in a game that was there before, when it is told to attend", async () => {
    await using before = openGames();
    const { id } = (await started(before.games, against([computer(), human()]))).state;
    const hand = handDriver();
    const { last } = hand;
    await using place = supervised(hand, () => outliving(before.store));
    await place.games.recover();
    for (const game of place.games.unfinished()) place.supervisor.attend(game);
    await settle();
    last().answer(accept("e2e4"));
    await settle();
    expect(await ply(place, id)).toBe(1);
  });
});

describe("a driver that fails", () => {
  const failures: readonly (readonly [string, (thought: Open) => void])[] = [
    ["by a refusal", (thought) => thought.answer(refuse("ENGINE_FAILED", "it does not start"))],
    ["by breaking", (thought) => thought.fail(new Error("it broke"))],
  ];
  test.each(failures)(
    "a driver that fails %s is asked again after a pause that grows up to a minute, and moves in the end",
    async (_, fail) => {
      const hand = handDriver();
      const { thoughts, last } = hand;
      await using place = supervised(hand);
      const { id } = (await started(place.games, against([computer(), human()]))).state;
      await settle();
      for (const pause of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
        const asked = thoughts.length;
        fail(last());
        await settle();
        await pass(pause - 1);
        expect(thoughts, `before ${pause} ms`).toHaveLength(asked);
        await pass(1);
        expect(thoughts, `after ${pause} ms`).toHaveLength(asked + 1);
      }
      expect(place.lines).toHaveLength(8);
      expect(place.lines[0]).toContain(`could not move in game ${id}`);
      last().answer(accept("e2e4"));
      await settle();
      expect(await ply(place, id)).toBe(1);
    },
  );

  test("a driver that fails is told what is left on the clocks each time that it is asked", async () => {
    const hand = handDriver();
    await using place = supervised(hand);
    const clock = { initialMs: 60_000, incrementMs: 0 };
    const { id } = (await started(place.games, against([human(), computer()], { clock }))).state;
    await place.games.play(id, "white", { text: "e4" });
    await settle();
    hand.last().answer(accept("e7e5"));
    await settle();
    await place.games.play(id, "white", { text: "Nf3" });
    await settle();
    expect(hand.last()).toMatchObject({ timeMs: 60_000, clock: { left: [60_000, 60_000] } });
    hand.last().answer(refuse("ENGINE_FAILED", "it does not start"));
    await pass(1_000);
    expect(hand.last()).toMatchObject({ timeMs: 59_000, clock: { left: [60_000, 59_000] } });
  });

  test("a driver whose move could not be kept is not asked again: its move is made when it can be", async () => {
    const { disk, wrap } = fallibleDisk();
    const hand = handDriver();
    const { thoughts, last } = hand;
    await using place = supervised(hand, wrap);
    const { id } = (await started(place.games, against([computer(), human()]))).state;
    await settle();
    disk.full = true;
    last().answer(accept("e2e4"));
    await pass(1_000 + 2_000 + 4_000);
    expect([await ply(place, id), disk.refused]).toEqual([0, 4]);
    disk.full = false;
    await pass(8_000);
    expect((await gameNow(place.games, id)).state.lastMove).toBe("e2e4");
    expect(thoughts).toHaveLength(1);
  });

  test("a driver that finds no move is ruled on without being asked again, where the ruling could not be kept", async () => {
    const rulings: GivenUp[] = [];
    let asked = 0;
    const driver: Driver = {
      chooseMove: async () => {
        asked += 1;
        return accept({ text: null, effort: { ...noEffort, unusable: 3 } });
      },
    };
    await using place = supervised({ ...handDriver(), driver }, undefined, 0, async (_, __, move) => {
      rulings.push(move);
      return rulings.length < 3 ? refuse("STORAGE_FAILED", "disk full") : accept(null);
    });
    const league = { id: "1", match: 1, entrants: [1, 2] as const, moveMs: 9_000 };
    await started(place.games, against([computer(), computer()], { league }));
    await pass(10_000);
    expect([asked, rulings.length]).toEqual([1, 3]);
    expect(new Set(rulings.map(({ effort }) => effort.unusable))).toEqual(new Set([3]));
  });

  test("a driver whose moves are refused twenty times gives its move up, without a pause", async () => {
    const rulings: { readonly asked: number; readonly move: GivenUp }[] = [];
    let asked = 0;
    const driver: Driver = {
      chooseMove: async () => {
        asked += 1;
        return accept({ text: "e2e5" });
      },
    };
    await using place = supervised({ ...handDriver(), driver }, undefined, 0, async (_, __, move) => {
      rulings.push({ asked, move });
      return accept(null);
    });
    const league = { id: "1", match: 1, entrants: [1, 2] as const, moveMs: 9_000 };
    await started(place.games, against([computer(), computer()], { league, pace: "none" }));
    await settle();
    const failures = [expect.stringMatching(/^20 answers were refused\. Invalid move/)];
    expect(rulings[0]).toMatchObject({
      asked: 20,
      // The refused moves are counted as illegal ones, and not as errors a second time.
      move: { late: false, effort: { retries: 20, unusable: 0, failures } },
    });
    expect(place.lines).toEqual([]);
  });

  test("a driver that gives no move where it could claim a draw has claimed it", async () => {
    const left: string[] = [];
    const driver: Driver = {
      chooseMove: async () => accept({ text: null }),
      leave: (gameId, seat) => void left.push(`${gameId} ${seat}`),
    };
    await using place = supervised({ ...handDriver(), driver });
    const fen = "4k3/8/8/8/8/8/R7/4K3 w - - 100 80";
    const { id } = (await started(place.games, against([computer(), human()], { options: { fen } }))).state;
    await settle();
    const { state } = await gameNow(place.games, id);
    expect(state).toMatchObject({ ply: 0, outcome: { winner: null, reason: "fifty-moves" } });
    // The driver may let go what it keeps for the game.
    expect(new Set(left)).toEqual(new Set([`${id} white`]));
  });

  test("a driver that does not take the position has any legal move played for it, and the record says so", async () => {
    const hand = handDriver();
    const { last } = hand;
    await using place = supervised(hand);
    const { id } = (await started(place.games, against([computer(), human()]))).state;
    await settle();
    const [first] = last().legalMoves;
    last().answer(refuse("INVALID_ARGUMENT", "that is no position for me"));
    await settle();
    expect((await gameNow(place.games, id)).state.lastMove).toBe(first);
    expect(place.lines).toEqual([expect.stringContaining("at random")]);
    const [move] = (await gameNow(place.games, id)).moves;
    expect(move?.effort).toMatchObject({ unusable: 0, fallback: "that is no position for me" });
  });

  test("a driver that does not take the position while the disk is full tries again later", async () => {
    const { disk, wrap } = fallibleDisk();
    const hand = handDriver();
    const { thoughts, last } = hand;
    await using place = supervised(hand, wrap);
    await started(place.games, against([computer(), human()]));
    await settle();
    disk.full = true;
    last().answer(refuse("INVALID_ARGUMENT", "that is no position for me"));
    await pass(999);
    expect([thoughts.length, disk.refused]).toEqual([1, 1]);
    await pass(1);
    expect([thoughts.length, disk.refused]).toEqual([1, 2]);
  });

  test("a driver that fails in one game keeps no other waiting", async () => {
    const hand = handDriver();
    const { thoughts } = hand;
    await using place = supervised(hand);
    await started(place.games, against([computer(), human()]));
    const { id } = (await started(place.games, against([computer(), human()]))).state;
    await settle();
    thoughts[0]?.fail(new Error("it broke"));
    thoughts[1]?.answer(accept("e2e4"));
    await settle();
    expect(await ply(place, id)).toBe(1);
  });
});

describe("a thought is called off", () => {
  test.each([
    ["when the game ends", (place: ReturnType<typeof supervised>, id: string) => place.games.resign(id, "white")],
    [
      "when the move is taken back that it was about",
      async (place: ReturnType<typeof supervised>, id: string) => place.games.takeback(id, "white", "offer"),
    ],
  ] as const)("a thought is called off %s, and what it comes to is not played", async (_, end) => {
    const hand = handDriver(({ kind }) => kind === "takeback");
    const { thoughts, last } = hand;
    await using place = supervised(hand);
    const { id } = (await started(place.games, against([human(), computer()]))).state;
    await place.games.play(id, "white", { text: "e4" });
    await settle();
    const { signal, answer } = last();
    expect(signal.aborted).toBe(false);
    sure(await end(place, id));
    await settle();
    expect(signal.aborted).toBe(true);
    const before = await gameNow(place.games, id);
    answer(accept("e7e5"));
    await pass(120_000);
    expect(await gameNow(place.games, id)).toEqual(before);
    expect(thoughts).toHaveLength(1);
    expect(place.lines).toEqual([]);
  });

  test("a thought is called off after a takeback, and asked anew about the position on the board", async () => {
    const hand = handDriver(() => true);
    const { thoughts, last } = hand;
    await using place = supervised(hand);
    const { id } = (await started(place.games, against([human(), computer()]))).state;
    await place.games.play(id, "white", { text: "e4" });
    await settle();
    await place.games.takeback(id, "white", "offer");
    await settle();
    thoughts[0]?.answer(refuse("GAME_OVER", "called off"));
    await place.games.play(id, "white", { text: "d4" });
    await settle();
    expect(last().history).toEqual(["d2d4"]);
    last().answer(accept("d7d5"));
    await settle();
    expect((await gameNow(place.games, id)).moves.map(({ code }) => code)).toEqual(["d2d4", "d7d5"]);
  });

  test("a thought is called off while it waits to try again, too", async () => {
    const hand = handDriver();
    const { thoughts, last } = hand;
    await using place = supervised(hand);
    const { id } = (await started(place.games, against([computer(), human()]))).state;
    await settle();
    last().answer(refuse("ENGINE_FAILED", "no"));
    await settle();
    await place.games.resign(id, "black");
    await pass(120_000);
    expect(thoughts).toHaveLength(1);
    expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
  });
});

describe("where drivers play alone", () => {
  test("a move takes as long as people need to follow it, and no longer", async () => {
    const hand = handDriver();
    const { last } = hand;
    await using place = supervised(hand);
    const { id } = (await started(place.games, against([computer(), computer()]))).state;
    await settle();
    last().answer(accept("e2e4"));
    await pass(799);
    expect(await ply(place, id)).toBe(0);
    await pass(1);
    expect(await ply(place, id)).toBe(1);
    // The time that it thinks itself counts.
    await pass(800);
    last().answer(accept("e7e5"));
    await settle();
    expect(await ply(place, id)).toBe(2);
  });

  test("a game that nobody watches does not wait", async () => {
    const hand = handDriver();
    const { last } = hand;
    await using place = supervised(hand);
    const { id } = (await started(place.games, against([computer(), computer()], { pace: "none" }))).state;
    for (const [index, move] of ["e2e4", "e7e5", "g1f3", "b8c6"].entries()) {
      await settle();
      last().answer(accept(move));
      await settle();
      expect(await ply(place, id)).toBe(index + 1);
    }
  });
});

describe("an offer to a driver", () => {
  type Row = readonly [string, () => boolean, Partial<Wish>, Offer["kind"], readonly string[], Offer];
  const claimable = { options: { fen: "4k3/8/8/8/8/8/R7/4K3 w - - 100 80" } };
  test.each<Row>([
    ["declines a draw", () => false, {}, "draw", ["drawOffered", "drawDeclined"], { kind: "draw", claimable: false }],
    ["accepts a draw", () => true, {}, "draw", ["drawOffered", "gameOver"], { kind: "draw", claimable: false }],
    [
      "knows of a draw on the board",
      () => true,
      claimable,
      "draw",
      ["drawOffered", "gameOver"],
      { kind: "draw", claimable: true },
    ],
    [
      "declines a takeback",
      () => false,
      {},
      "takeback",
      ["takebackOffered", "takebackDeclined"],
      { kind: "takeback", claimable: false },
    ],
    [
      "accepts a takeback",
      () => true,
      {},
      "takeback",
      ["takebackOffered", "movesTakenBack"],
      { kind: "takeback", claimable: false },
    ],
  ])("an offer to a driver is answered once: it %s", async (_, agrees, more, what, events, offer) => {
    const hand = handDriver(agrees);
    const { offers } = hand;
    await using place = supervised(hand);
    const { games, store } = place;
    const { id } = (await started(games, against([human(), computer()], more))).state;
    if (what === "takeback") await games.play(id, "white", { text: "e4" });
    const from = (await gameNow(games, id)).version;
    sure(await (what === "draw" ? games.draw(id, "white", "offer") : games.takeback(id, "white", "offer")));
    // Other news of the game while the offer stands.
    await games.say(id, "white", "well?");
    await settle();
    await pass(60_000);
    expect(offers).toEqual([offer]);
    const told = (await store.log(id, from)).map(({ event }) => event.type).filter((type) => type !== "said");
    expect(told).toEqual(events);
  });

  test("an offer to a driver without an opinion is declined", async () => {
    const hand = handDriver();
    await using place = supervised(hand);
    const { id } = (await started(place.games, against([human(), computer()]))).state;
    await place.games.draw(id, "white", "offer");
    await settle();
    expect((await gameNow(place.games, id)).state).toMatchObject({
      drawOffer: null,
      declined: "white",
      outcome: null,
    });
  });

  test("an offer to a driver that stood when the host came back is answered, once", async () => {
    await using before = openGames();
    const { id } = (await started(before.games, against([human(), computer()]))).state;
    await before.games.draw(id, "white", "offer");
    const hand = handDriver(() => false);
    const { offers } = hand;
    await using place = supervised(hand, () => outliving(before.store));
    await place.games.recover();
    for (const game of place.games.unfinished()) place.supervisor.attend(game);
    await pass(60_000);
    expect(offers).toHaveLength(1);
    expect((await before.store.log(id, 0)).map(({ event }) => event.type)).toEqual([
      "gameCreated",
      "drawOffered",
      "hostResumed",
      "drawDeclined",
    ]);
  });

  test("an offer to a driver that stood when it was given the seat of an agent is answered", async () => {
    const hand = handDriver(() => false);
    await using place = supervised(hand);
    const { games } = place;
    const { id } = (await started(games, against([human(), agent("Two")]))).state;
    sure(await games.draw(id, "white", "offer"));
    sure(await games.handOver(id, "black", { kind: "computer", name: "Computer", settings: { level: 1 } }));
    await settle();
    expect(hand.offers).toEqual([{ kind: "draw", claimable: false }]);
    expect((await gameNow(games, id)).state).toMatchObject({ drawOffer: null, declined: "white" });
  });

  test("an offer to a driver whose answer the disk does not take is answered once it does", async () => {
    const { disk, wrap } = fallibleDisk();
    const hand = handDriver(({ kind }) => kind === "takeback");
    await using place = supervised(hand, wrap);
    const { games } = place;
    const { id } = (await started(games, against([human(), computer()]))).state;
    await games.play(id, "white", { text: "e4" });
    games.listen(({ entries }) => {
      disk.full = entries.some(({ event }) => event.type === "takebackOffered");
    });
    sure(await games.takeback(id, "white", "offer"));
    await settle();
    expect((await gameNow(games, id)).state.takebackOffer).toBe("white");
    disk.full = false;
    await pass(1_000);
    expect((await gameNow(games, id)).state).toMatchObject({ takebackOffer: null, ply: 0 });
    expect(place.lines.filter((line) => line.includes("offer"))).toHaveLength(1);
  });

  test("an offer to a driver that a driver breaks over is said, and the game goes on", async () => {
    const hand = handDriver(() => {
      throw new Error("no idea");
    });
    const { last } = hand;
    await using place = supervised(hand);
    const { id } = (await started(place.games, against([human(), computer()]))).state;
    await place.games.draw(id, "white", "offer");
    await place.games.play(id, "white", { text: "e4" });
    await settle();
    expect(place.lines).toContainEqual(expect.stringContaining("no idea"));
    last().answer(accept("e7e5"));
    await settle();
    expect(await ply(place, id)).toBe(2);
  });
});

describe("where both choose at once", () => {
  const game = { kind: "odd-even", pace: "none" } as const;
  const bySeat = (thoughts: readonly Open[], seat: Seat) =>
    thoughts.findLast((thought) => thought.seat === seat) ?? never();

  test("both drivers are asked at once where both choose at once, each round anew, and neither sees the other's choice", async () => {
    const hand = handDriver();
    const { thoughts } = hand;
    await using place = supervised(hand);
    const { id } = (await started(place.games, against([computer(), computer()], game))).state;
    for (let round = 1; round <= 2; round += 1) {
      await settle();
      expect(thoughts).toHaveLength(2 * round);
      bySeat(thoughts, "even").answer(accept("2"));
      await settle();
      const waiting = bySeat(thoughts, "odd");
      expect(JSON.stringify(waiting.view)).not.toMatch(/"own":2/);
      expect(waiting.history).toHaveLength(2 * (round - 1));
      waiting.answer(accept("3"));
      await settle();
      expect(await ply(place, id)).toBe(2 * round);
    }
  });

  test("a driver chooses while the person still thinks, and in the next round when that has begun", async () => {
    const hand = handDriver();
    const { thoughts, last } = hand;
    await using place = supervised(hand);
    const { id } = (await started(place.games, against([human(), computer()], game))).state;
    await settle();
    last().answer(accept("2"));
    await settle();
    expect(await ply(place, id)).toBe(1);
    await pass(60_000);
    expect(thoughts).toHaveLength(1);
    await place.games.play(id, "odd", { text: "3" });
    await settle();
    expect(thoughts).toHaveLength(2);
    expect(last().history).toEqual(["2", "3"]);
  });
});

describe("closing", () => {
  test("closing calls off every thought, waits for those that end, and leaves nothing running", async () => {
    const hand = handDriver();
    const { thoughts } = hand;
    const place = supervised(hand);
    await started(place.games, against([computer(), human()]));
    await started(place.games, against([computer(), computer()]));
    const { id: failing } = (await started(place.games, against([computer(), human()]))).state;
    await settle();
    thoughts[2]?.answer(refuse("ENGINE_FAILED", "no"));
    await settle();
    const timers = vi.getTimerCount();
    let closed = false;
    const closing = place.supervisor.close().then(() => {
      closed = true;
    });
    await settle();
    expect(thoughts.every(({ signal }) => signal.aborted)).toBe(true);
    expect(closed).toBe(false);
    for (const { answer } of thoughts) answer(refuse("GAME_OVER", "called off"));
    await closing;
    expect(vi.getTimerCount()).toBeLessThan(timers);
    // Later events change nothing any more.
    await place.games.play(failing, "black", { text: "e5" });
    await started(place.games, against([computer(), human()]));
    await pass(120_000);
    expect(thoughts).toHaveLength(3);
    await place[Symbol.asyncDispose]();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("closing the games first ends what drivers want, too", async () => {
    const hand = handDriver();
    const { thoughts, last } = hand;
    const place = supervised(hand);
    await started(place.games, against([computer(), human()]));
    await settle();
    await place.games.close();
    last().answer(accept("e2e4"));
    await pass(120_000);
    expect(thoughts).toHaveLength(1);
    await place.supervisor.close();
  });
});
