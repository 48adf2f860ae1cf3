import { afterEach, expect, test, vi } from "vitest";
import { playSound } from "../../src/renderer/game/synthesiser.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** A browser that lets nothing be heard before somebody touches the page. */
function mutedBrowser() {
  let touched = () => {};
  const heard: number[] = [];
  const untilTouched = new Promise<void>((resolve) => {
    touched = resolve;
  });
  const node = { connect: (next: unknown) => next, start: (at: number) => heard.push(at), stop: () => {} };
  const context = {
    state: "suspended",
    currentTime: 0,
    sampleRate: 8_000,
    destination: {},
    createBuffer: (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) }),
    resume: () => untilTouched,
  };
  const gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  vi.stubGlobal("AudioContext", function AudioContext() {
    return context;
  });
  for (const name of ["AudioBufferSourceNode", "BiquadFilterNode", "OscillatorNode"])
    vi.stubGlobal(name, function Node() {
      return node;
    });
  vi.stubGlobal("GainNode", function GainNode() {
    return { ...node, gain };
  });
  return {
    heard,
    touch: async () => {
      context.state = "running";
      touched();
      await untilTouched;
    },
  };
}

test("sounds from before the page could be heard are never heard, and later ones are", async () => {
  vi.useFakeTimers();
  const browser = mutedBrowser();
  for (let move = 0; move < 15; move += 1) playSound("move", 1);
  vi.advanceTimersByTime(1_000);
  await browser.touch();
  expect(browser.heard).toEqual([]);
  playSound("move", 1);
  // A knock is noise and a thump.
  expect(browser.heard).toHaveLength(2);
});
