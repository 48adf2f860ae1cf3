import { expect, test, vi } from "vitest";
import { createCredentialLimits, type EndCall } from "../../../src/main/players/model/credential-limits.ts";
import type { ModelAnswer, ModelFailure } from "../../../src/main/players/model/model-answer.ts";
import type { ModelSettings } from "../../../src/shared/player-settings.ts";

vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance", "hrtime"] });

const model = (more: Partial<ModelSettings> = {}): ModelSettings => ({
  provider: "openai",
  model: "m",
  key: "KEY",
  prompt: { board: true, fen: true, history: true, legal: true },
  price: { input: 1, output: 1 },
  ...more,
});
const answer = (tokens: number): ModelAnswer => ({
  ok: true,
  text: "",
  record: { text: "", length: 0, sha256: "", finish: "stop", model: "m", sent: "{}" },
  reasoning: "",
  tokens: { input: tokens, fromCache: 0, output: 0, reasoning: 0 },
  calledTools: [],
});
const limitReached = (afterMs: number): ModelFailure => ({
  ok: false,
  reason: "HTTP status 429",
  again: true,
  afterMs,
  cause: "provider",
  isMisconfigured: false,
});

/** Calls of several players, as they begin. */
function calls() {
  const limits = createCredentialLimits();
  const begun: string[] = [];
  const ends = new Map<string, EndCall>();
  const enter = (player: string, settings = model(), signal = new AbortController().signal, length = 300) => {
    const turn = limits.enter(settings, player, length, signal);
    void turn.then((end) => {
      if (!end) return;
      begun.push(player);
      ends.set(player, end);
    });
    return turn;
  };
  const end = async (player: string, outcome: ModelAnswer | ModelFailure | null = answer(100)) => {
    ends.get(player)?.(outcome);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { begun, enter, end, settled: () => vi.advanceTimersByTimeAsync(0) };
}

test("as many calls run at once as the least limit with the credential says, and other credentials are not held up", async () => {
  const { begun, enter, end, settled } = calls();
  for (const player of ["a", "b", "c"]) void enter(player, model({ calls_at_once: player === "a" ? 2 : 9 }));
  void enter("d", model({ key: "OTHER" }));
  void enter("e", model({ baseUrl: "http://127.0.0.1:1" }));
  await settled();
  expect(begun).toEqual(["a", "b", "d", "e"]);
  await end("a");
  expect(begun.at(-1)).toBe("c");
});

test("a player with many calls starves nobody: the one whose last turn is longest ago goes first", async () => {
  const { begun, enter, end, settled } = calls();
  const one = model({ calls_at_once: 1 });
  for (const player of ["a", "a", "a", "b", "c"]) void enter(player, one);
  await settled();
  for (let ended = 0; ended < 4; ended += 1) await end(begun[ended] ?? "");
  expect(begun).toEqual(["a", "b", "c", "a", "a"]);
});

test("calls whose tokens would exceed those of a minute wait until enough of them are a minute old", async () => {
  const { begun, enter, end, settled } = calls();
  const frugal = model({ tokens_per_minute: 1_000 });
  void enter("a", frugal);
  await settled();
  await end("a", answer(600));
  // The next one is expected to take as many.
  void enter("b", frugal);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(begun).toEqual(["a"]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(begun).toEqual(["a", "b"]);
  // One alone is never too many.
  await end("b", answer(5_000));
  void enter("c", frugal);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(begun.at(-1)).toBe("c");
});

test("where a provider says when to ask again, the other calls to that model wait, and go one by one until one succeeds", async () => {
  const { begun, enter, end, settled } = calls();
  void enter("a");
  await settled();
  await end("a", limitReached(5_000));
  for (const player of ["b", "c", "d"]) void enter(player);
  void enter("other", model({ model: "n" }));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(begun).toEqual(["a", "other"]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(begun).toEqual(["a", "other", "b"]);
  await end("b", limitReached(3_000));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(begun).toEqual(["a", "other", "b"]);
  await vi.advanceTimersByTimeAsync(2_000);
  await end("c");
  expect(begun).toEqual(["a", "other", "b", "c", "d"]);
});

test("a call that is cancelled leaves the queue, and an hour that a provider names holds up nobody else", async () => {
  const { begun, enter, end, settled } = calls();
  const one = model({ calls_at_once: 1 });
  const cancelled = new AbortController();
  void enter("a", one);
  const left = enter("b", one, cancelled.signal);
  void enter("c", one);
  await settled();
  cancelled.abort();
  expect(await left).toBeNull();
  await end("a", limitReached(3_600_000));
  expect(begun).toEqual(["a", "c"]);
  expect(await enter("d", one, AbortSignal.abort())).toBeNull();
});
