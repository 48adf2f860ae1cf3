import { describe, expect, test } from "vitest";
import {
  newClock,
  nextFlag,
  pressClock,
  skipGap,
  stopClock,
  timeLeft,
  timesLeft,
} from "../../../src/main/games/machine/clock.ts";
import { seeded } from "../../support/seeded.ts";

const minute = 60_000;

describe("a clock", () => {
  test("a clock stands until it is started", () => {
    const clock = newClock(minute, 2_000);
    expect(timesLeft(clock, 1e12)).toEqual([minute, minute]);
    expect(nextFlag(clock)).toBe(null);
  });

  test("a clock runs for the one who is to move, and stops with an increment", () => {
    const running = pressClock(newClock(minute, 2_000), null, [0], 1_000);
    expect(timesLeft(running, 11_000)).toEqual([50_000, minute]);
    expect(nextFlag(running)).toEqual({ seat: 0, at: 61_000 });
    const pressed = pressClock(running, 0, [1], 11_000);
    expect(pressed).toMatchObject({ left: [52_000, minute], since: [null, 11_000] });
  });

  test("a clock gives no increment to who has not moved", () => {
    const running = pressClock(newClock(minute, 2_000), null, [0], 0);
    expect(stopClock(running, 5_000)).toMatchObject({ left: [55_000, minute], since: [null, null] });
  });

  test("a clock shows nothing below zero, however late one looks", () => {
    const running = pressClock(newClock(minute, 2_000), null, [0, 1], 0);
    expect(timesLeft(running, 10 * minute)).toEqual([0, 0]);
  });

  test("a clock gives nothing back when the time seems to have run backwards", () => {
    const running = pressClock(newClock(minute, 0), null, [0], 1_000);
    expect(timeLeft(running, 0, 0)).toBe(minute);
  });

  test("the clock with less time left falls first where both run", () => {
    const both = { ...newClock(minute, 0), left: [30_000, 20_000], since: [0, 5_000] } as const;
    expect(nextFlag(both)).toEqual({ seat: 1, at: 25_000 });
  });

  test("the clock of the one who still thinks is not started anew by the other's choice", () => {
    const both = pressClock(newClock(minute, 0), null, [0, 1], 0);
    const chosen = pressClock(both, 1, [0], 9_000);
    expect(chosen).toMatchObject({ left: [minute, 51_000], since: [0, null] });
    expect(timeLeft(chosen, 0, 9_000)).toBe(51_000);
  });

  test("a clock does not run while there is no host", () => {
    const running = pressClock(newClock(minute, 0), null, [0], 0);
    const resumed = skipGap(running, 10_000, 500_000);
    expect(timesLeft(resumed, 500_000)).toEqual([50_000, minute]);
    expect(timesLeft(resumed, 501_000)).toEqual([49_000, minute]);
    expect(skipGap(newClock(minute, 0), 10_000, 500_000)).toEqual(newClock(minute, 0));
  });
});

test("time spent and time left add up to the time given, whatever is pressed and whenever", () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = seeded(seed);
    const upTo = (most: number) => Math.floor(random() * most);
    let clock = newClock(1_000_000, upTo(3) * 1_000);
    let now = 1_700_000_000_000;
    const given = [1_000_000, 1_000_000];
    const spent = [0, 0];
    for (let step = 0; step < 40; step += 1) {
      const passed = upTo(5_000);
      for (const seat of [0, 1] as const) if (clock.since[seat] !== null) spent[seat] = (spent[seat] ?? 0) + passed;
      now += passed;
      const running = ([0, 1] as const).filter((seat) => clock.since[seat] !== null);
      const mover = running[upTo(running.length)] ?? null;
      const next = ([[0], [1], [0, 1], []] as const)[upTo(4)] ?? [];
      if (upTo(6) === 0) {
        clock = skipGap(clock, now, now + 3_600_000);
        now += 3_600_000;
      } else {
        clock = pressClock(clock, mover, next, now);
        if (mover !== null) given[mover] = (given[mover] ?? 0) + clock.incrementMs;
      }
      const left = timesLeft(clock, now);
      for (const seat of [0, 1] as const)
        expect(left[seat] + (spent[seat] ?? 0), `seed ${seed}, step ${step}, seat ${seat}`).toBe(given[seat]);
    }
  }
});
