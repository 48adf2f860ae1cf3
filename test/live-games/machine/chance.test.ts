import { createHmac } from "node:crypto";
import { expect, test, vi } from "vitest";
import { hashOf, keyedIndex } from "../../../src/main/base/keyed-random.ts";
import { repeatedMove } from "../../../src/main/games/commands.ts";
import { seenMoves } from "../../../src/main/games/live-game.ts";
import { movesMade, toMove } from "../../../src/main/games/machine/game-state.ts";
import { play, resign } from "../../../src/main/games/machine/play.ts";
import { cardOf, detailOf } from "../../../src/main/views/game/game-view.ts";
import { runAtOnce } from "../../../src/shared/steps.ts";
import { CHANCE } from "../../../src/shared/terms.ts";
import { cards, rules } from "../../fixtures/high-card/rules.ts";
import { agent, sure } from "../support.ts";
import { kept, made, played, start } from "./support.ts";

vi.mock("../../../src/games/register.ts", async (importActual) => {
  const { registerOf } = await import("../../../src/games/game.ts");
  const { definitions } = await importActual<typeof import("../../../src/games/register.ts")>();
  const { highCard } = await import("../../fixtures/high-card/index.ts");
  return registerOf([...definitions, highCard]);
});

const secret = "c0ffee".padEnd(64, "0");
const game = (own = secret, clock: { initialMs: number; incrementMs: number } | null = null) =>
  made({ kind: "high-card", options: { rounds: 3 }, secret: own, clock, players: [agent("Ada"), agent("Bob")] });
const codes = (live: ReturnType<typeof game>) => live.moves.map(({ seat, code }) => `${seat} ${code}`);

test("a new game has drawn what comes before its first move, in the same step", () => {
  const live = game();
  expect(live.moves).toHaveLength(1);
  expect(live.moves[0]).toMatchObject({ seat: CHANCE, ply: 1, ms: 0 });
  expect([live.state.ply, movesMade(live.state), live.state.lastMove]).toEqual([1, 0, null]);
  expect(toMove(live.state)).toEqual(["first"]);
});

test("a move makes the draws that are due after it, which take nobody's time and no seat can make", () => {
  const before = game(secret, { initialMs: 60_000, incrementMs: 2_000 });
  expect(play(before.state, CHANCE, { text: "axolotl" }, start)).toMatchObject({ refusal: { code: "NOT_YOUR_TURN" } });
  const result = play(before.state, "first", { text: "change" }, start + 5_000);
  if (!result.isPlayed) throw new Error(result.refusal.message);
  const after = kept(before, result.step, start + 5_000);
  expect(after.moves.map(({ seat, ply, ms }) => [seat, ply, ms])).toEqual([
    [CHANCE, 1, 0],
    ["first", 2, 5_000],
    [CHANCE, 3, 0],
  ]);
  expect(after.moves.at(-1)?.clock).toEqual([57_000, 60_000]);
  expect(after.state.clock?.since).toEqual([null, start + 5_000]);
  expect([after.state.lastMove, toMove(after.state), movesMade(after.state)]).toEqual(["change", ["second"], 1]);
});

test("the same secret draws the same, another one something else, whatever is played between", () => {
  const [one, same] = [game(), game()];
  expect(codes(one)).toEqual(codes(same));
  const drawn = (text: string) => {
    let live = game();
    for (const move of ["keep", text, "keep", "keep"]) {
      const result = play(live.state, toMove(live.state)[0] ?? "", { text: move }, start);
      if (!result.isPlayed) throw new Error(result.refusal.message);
      live = kept(live, result.step, start);
    }
    return live.moves.filter(({ seat }) => seat === CHANCE).map(({ code }) => code);
  };
  expect(drawn("keep")).toHaveLength(3);
  expect(drawn("keep")).toEqual(drawn("keep"));
  const many = Array.from({ length: 30 }, (_, index) => codes(game(String(index).padStart(64, "0")))[0]);
  expect(new Set(many).size).toBeGreaterThan(10);
});

test("draws are as likely as their weights say", () => {
  const counts = new Map<string, number>();
  for (let index = 0; index < 6_000; index += 1) {
    const [code = ""] = codes(game(`${index}`));
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const chiSquared = [...counts.values()].reduce((sum, count) => sum + (count - 200) ** 2 / 200, 0);
  expect(counts.size).toBe(cards.length * (cards.length - 1));
  // The 0.999 quantile with 29 degrees of freedom.
  expect(chiSquared).toBeLessThan(58.3);
});

test("draw number n follows from the game's secret as docs/security.md says", () => {
  /** The first number below 2³² that is less than the largest multiple of the weights' sum, modulo that sum. */
  const drawn = (key: string, name: string, sum: number) => {
    for (let block = 0; ; block += 1) {
      const bytes = createHmac("sha256", key).update(`${name} ${block}`).digest();
      for (let at = 0; at < bytes.length; at += 4)
        if (bytes.readUInt32BE(at) < 2 ** 32 - (2 ** 32 % sum)) return bytes.readUInt32BE(at) % sum;
    }
  };
  const deals = (rules.chance?.(sure(rules.start({}))) ?? []).map(({ code }) => code);
  const secrets = Array.from({ length: 40 }, (_, index) => String(index).padStart(64, "0"));
  expect(secrets.map((own) => codes(game(own)))).toEqual(
    secrets.map((own) => [`${CHANCE} ${deals[drawn(own, "draw 1", deals.length)]}`]),
  );
  // A sum by which a quarter of the numbers is passed over.
  const names = Array.from({ length: 40 }, (_, index) => `draw ${index}`);
  expect(names.map((name) => keyedIndex("key", name, 3 * 2 ** 30))).toEqual(
    names.map((name) => drawn("key", name, 3 * 2 ** 30)),
  );
});

test("an index is drawn without bias, by rejection of what lies above the largest multiple of the size", () => {
  const size = 3 * 2 ** 30;
  const drawn = Array.from({ length: 4_000 }, (_, index) => keyedIndex("key", `draw ${index}`, size));
  // Modulo alone, half of them would lie in the first third.
  const share = drawn.filter((value) => value < 2 ** 30).length / drawn.length;
  expect(Math.abs(share - 1 / 3)).toBeLessThan(0.03);
});

test("a state that waits for chance has nobody to move and is not over", () => {
  const waiting = sure(rules.start({}));
  expect([rules.toMove(waiting), rules.outcome(waiting)]).toEqual([[], null]);
  expect(rules.chance?.(waiting)).toHaveLength(30);
});

test("a seat that moves twice in a row makes its second move, and a repeat of the first is known as one", () => {
  const before = made({
    kind: "poker",
    options: { leduc: true, hands: 2 },
    secret,
    players: [agent("Ada"), agent("Bob")],
  });
  let live = before;
  for (const text of ["check", "bet", "call"]) {
    const result = play(live.state, toMove(live.state)[0] ?? "", { text }, start);
    if (!result.isPlayed) throw new Error(result.refusal.message);
    live = kept(live, result.step, start);
  }
  const { ply } = live.state;
  expect(toMove(live.state)).toEqual(["first"]);
  expect(sure(runAtOnce(repeatedMove(live, "first", ply, "check")))).toBeNull();
  expect(sure(runAtOnce(repeatedMove(live, "first", ply - 1, "call")))).toMatchObject({ code: "call", ply });
});

test("hidden draws and moves are shown once the game is over, also where a player resigned", () => {
  const live = game();
  const [deal] = live.moves;
  const [one = "", other = ""] = deal?.code.split("-") ?? [];
  const moved = { ...live, state: played(live.state, ["keep"]) };
  expect(seenMoves(live, "first")[0]).toMatchObject({ code: "?", text: "?" });
  expect(cardOf(moved.state, "second", start).last_move).toBeNull();
  expect(cardOf(moved.state, "first", start).last_move).toBe("keep");
  expect(JSON.stringify(detailOf(live, "first", start))).toContain(one);
  expect(JSON.stringify(detailOf(live, "first", start))).not.toContain(other);
  expect(JSON.stringify(detailOf(live, null, start))).not.toMatch(new RegExp(cards.join("|")));
  expect(detailOf(live, null, start).chance).toEqual({ commitment: hashOf(secret) });

  const over = kept(live, sure(resign(live.state, "first", start)), start);
  expect(detailOf(over, null, start)).toMatchObject({
    view: { hands: [one, other] },
    history: [{ by: CHANCE, code: `${one}-${other}` }],
    chance: { commitment: hashOf(secret), secret },
  });
});
