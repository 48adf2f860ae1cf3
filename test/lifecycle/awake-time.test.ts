import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAwakeTime } from "../../src/main/base/awake-time.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A process that goes on for a while, or stands still. */
function process() {
  let clock = 1_000_000;
  const time = createAwakeTime(() => clock);
  return {
    time,
    goOn: (ms: number) => {
      for (let left = ms; left > 0; left -= 100) {
        clock += Math.min(left, 100);
        vi.advanceTimersByTime(Math.min(left, 100));
      }
    },
    /** Frozen: timers that are due fire when it goes on. */
    freeze: (ms: number) => {
      clock += ms;
      vi.advanceTimersByTime(1_000);
    },
    /** The system's clock leaps, or the machine slept: timers know nothing of it. */
    leap: (ms: number) => {
      clock += ms;
    },
  };
}

test.each(["freeze", "leap"] as const)("a limit is not reached by a %s, and by the time after it", (what) => {
  const { time, goOn, ...missed } = process();
  const call = vi.fn();
  time.after(5_000, call);
  goOn(3_000);
  missed[what](600_000);
  expect(call).not.toHaveBeenCalled();
  goOn(1_000);
  expect(call).not.toHaveBeenCalled();
  // Up to a second before it is given back as well.
  goOn(2_100);
  expect(call).toHaveBeenCalledOnce();
  expect(time.missedMs()).toBeGreaterThanOrEqual(600_000);
  expect(time.missedMs()).toBeLessThanOrEqual(601_000);
});

test("a pause of two seconds is no standstill, and counts", () => {
  const { time, leap } = process();
  leap(2_000);
  expect(time.now()).toBe(2_000);
  leap(2_500);
  expect([time.now(), time.missedMs()]).toEqual([2_000, 2_500]);
});

test("the time between the system's sleep and its waking is left out, however often it stirs", () => {
  const { time, goOn } = process();
  const call = vi.fn();
  time.after(10_000, call);
  goOn(1_000);
  time.setAsleep(true);
  goOn(60_000);
  expect([time.now(), call.mock.calls.length, time.isAsleep()]).toEqual([1_000, 0, true]);
  time.setAsleep(false);
  goOn(8_000);
  expect(call).not.toHaveBeenCalled();
  goOn(2_100);
  expect([call.mock.calls.length, time.missedMs()]).toEqual([1, 60_000]);
});

test("a timer that is called off does not go off, however often it was looked at", () => {
  const { time, goOn } = process();
  const call = vi.fn();
  const callOff = time.after(3_000, call);
  goOn(2_500);
  callOff();
  goOn(10_000);
  expect(call).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
