import { describe, expect, test } from "vitest";
import { definitions } from "../../src/games/register.ts";
import { readGameState } from "../../src/main/games/game-aggregate.ts";
import type { Games } from "../../src/main/games/games.ts";
import type { GameState } from "../../src/main/games/machine/game-state.ts";
import { rulesOf, toMove } from "../../src/main/games/machine/game-state.ts";
import type { GameChange } from "../../src/main/store/store.ts";
import type { GameEvent } from "../../src/shared/events.ts";
import { CHANCE } from "../../src/shared/terms.ts";
import { seeded } from "../support/seeded.ts";
import { agent, agentGame, gameNow, human, openGames, outliving, recordedStore, started, sure } from "./support.ts";

/** The snapshot is the truth, and the log explains it: whatever changes in one stands in the other. */

/** Any command, as anybody might give it. */
async function anything(games: Games, id: string, random: () => number): Promise<void> {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const { state } = await gameNow(games, id);
  const { seat } = one(state.seats);
  const mover = one(toMove(state)) ?? seat;
  const legal = rulesOf(state).legalMoves(state.position, mover);
  const answer = one(["offer", "offer", "accept", "decline"] as const);
  const commands: (() => Promise<unknown>)[] = [
    () => games.play(id, seat, { text: "nonsense" }),
    () => games.play(id, mover, { text: one(legal) ?? "", claimDraw: true }),
    () => games.play(id, mover, { text: one(legal) ?? "", ply: state.ply }),
    () => games.draw(id, seat, answer),
    () => games.takeback(id, seat, answer),
    () => games.takeback(id, seat, answer),
    () => games.say(id, seat, "well"),
    () => games.freeSeat(id, seat),
    () => games.join(id, "Newcomer", { connection: one([null, "a", "b", "c"]) }),
    () => games.join(id, "Newcomer", { connection: one(["a", "b", "c"]) }),
    () => games.switchAnalysis(id, random() < 0.5),
    () => games.rematch(id, seat, one([null, "a"])),
    () => games.rematch(id, seat, null),
  ];
  await (random() < 0.5 ? games.play(id, mover, { text: one(legal) ?? "" }) : one(commands)());
  if (random() < 0.01) await games.resign(id, seat);
}

/** The state of a game by its events alone, as far as they tell. */
function explained(events: readonly GameEvent[]) {
  let ply = 0;
  let moves: string[] = [];
  const names = new Map<string, string | null>();
  const generations = new Map<string, number>();
  const illegal = new Map<string, number>();
  let [drawOffer, takebackOffer, rematch]: (string | null)[] = [null, null, null];
  let analysis = false;
  let outcome: unknown = null;
  for (const event of events) {
    switch (event.type) {
      case "gameCreated":
        for (const { seat, name } of event.players) {
          names.set(seat, name);
          generations.set(seat, 1);
          illegal.set(seat, 0);
        }
        break;
      case "seatTaken":
        names.set(event.seat, event.name);
        break;
      case "seatFreed":
        names.set(event.seat, null);
        generations.set(event.seat, (generations.get(event.seat) ?? 0) + 1);
        if (drawOffer === event.seat) drawOffer = null;
        if (takebackOffer === event.seat) takebackOffer = null;
        break;
      case "movePlayed":
        ply = event.ply;
        // A draw turns no offer down.
        if (event.seat === CHANCE) break;
        moves.push(event.code);
        if (drawOffer !== event.seat) drawOffer = null;
        takebackOffer = null;
        break;
      case "moveRefused":
        illegal.set(event.seat, (illegal.get(event.seat) ?? 0) + 1);
        break;
      case "movesRefused":
        illegal.set(event.seat, (illegal.get(event.seat) ?? 0) + event.count);
        break;
      case "drawOffered":
        drawOffer = event.seat;
        break;
      case "drawDeclined":
        drawOffer = null;
        break;
      case "takebackOffered":
        takebackOffer = event.seat;
        break;
      case "takebackDeclined":
        takebackOffer = null;
        break;
      case "movesTakenBack":
        ply = event.ply;
        moves = moves.slice(0, ply);
        [drawOffer, takebackOffer] = [null, null];
        break;
      case "analysisSwitched":
        analysis = event.on;
        break;
      case "gameOver":
        ({ outcome } = event);
        [drawOffer, takebackOffer] = [null, null];
        break;
      case "rematchCreated":
        rematch = event.next;
        break;
      default:
        break;
    }
  }
  const seats = [...names].map(([seat, name]) => ({
    seat,
    name,
    generation: generations.get(seat),
    illegal: illegal.get(seat),
  }));
  return { ply, lastMove: moves.at(-1) ?? null, seats, drawOffer, takebackOffer, analysis, outcome, rematch };
}

const tableIn = (change: GameChange, columns = change.columns): GameState =>
  sure(readGameState({ ...change, columns, version: change.expectedVersion + change.events.length }));

describe.each(definitions.map(({ kind }) => kind))("in %s, after any commands,", (kind) => {
  test("every snapshot that differs from the one before it comes with the events that explain it", async () => {
    const { kept, wrap } = recordedStore();
    await using place = openGames(wrap);
    const { games, store, time } = place;
    const random = seeded(7);
    for (let count = 0; count < 12; count += 1) {
      const players = [
        [agent("One", "a"), agent("Two", "b")],
        [agent("One", "a"), agent(null)],
        [human(), agent("Two", "b")],
      ] as const;
      const wish = { ...agentGame, kind, players: players[count % 3] ?? players[0] };
      const clock = count % 2 === 0 ? { initialMs: 300_000, incrementMs: 1_000 } : null;
      const { id } = (await started(games, { ...wish, clock })).state;
      for (let command = 0; command < 60; command += 1) {
        time.now += Math.floor(random() * 4_000);
        await anything(games, id, random);
        // Nothing is in memory that is not kept.
        const stored = await store.game(id);
        const live = games.inMemory(id);
        if (!stored || !live) throw new Error(`game ${id} is gone`);
        expect(sure(readGameState(stored))).toEqual(live.state);
        expect(stored.version).toBe(live.version);
      }
    }

    const byGame = Map.groupBy(kept, ({ id }) => id);
    expect(byGame.size).toBeGreaterThanOrEqual(12);
    for (const [id, changes] of byGame) {
      const events: GameEvent[] = [];
      for (const change of changes) {
        expect(change.events.length, id).toBeGreaterThan(0);
        expect(change.expectedVersion, id).toBe(events.length);
        events.push(...change.events);
        expect(tableIn(change), `${id} after ${change.events.map(({ type }) => type)}`).toMatchObject(
          explained(events),
        );
      }
      expect(await store.log(id, 0).then((log) => log.map(({ event }) => event))).toEqual(events);
    }

    // A host that reads it all from the store has the same games, moves and talk.
    await using later = openGames(() => outliving(store));
    for (const id of byGame.keys()) expect(await gameNow(later.games, id)).toEqual(await gameNow(games, id));
  });
});

test("a holder's return over another connection stands in the record", async () => {
  const { kept, wrap } = recordedStore();
  await using place = openGames(wrap);
  const { id } = (await started(place.games, { ...agentGame, players: [agent("One", "a"), agent("Two", "b")] })).state;
  const seated = (await gameNow(place.games, id)).state;
  const token = place.authority.tokenOf(seated, seated.seats[0]) ?? undefined;
  await place.games.join(id, "One", { token, connection: "elsewhere" });
  await place.games.join(id, "One", { token, connection: "elsewhere" });
  expect(kept.map(({ events }) => events.map(({ type }) => type))).toEqual([["gameCreated"], ["holderReturned"]]);
  expect((await gameNow(place.games, id)).state.seats[0]).toMatchObject({ connection: "elsewhere", generation: 1 });
});

test("a repeated request that changes nothing is not stored again", async () => {
  const { kept, wrap } = recordedStore();
  await using place = openGames(wrap);
  const { games } = place;
  const { id } = (await started(games)).state;
  await games.play(id, "white", { text: "e4", ply: 0 });
  await games.switchAnalysis(id, true);
  const before = kept.length;
  await games.play(id, "white", { text: "e4", ply: 0 });
  await games.switchAnalysis(id, true);
  await games.draw(id, "white", "accept");
  await games.play(id, "white", { text: "d4" });
  expect(kept).toHaveLength(before);
});
