import { describe, expect, it } from "vitest";
import { applyEvent, isOwnSecret } from "../../src/renderer/game/apply-event.ts";
import type { GameDetail, LiveEvent } from "../../src/shared/api.ts";
import { card, game, move, told } from "./support/told.ts";

const applied = (before: GameDetail, event: LiveEvent): GameDetail => {
  const after = applyEvent(before, event);
  if (after === "gap") throw new Error("a gap");
  return after;
};

describe("a game after an event", () => {
  it("a game after an event has its move, and what its card, its legal moves and its opening say", () => {
    const opening = { code: "B00", name: "King's Pawn" };
    const next = { ...card, ply: 1, turn: "black", to_move: ["black"], last_move: "e2e4" };
    const after = applied(game, told(4, move(1, "e2e4", "e4"), { card: next, opening }));
    expect(after).toMatchObject({ ...next, version: 4, legal_moves: [], opening });
    expect(after.history).toEqual([
      { ply: 1, code: "e2e4", text: "e4", by: "white", at: "1970-01-01T00:00:01.000Z", ms: 12, clock: null },
    ]);
    expect(game.history).toEqual([]);
  });

  it("a game after an event has fewer moves when some were taken back", () => {
    const two = applied(applied(game, told(4, move(1, "e2e4"))), told(5, move(2, "e7e5")));
    const back = applied(two, told(6, { type: "movesTakenBack", seat: "white", ply: 1 }));
    expect(back.history.map(({ code }) => code)).toEqual(["e2e4"]);
    expect(applied(back, told(7, move(2, "c7c5"))).history.map(({ code }) => code)).toEqual(["e2e4", "c7c5"]);
  });

  it("a game after an event has what was said", () => {
    const after = applied(game, told(4, { type: "said", seat: "black", message: "Good luck!" }));
    expect(after.talk).toEqual([{ from: "black", message: "Good luck!", at: "1970-01-01T00:00:01.000Z" }]);
  });

  it("a game after an event is over when its card says so", () => {
    const result = { winner: "white", reason: "resignation", text: "White wins by Resignation" };
    const outcome = { winner: "white", reason: "resignation" };
    const over = { ...card, status: "finished", result, to_move: [], turn: null } as const;
    const after = applied(game, told(4, { type: "gameOver", outcome, text: result.text }, { card: over }));
    expect(after).toMatchObject({ status: "finished", result, history: [] });
  });

  it("a game after an event keeps its opening where the event does not tell", () => {
    const opening = { code: "B00", name: "King's Pawn" };
    const { opening: _, ...later } = told(4, { type: "drawOffered", seat: "white" });
    expect(applied({ ...game, opening }, later)).toMatchObject({ version: 4, opening });
  });

  it("a game after an event is the same game after what is known already", () => {
    expect(applyEvent(game, told(3, move(1, "e2e4")))).toBe(game);
    expect(applyEvent(game, told(1, move(1, "e2e4")))).toBe(game);
  });

  it("a game after an event has to be asked for where something is missing", () => {
    expect(applyEvent(game, told(5, move(1, "e2e4")))).toBe("gap");
    // The number fits and the move does not: something went wrong before.
    expect(applyEvent(game, told(4, move(2, "e7e5")))).toBe("gap");
  });

  it("a game after an event goes through the events of one commit one by one", () => {
    const next = { ...card, ply: 2, last_move: "e7e5" };
    const first = applied(game, told(4, move(1, "e2e4"), { card: next }));
    expect(first.history).toHaveLength(1);
    const second = applied(first, told(5, move(2, "e7e5"), { card: next }));
    expect(second).toMatchObject({ version: 5, ply: 2, last_move: "e7e5" });
    expect(second.history.map(({ ply }) => ply)).toEqual([1, 2]);
  });
});

describe("a concealed choice", () => {
  it("a concealed choice comes to light with the event that reveals it", () => {
    const hidden = applied(game, told(4, move(1, "?")));
    expect(hidden.history[0]).toMatchObject({ code: "?", text: "?" });
    const revealed = [
      { ply: 1, code: "3", text: "3" },
      { ply: 2, code: "4", text: "4" },
    ];
    const shown = applied(hidden, told(5, move(2, "?"), { revealed }));
    expect(shown.history.map(({ text }) => text)).toEqual(["3", "4"]);
  });

  it("a concealed choice is carried over where only the person knows it", () => {
    const own = { kind: "chess", own: 3 };
    const carry = () => own;
    expect(applyEvent(game, told(4, { type: "drawOffered", seat: "black" }), carry)).toMatchObject({ view: own });
  });

  it("a concealed choice has to be asked for where the person made it elsewhere", () => {
    expect(isOwnSecret(game, told(4, move(1, "?")))).toBe(true);
    expect(isOwnSecret(game, told(4, move(2, "?")))).toBe(false);
    expect(isOwnSecret(game, told(4, move(1, "e2e4")))).toBe(false);
    expect(isOwnSecret(game, told(4, move(1, "?"), { revealed: [{ ply: 1, code: "3", text: "3" }] }))).toBe(false);
    // The answer to its own move has the choice of a page, but not what is drawn after later ones.
    const drawn = told(4, { ...move(1, "?"), seat: "chance" });
    expect(isOwnSecret(game, told(4, move(1, "?")), true)).toBe(false);
    expect([isOwnSecret(game, drawn), isOwnSecret(game, drawn, true)]).toEqual([true, true]);
    // Of two persons at one page, neither is told.
    expect(isOwnSecret({ ...game, person_seats: ["white", "black"] }, told(4, move(1, "?")))).toBe(false);
  });
});
