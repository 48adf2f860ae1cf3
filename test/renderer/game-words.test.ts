import { expect, test, vi } from "vitest";
import { thinkingTime } from "../../src/renderer/game/game-words.ts";
import { now, scoreInFigures, scoreInWords } from "../../src/renderer/ui/format.ts";
import { game } from "./support/told.ts";

test("the time of a move has its unit", () => {
  expect([0, 400, 9_960, 31_200, 185_000].map(thinkingTime)).toEqual(["", "0.4 s", "10 s", "31 s", "3 min"]);
});

test("an even position has no sign, and a mate its side and its moves", () => {
  const figures = (kind: "cp" | "mate", value: number) => scoreInFigures({ score: { kind, value }, over: false });
  expect([figures("cp", -4), figures("cp", 104), figures("cp", -1_060)]).toEqual(["0.0", "+1.0", "−11"]);
  const words = (kind: "cp" | "mate", value: number) => scoreInWords({ score: { kind, value }, over: false });
  expect([words("mate", 3), words("mate", -2), words("cp", 30)]).toEqual([
    "White mates in 3",
    "Black mates in 2",
    "Evaluation +0.3",
  ]);
});

test("an agent of a league is quiet after half the time for its move, and any other after two minutes", async () => {
  vi.stubGlobal("location", { pathname: "/", search: "" });
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("history", { state: null, replaceState: () => {} });
  const { isQuiet } = await import("../../src/renderer/game/controls.tsx");
  const quietAfter = (seconds: number, move_limit_seconds: number | null) =>
    isQuiet({ ...game, to_move: ["black"], move_limit_seconds, turn_since: now.value - 1_000 * seconds });
  expect([quietAfter(5, 12), quietAfter(7, 12)]).toEqual([false, true]);
  expect([quietAfter(115, null), quietAfter(125, null), quietAfter(125, 3_600)]).toEqual([false, true, true]);
  expect(isQuiet({ ...game, turn_since: 0 })).toBe(false);
});
