import { describe, expect, test } from "vitest";
import { definitions } from "../../../src/games/register.ts";
import { columnsOf, readGameState, snapshotOf } from "../../../src/main/games/game-aggregate.ts";
import { type LiveGame, lastMoveIn } from "../../../src/main/games/live-game.ts";
import { timeLeft } from "../../../src/main/games/machine/clock.ts";
import {
  type GameState,
  indexOf,
  movesMade,
  opponentSeat,
  rulesOf,
  type Step,
  statusOf,
  toMove,
} from "../../../src/main/games/machine/game-state.ts";
import { answerTakeback, offerOrAnswerDraw } from "../../../src/main/games/machine/offers.ts";
import { fallFlag, play, resign, resumeClock, switchAnalysis } from "../../../src/main/games/machine/play.ts";
import { freeSeat, returnToSeat, takeSeat } from "../../../src/main/games/machine/seats.ts";
import { CHANCE, type Seat } from "../../../src/shared/terms.ts";
import { amount } from "../../support/full.ts";
import { seeded } from "../../support/seeded.ts";
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
  const { state, moves } = game;
  const { seat: anySeat } = by.one(state.seats);
  const mover = by.one(toMove(state)) ?? anySeat;
  const answer = by.one(["offer", "offer", "offer", "accept", "decline"] as const);
  const refusedIsNull = (result: { readonly ok: boolean; readonly value?: Step | null }) =>
    result.ok ? result.value : null;
  const of = (name: string, seat: Seat, step: Step | null | undefined): Command => ({ name, seat, step: step ?? null });
  const played = (name: string, seat: Seat, text: string, claimDraw = false): Command =>
    of(name, seat, play(state, seat, { text, claimWin: by.in(10), claimDraw }, now).step);
  const asker = state.drawOffer ?? state.takebackOffer;
  if (asker !== null && by.in(2)) {
    const asked = opponentSeat(state, asker);
    const reply = by.one(["accept", "decline", "offer"] as const);
    if (state.takebackOffer === asker)
      return of(`takeback ${reply}`, asked, refusedIsNull(answerTakeback(state, asked, reply, moves, now)));
    // Agreement would end most games early.
    const draw = by.in(8) ? reply : "decline";
    return of(`draw ${draw}`, asked, refusedIsNull(offerOrAnswerDraw(state, asked, draw, now)));
  }
  if (by.below(2) === 0) return played("play", mover, by.one(rulesOf(state).legalMoves(state.position, mover)) ?? "");
  switch (by.below(12)) {
    case 0:
      return played("play out of turn", anySeat, "e4");
    case 1:
      return played("play nonsense", mover, "\u0000 ?");
    case 2:
      return played("claim a draw", mover, by.one(rulesOf(state).legalMoves(state.position, mover)) ?? "", true);
    case 3:
    case 4:
      return of(`draw ${answer}`, anySeat, refusedIsNull(offerOrAnswerDraw(state, anySeat, answer, now)));
    case 5:
    case 6:
      return of(`takeback ${answer}`, anySeat, refusedIsNull(answerTakeback(state, anySeat, answer, moves, now)));
    case 7:
      return of("free", anySeat, refusedIsNull(freeSeat(state, anySeat, now)));
    case 8:
      return of("take", anySeat, refusedIsNull(takeSeat(state, anySeat, "Newcomer", by.one([null, "c"]), now)));
    case 9:
      return of("return", anySeat, returnToSeat(state, anySeat, by.one([null, "a", "b"]), now));
    case 10:
      return of("analysis", anySeat, refusedIsNull(switchAnalysis(state, by.in(2))));
    default:
      return by.in(12)
        ? of("resign", anySeat, refusedIsNull(resign(state, anySeat, now)))
        : of("flag", anySeat, fallFlag(state, now));
  }
}

/**
 * The seats whose clocks should run: those to move, once both sit and are there, and have moved where the clock waits
 * for that.
 */
const thinking = (state: GameState): readonly Seat[] =>
  state.clock &&
  statusOf(state) === "live" &&
  state.absent === null &&
  !(state.clockFrom === "moves" && movesMade(state) < 2)
    ? toMove(state)
    : [];

/** The expected times on the clocks, kept apart from the machine. */
function bookkeeper(game: LiveGame) {
  const left = new Map(game.state.seats.map(({ seat }) => [seat, game.state.clock?.initialMs ?? 0]));
  const at = (seat: Seat) => left.get(seat) ?? 0;
  const clocksAt: (readonly [number, number])[] = [];
  const [one, other] = game.state.seats;
  return {
    at,
    pass: (state: GameState, ms: number) => {
      for (const seat of thinking(state)) left.set(seat, Math.max(0, at(seat) - ms));
    },
    keep: (before: GameState, { state, events }: Step) => {
      for (const event of events) {
        if (event.type === "movePlayed") {
          if (thinking({ ...before, absent: before.absent === event.seat ? null : before.absent }).length > 0)
            left.set(event.seat, at(event.seat) + (state.clock?.incrementMs ?? 0));
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
  const { state, moves } = game;
  expect(state.ply, because).toBe(moves.length);
  expect(rulesOf(state).ply(state.position), because).toBe(state.ply);
  expect(state.lastMove, because).toBe(lastMoveIn(moves)?.code ?? null);
  if (state.outcome) expect([state.drawOffer, state.takebackOffer], because).toEqual([null, null]);
  else expect(state.endedAt, because).toBe(null);
  if (state.clock) {
    for (const { seat } of state.seats)
      expect(timeLeft(state.clock, indexOf(state, seat), now), because).toBeGreaterThanOrEqual(0);
    const running = state.seats.filter((_, index) => state.clock?.since[index] !== null).map(({ seat }) => seat);
    expect(running.toSorted(), because).toEqual(thinking(state).toSorted());
  }
  const { id } = state;
  const snapshot = JSON.parse(JSON.stringify(snapshotOf(state)));
  expect(readGameState({ id, version: game.version, columns: columnsOf(state, () => []), snapshot }), because).toEqual({
    ok: true,
    value: state,
  });
}

/** The state after these moves, by the rules alone. */
function replayed({ state: gameState, moves }: LiveGame, plies = moves.length): unknown {
  const rules = rulesOf(gameState);
  let state = sure(rules.start(gameState.options));
  for (const { seat, code } of moves.slice(0, plies)) state = sure(rules.play(state, seat, code)).state;
  return state;
}

describe.each(definitions.map((definition) => [definition.kind, definition] as const))(
  "%s",
  (kind, { seats, engine, takeback }) => {
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
          if (game.state.outcome) over += 1;
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

    test("after every command the game, its clocks and its record agree, and it reads back as it was kept", () => {
      let changed = 0;
      const versions = new Map<LiveGame, number>();
      run((before, { step }, game, now, because) => {
        if (step) {
          changed += 1;
          expect(step.events.length, because).toBeGreaterThan(0);
          const version = (versions.get(before) ?? before.version) + step.events.length;
          versions.set(game, version);
          expect(game.version, because).toBe(version);
        }
        checkTable(game, now, because);
      });
      expect(changed).toBeGreaterThan(sequences * 5);
    });

    test("an outcome that is set stays", () => {
      let over = 0;
      run((before, _command, { state }, _now, because) => {
        if (!before.state.outcome) return;
        over += 1;
        expect(state.outcome, because).toBe(before.state.outcome);
        expect(state.endedAt, because).toBe(before.state.endedAt);
        expect(state.position, because).toBe(before.state.position);
      });
      expect(over).toBeGreaterThan(0);
    });

    test("the moves in the record lead to the state, through the rules", () => {
      run(() => {}, {
        end: (game) => {
          expect(replayed(game)).toEqual(game.state.position);
        },
      });
    });

    test("time spent and time left on the clocks add up to the time given", () => {
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
        for (let count = 0; count < COMMANDS && !game.state.outcome; count += 1) {
          const passed = by.below(3_000);
          now += passed;
          books.pass(game.state, passed);
          let { step, name } = commandOn(game, now, by);
          if (by.in(15)) {
            // The host ends and comes back.
            const from = now;
            now += 3_600_000;
            ({ step, name } = { step: resumeClock(game.state, from, now), name: "resume" });
          }
          if (!step) continue;
          books.keep(game.state, step);
          game = kept(game, step, now);
          if (game.state.outcome?.reason.startsWith("time")) break;
          for (const { seat } of game.state.seats) {
            const left = game.state.clock ? timeLeft(game.state.clock, indexOf(game.state, seat), now) : -1;
            expect(left, `${kind}, seed ${seed}, command ${count}: ${name}, clock of ${seat}`).toBe(books.at(seat));
          }
        }
      }
    });

    test("offers stand, lapse and are answered as FIDE 9.1 says", () => {
      let offers = 0;
      run((before, { step, seat }, { state }, _, because) => {
        if (!step) return;
        let { drawOffer: expected, takebackOffer: request } = before.state;
        for (const event of step.events) {
          switch (event.type) {
            case "drawOffered":
              offers += 1;
              // Nobody offers twice, and not across an offer: that would be to accept it.
              expect(expected, because).toBe(null);
              expected = event.seat;
              break;
            case "drawDeclined":
              expect(expected, because).toBe(opponentSeat(state, event.seat));
              expected = null;
              break;
            case "takebackOffered":
              request = event.seat;
              break;
            case "takebackDeclined":
              expect(request, because).toBe(opponentSeat(state, event.seat));
              request = null;
              break;
            case "movePlayed":
              // A draw by chance declines nothing.
              if (event.seat === CHANCE) break;
              // 9.1.2.1: an offer stands until it is accepted, declined, or declined by a move.
              if (expected === opponentSeat(state, event.seat)) expected = null;
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
        expect([state.drawOffer, state.takebackOffer], `${because} (${seat})`).toEqual([expected, request]);
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
          expect(game.state.position, because).toEqual(replayed(before, event.ply));
          let again = game;
          for (const { seat, code } of before.moves.slice(event.ply)) {
            const result = play(again.state, seat, { text: code, claimWin: false, claimDraw: false }, now);
            if (!result.isPlayed) throw new Error(`${because}: ${result.refusal.message}`);
            again = kept(again, result.step, now);
          }
          expect(again.state.position, because).toEqual(before.state.position);
          expect(again.moves.map(({ code }) => code)).toEqual(before.moves.map(({ code }) => code));
        },
        { clocked: false },
      );
      expect(takenBack).toBeGreaterThan(amount(1, 5));
    });
  },
);
