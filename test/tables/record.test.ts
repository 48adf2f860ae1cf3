import { describe, expect, test } from "vitest";
import { games } from "../../src/games/register.ts";
import type { GameChange } from "../../src/main/store/store.ts";
import type { Table } from "../../src/main/tables/machine/table.ts";
import { rulesOf, toMove } from "../../src/main/tables/machine/table.ts";
import { readTable } from "../../src/main/tables/snapshot.ts";
import type { Tables } from "../../src/main/tables/tables.ts";
import type { GameEvent } from "../../src/shared/events.ts";
import { seeded } from "../games/support.ts";
import { agent, agentGame, gameNow, human, openTables, outliving, recordedStore, started, sure } from "./support.ts";

/** The snapshot is the truth, and the log explains it: whatever changes in one stands in the other. */

/** Any command, as anybody might give it. */
async function anything(tables: Tables, id: string, random: () => number): Promise<void> {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const { table } = await gameNow(tables, id);
  const { seat } = one(table.seats);
  const mover = one(toMove(table)) ?? seat;
  const legal = rulesOf(table).legalMoves(table.state, mover);
  const answer = one(["offer", "offer", "accept", "decline"] as const);
  const commands: (() => Promise<unknown>)[] = [
    () => tables.play(id, seat, { text: "nonsense" }),
    () => tables.play(id, mover, { text: one(legal) ?? "", claimDraw: true }),
    () => tables.play(id, mover, { text: one(legal) ?? "", ply: table.ply }),
    () => tables.draw(id, seat, answer),
    () => tables.takeback(id, seat, answer),
    () => tables.takeback(id, seat, answer),
    () => tables.say(id, seat, "well"),
    () => tables.freeSeat(id, seat),
    () => tables.join(id, "Newcomer", { connection: one([null, "a", "b", "c"]) }),
    () => tables.join(id, "Newcomer", { connection: one(["a", "b", "c"]) }),
    () => tables.switchAnalysis(id, random() < 0.5),
    () => tables.rematch(id, seat, one([null, "a"])),
    () => tables.rematch(id, seat, null),
  ];
  await (random() < 0.5 ? tables.play(id, mover, { text: one(legal) ?? "" }) : one(commands)());
  if (random() < 0.01) await tables.resign(id, seat);
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

const tableIn = (change: GameChange, columns = change.columns): Table =>
  sure(readTable({ ...change, columns, version: change.expectedVersion + change.events.length }));

describe.each(games.map(({ kind }) => kind))("in %s, after any commands,", (kind) => {
  test("every snapshot that differs from the one before it comes with the events that explain it", async () => {
    const { kept, wrap } = recordedStore();
    await using place = openTables(wrap);
    const { tables, store, time } = place;
    const random = seeded(7);
    for (let count = 0; count < 12; count += 1) {
      const players = [
        [agent("One", "a"), agent("Two", "b")],
        [agent("One", "a"), agent(null)],
        [human(), agent("Two", "b")],
      ] as const;
      const wish = { ...agentGame, kind, players: players[count % 3] ?? players[0] };
      const clock = count % 2 === 0 ? { initialMs: 300_000, incrementMs: 1_000 } : null;
      const { id } = (await started(tables, { ...wish, clock })).table;
      for (let command = 0; command < 60; command += 1) {
        time.now += Math.floor(random() * 4_000);
        await anything(tables, id, random);
        // Nothing is in memory that is not kept.
        const stored = await store.game(id);
        const live = tables.inMemory(id);
        if (!stored || !live) throw new Error(`game ${id} is gone`);
        expect(sure(readTable(stored))).toEqual(live.table);
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
    await using later = openTables(() => outliving(store));
    for (const id of byGame.keys()) expect(await gameNow(later.tables, id)).toEqual(await gameNow(tables, id));
  });
});

test("a holder's return over another connection stands in the record", async () => {
  const { kept, wrap } = recordedStore();
  await using place = openTables(wrap);
  const { id } = (await started(place.tables, { ...agentGame, players: [agent("One", "a"), agent("Two", "b")] })).table;
  const seated = (await gameNow(place.tables, id)).table;
  const token = place.authority.tokenOf(seated, seated.seats[0]) ?? undefined;
  await place.tables.join(id, "One", { token, connection: "elsewhere" });
  await place.tables.join(id, "One", { token, connection: "elsewhere" });
  expect(kept.map(({ events }) => events.map(({ type }) => type))).toEqual([["gameCreated"], ["holderReturned"]]);
  expect((await gameNow(place.tables, id)).table.seats[0]).toMatchObject({ connection: "elsewhere", generation: 1 });
});

test("what is asked for again and changes nothing is not kept again", async () => {
  const { kept, wrap } = recordedStore();
  await using place = openTables(wrap);
  const { tables } = place;
  const { id } = (await started(tables)).table;
  await tables.play(id, "white", { text: "e4", ply: 0 });
  await tables.switchAnalysis(id, true);
  const before = kept.length;
  await tables.play(id, "white", { text: "e4", ply: 0 });
  await tables.switchAnalysis(id, true);
  await tables.draw(id, "white", "accept");
  await tables.play(id, "white", { text: "d4" });
  expect(kept).toHaveLength(before);
});
