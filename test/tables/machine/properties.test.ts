import { describe, expect, test } from "vitest";
import { games } from "../../../src/games/register.ts";
import type { LiveGame } from "../../../src/main/tables/live-game.ts";
import { timeLeft } from "../../../src/main/tables/machine/clock.ts";
import { answerDraw } from "../../../src/main/tables/machine/draw.ts";
import { fallFlag, resign, resume, switchAnalysis } from "../../../src/main/tables/machine/ending.ts";
import { play } from "../../../src/main/tables/machine/play.ts";
import { freeSeat, returnToSeat, takeSeat } from "../../../src/main/tables/machine/seats.ts";
import {
  indexOf,
  opponentSeat,
  rulesOf,
  type Step,
  statusOf,
  type Table,
  toMove,
} from "../../../src/main/tables/machine/table.ts";
import { answerTakeback } from "../../../src/main/tables/machine/takeback.ts";
import { columnsOf, readTable, snapshotOf } from "../../../src/main/tables/snapshot.ts";
import type { Seat } from "../../../src/shared/terms.ts";
import { seeded } from "../../games/support.ts";
import { amount } from "../../support/full.ts";
import { agent, human, sure } from "../support.ts";
import { kept, made, start } from "./support.ts";

/** Properties that hold after every command: random games of each kind, played by no one in particular. */

const COMMANDS = 70;
/** Commands that are tried on a game that is over. */
const AFTERWARDS = 6;
const initialMs = 120_000;

interface Command {
  readonly name: string;
  readonly seat: Seat;
  /** Null where nothing changes. */
  readonly step: Step | null;
}
type Chance = ReturnType<typeof chance>;

function chance(seed: number) {
  const random = seeded(seed);
  const below = (most: number) => Math.floor(random() * most);
  return { below, one: <T>(of: readonly T[]): T => of[below(of.length)] as T, in: (of: number) => below(of) === 0 };
}

/** A command as anybody might give it, sensible ones more often. */
function commandOn(game: LiveGame, now: number, by: Chance): Command {
  const { table, moves } = game;
  const { seat: anySeat } = by.one(table.seats);
  const mover = by.one(toMove(table)) ?? anySeat;
  const answer = by.one(["offer", "offer", "offer", "accept", "decline"] as const);
  const refusedIsNull = (result: { readonly ok: boolean; readonly value?: Step }) => (result.ok ? result.value : null);
  const of = (name: string, seat: Seat, step: Step | null | undefined): Command => ({ name, seat, step: step ?? null });
  const played = (name: string, seat: Seat, text: string, claimDraw = false): Command =>
    of(name, seat, play(table, seat, { text, claimWin: by.in(10), claimDraw }, now).step);
  const asker = table.drawOffer ?? table.takebackOffer;
  if (asker !== null && by.in(2)) {
    const asked = opponentSeat(table, asker);
    const reply = by.one(["accept", "decline", "offer"] as const);
    if (table.takebackOffer === asker)
      return of(`takeback ${reply}`, asked, refusedIsNull(answerTakeback(table, asked, reply, moves, now)));
    // Agreement would end most games early.
    const draw = by.in(8) ? reply : "decline";
    return of(`draw ${draw}`, asked, refusedIsNull(answerDraw(table, asked, draw, now)));
  }
  if (by.below(2) === 0) return played("play", mover, by.one(rulesOf(table).legalMoves(table.state, mover)) ?? "");
  switch (by.below(12)) {
    case 0:
      return played("play out of turn", anySeat, "e4");
    case 1:
      return played("play nonsense", mover, "\u0000 ?");
    case 2:
      return played("claim a draw", mover, by.one(rulesOf(table).legalMoves(table.state, mover)) ?? "", true);
    case 3:
    case 4:
      return of(`draw ${answer}`, anySeat, refusedIsNull(answerDraw(table, anySeat, answer, now)));
    case 5:
    case 6:
      return of(`takeback ${answer}`, anySeat, refusedIsNull(answerTakeback(table, anySeat, answer, moves, now)));
    case 7:
      return of("free", anySeat, refusedIsNull(freeSeat(table, anySeat, now)));
    case 8:
      return of("take", anySeat, refusedIsNull(takeSeat(table, anySeat, "Newcomer", by.one([null, "c"]), now)));
    case 9:
      return of("return", anySeat, returnToSeat(table, anySeat, by.one([null, "a", "b"]), now));
    case 10:
      return of("analysis", anySeat, switchAnalysis(table, by.in(2)));
    default:
      return by.in(12)
        ? of("resign", anySeat, refusedIsNull(resign(table, anySeat, now)))
        : of("flag", anySeat, fallFlag(table, now));
  }
}

/**
 * The seats whose clocks should run: those to move, once both sit and are there, and have moved where the clock waits
 * for that.
 */
const thinking = (table: Table): readonly Seat[] =>
  table.clock && statusOf(table) === "live" && table.absent === null && !(table.clockFrom === "moves" && table.ply < 2)
    ? toMove(table)
    : [];

/** The expected times on the clocks, kept apart from the machine. */
function bookkeeper(game: LiveGame) {
  const left = new Map(game.table.seats.map(({ seat }) => [seat, game.table.clock?.initialMs ?? 0]));
  const at = (seat: Seat) => left.get(seat) ?? 0;
  const clocksAt: (readonly [number, number])[] = [];
  const [one, other] = game.table.seats;
  return {
    at,
    pass: (table: Table, ms: number) => {
      for (const seat of thinking(table)) left.set(seat, Math.max(0, at(seat) - ms));
    },
    keep: (before: Table, { table, events }: Step) => {
      for (const event of events) {
        if (event.type === "movePlayed") {
          if (thinking({ ...before, absent: before.absent === event.seat ? null : before.absent }).length > 0)
            left.set(event.seat, at(event.seat) + (table.clock?.incrementMs ?? 0));
          clocksAt.length = event.ply - 1;
          clocksAt.push([at(one.seat), at(other.seat)]);
        }
        if (event.type === "movesTakenBack") {
          const [first, second] = clocksAt[event.ply - 1] ?? [initialMs, initialMs];
          left.set(one.seat, first).set(other.seat, second);
        }
      }
    },
  };
}

function checkTable(game: LiveGame, now: number, because: string): void {
  const { table, moves } = game;
  expect(table.ply, because).toBe(moves.length);
  expect(rulesOf(table).ply(table.state), because).toBe(table.ply);
  expect(table.lastMove, because).toBe(moves.at(-1)?.code ?? null);
  if (table.outcome) expect([table.drawOffer, table.takebackOffer], because).toEqual([null, null]);
  else expect(table.endedAt, because).toBe(null);
  if (table.clock) {
    for (const { seat } of table.seats)
      expect(timeLeft(table.clock, indexOf(table, seat), now), because).toBeGreaterThanOrEqual(0);
    const running = table.seats.filter((_, index) => table.clock?.since[index] !== null).map(({ seat }) => seat);
    expect(running.toSorted(), because).toEqual(thinking(table).toSorted());
  }
  const { id } = table;
  const snapshot = JSON.parse(JSON.stringify(snapshotOf(table)));
  expect(readTable({ id, version: game.version, columns: columnsOf(table, () => []), snapshot }), because).toEqual({
    ok: true,
    value: table,
  });
}

/** The state after these moves, by the rules alone. */
function replayed({ table, moves }: LiveGame, plies = moves.length): unknown {
  const rules = rulesOf(table);
  let state = sure(rules.start(table.options));
  for (const { seat, code } of moves.slice(0, plies)) state = sure(rules.play(state, seat, code)).state;
  return state;
}

describe.each(games.map((game) => [game.kind, game] as const))("%s", (kind, { seats, engine, takeback }) => {
  // Chess takes a while for each move; the others are over soon.
  const sequences = engine ? amount(8, 24) : amount(20, 60);

  /** Runs random games and shows each of their steps. */
  function run(
    look: (before: LiveGame, command: Command, after: LiveGame, now: number, because: string) => void,
    { clocked = true, end = () => {} }: { clocked?: boolean; end?: (game: LiveGame) => void } = {},
  ): void {
    for (let seed = 1; seed <= sequences; seed += 1) {
      const by = chance(seed);
      let now = start;
      let game = made({
        kind,
        players: by.one([
          [agent("One", "a"), agent("Two", "b")],
          [agent("One", "a"), agent(null)],
          [human(), agent("Two", "b")],
        ] as const),
        clock: clocked ? { initialMs, incrementMs: by.one([0, 2_000]) } : null,
        absent: by.in(4) ? by.one(seats) : null,
      });
      for (let count = 0, over = 0; count < COMMANDS && over < AFTERWARDS; count += 1) {
        if (game.table.outcome) over += 1;
        const passed = by.in(12) ? by.below(40_000) : by.below(1_500);
        now += passed;
        const command = commandOn(game, now, by);
        const because = `${kind}, seed ${seed}, command ${count}: ${command.name} by ${command.seat}`;
        const next = command.step ? kept(game, command.step, now) : game;
        look(game, command, next, now, because);
        game = next;
      }
      end(game);
    }
  }

  test("after every command the table, its clocks and its record agree, and it reads back as it was kept", () => {
    let changed = 0;
    const versions = new Map<LiveGame, number>();
    run((before, { step }, game, now, because) => {
      if (step) {
        changed += 1;
        expect(step.events.length, because).toBeGreaterThan(0);
        const version = (versions.get(before) ?? 1) + step.events.length;
        versions.set(game, version);
        expect(game.version, because).toBe(version);
      }
      checkTable(game, now, because);
    });
    expect(changed).toBeGreaterThan(sequences * 5);
  });

  test("an outcome that is set stays", () => {
    let over = 0;
    run((before, _command, { table }, _now, because) => {
      if (!before.table.outcome) return;
      over += 1;
      expect(table.outcome, because).toBe(before.table.outcome);
      expect(table.endedAt, because).toBe(before.table.endedAt);
      expect(table.state, because).toBe(before.table.state);
    });
    expect(over).toBeGreaterThan(0);
  });

  test("the moves in the record lead to the state, through the rules", () => {
    run(() => {}, {
      end: (game) => {
        expect(replayed(game)).toEqual(game.table.state);
      },
    });
  });

  test("what was spent on the clocks and what is left are what was given", () => {
    for (let seed = 1; seed <= sequences; seed += 1) {
      const by = chance(1_000 + seed);
      let now = start;
      let game = made({
        kind,
        players: [agent("One", "a"), by.one([agent("Two", "b"), agent(null)])],
        clock: { initialMs, incrementMs: 2_000 },
        absent: by.in(4) ? by.one(seats) : null,
      });
      const books = bookkeeper(game);
      for (let count = 0; count < COMMANDS && !game.table.outcome; count += 1) {
        const passed = by.below(3_000);
        now += passed;
        books.pass(game.table, passed);
        let { step, name } = commandOn(game, now, by);
        if (by.in(15)) {
          // The host ends and comes back.
          const from = now;
          now += 3_600_000;
          ({ step, name } = { step: resume(game.table, from, now), name: "resume" });
        }
        if (!step) continue;
        books.keep(game.table, step);
        game = kept(game, step, now);
        if (game.table.outcome?.reason.startsWith("time")) break;
        for (const { seat } of game.table.seats) {
          const left = game.table.clock ? timeLeft(game.table.clock, indexOf(game.table, seat), now) : -1;
          expect(left, `${kind}, seed ${seed}, command ${count}: ${name}, clock of ${seat}`).toBe(books.at(seat));
        }
      }
    }
  });

  test("offers stand, lapse and are answered as FIDE 9.1 says", () => {
    let offers = 0;
    run((before, { step, seat }, { table }, _, because) => {
      if (!step) return;
      let { drawOffer: expected, takebackOffer: request } = before.table;
      for (const event of step.events) {
        switch (event.type) {
          case "drawOffered":
            offers += 1;
            // Nobody offers twice, and not across an offer: that would be to accept it.
            expect(expected, because).toBe(null);
            expected = event.seat;
            break;
          case "drawDeclined":
            expect(expected, because).toBe(opponentSeat(table, event.seat));
            expected = null;
            break;
          case "takebackOffered":
            request = event.seat;
            break;
          case "takebackDeclined":
            expect(request, because).toBe(opponentSeat(table, event.seat));
            request = null;
            break;
          case "movePlayed":
            // 9.1.2.1: an offer stands until it is accepted, declined, or declined by a move.
            if (expected === opponentSeat(table, event.seat)) expected = null;
            request = null;
            break;
          case "seatFreed":
            // Nobody is held to what somebody else in the seat offered.
            if (expected === event.seat) expected = null;
            if (request === event.seat) request = null;
            break;
          case "movesTakenBack":
          case "gameOver":
            expected = null;
            request = null;
            break;
          default:
            break;
        }
      }
      expect([table.drawOffer, table.takebackOffer], `${because} (${seat})`).toEqual([expected, request]);
    });
    expect(offers).toBeGreaterThan(amount(2, 10));
  });

  if (!takeback) return;
  test("taking back leads to the state there was, and the same moves lead on again", () => {
    let takenBack = 0;
    run(
      (before, { step }, game, now, because) => {
        const event = step?.events.find(({ type }) => type === "movesTakenBack");
        if (!event || !("ply" in event)) return;
        takenBack += 1;
        expect(game.table.state, because).toEqual(replayed(before, event.ply));
        let again = game;
        for (const { seat, code } of before.moves.slice(event.ply)) {
          const result = play(again.table, seat, { text: code, claimWin: false, claimDraw: false }, now);
          if (!result.played) throw new Error(`${because}: ${result.refusal.message}`);
          again = kept(again, result.step, now);
        }
        expect(again.table.state, because).toEqual(before.table.state);
        expect(again.moves.map(({ code }) => code)).toEqual(before.moves.map(({ code }) => code));
      },
      { clocked: false },
    );
    expect(takenBack).toBeGreaterThan(amount(1, 5));
  });
});
