import { describe, expect, test } from "vitest";
import { type GameState, type Step, statusOf } from "../../../src/main/games/machine/game-state.ts";
import {
  answerTakeback,
  type OfferAnswer,
  offerOrAnswerDraw,
  type PastMove,
} from "../../../src/main/games/machine/offers.ts";
import {
  callOff,
  deleteGame,
  fallFlag,
  type Play,
  play,
  resign,
  restoreGame,
  resumeClock,
  switchAnalysis,
} from "../../../src/main/games/machine/play.ts";
import { importedStep } from "../../../src/main/games/machine/records.ts";
import { createGame, freeSeat, handOver, returnToSeat, takeSeat } from "../../../src/main/games/machine/seats.ts";
import { accept, type Result } from "../../../src/shared/result.ts";
import { runAtOnce } from "../../../src/shared/steps.ts";
import { agent, agentGame, codeOf, computer, human, sure, type Wish } from "../support.ts";
import { openState, played, start, stateOf } from "./support.ts";

/** One table for each command: what it answers in each state that a game can be in. */

const clock = { initialMs: 60_000, incrementMs: 5_000 };
const finished = (state = stateOf()): GameState => sure(resign(state, "white", start)).state;
const bare: Play = { text: "", claimWin: false, claimDraw: false };
const eventsOf = ({ events }: Step) => events.map(({ type }) => type);
const accepted = (step: Step | null): Result<Step | null> => accept(step);

/** A decision in a word: the events of the step, `-` for one that changes nothing, else the code of the refusal. */
const inWords = (result: Result<Step | null>): string =>
  result.ok ? (result.value ? eventsOf(result.value).join(" ") : "-") : result.code;
function playInWords(state: GameState, seat: string, request: Partial<Play>, now = start): string {
  const result = play(state, seat, { ...bare, ...request }, now);
  if (result.isPlayed) return eventsOf(result.step).join(" ");
  return [result.refusal.code, ...(result.step ? eventsOf(result.step) : [])].join(" ");
}
const pastMoves = (...codes: readonly string[]): PastMove[] =>
  codes.map((code, index) => ({ seat: index % 2 === 0 ? "white" : "black", code, clock: null }));

const stalemateInOne = { options: { fen: "7k/8/5KQ1/8/8/8/8/8 w - - 0 1" } };
const mateInOne = { options: { fen: "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1" } };
const fiftyMovesInOne = { options: { fen: "4k3/8/8/8/8/8/R7/4K3 w - - 99 80" } };
const fiftyMovesNow = { options: { fen: "4k3/8/8/8/8/8/R7/4K3 w - - 100 80" } };

describe("createTable", () => {
  test.each([
    ["two who sit", stateOf(), "live", start],
    ["an open seat", openState(), "open", null],
    ["two open seats", stateOf({ players: [agent(null), agent(null)] }), "open", null],
    ["two computers", stateOf({ players: [computer(), computer()] }), "live", start],
  ])("createGame says with %s whether the game is live", (_, state, status, startedAt) => {
    expect(statusOf(state)).toBe(status);
    expect(state).toMatchObject({ startedAt, endedAt: null, ply: 0, lastMove: null, outcome: null });
  });

  test.each([
    ["both present", {}, [start, null]],
    ["a seat open", { players: [agent("One"), agent(null)] as const }, [null, null]],
    ["a player absent", { absent: "black" }, [null, null]],
    ["both to choose at once", { kind: "odd-even" }, [start, start]],
    ["the second seat to move", { options: { fen: "6k1/5ppp/8/8/8/8/8/R6K b - - 0 1" } }, [null, start]],
  ])("createGame with %s runs the clocks of those who can move, and no others", (_, wish, since) => {
    expect(stateOf({ clock, ...wish }).clock).toMatchObject({ left: [60_000, 60_000], since });
  });

  test.each([
    ["computers", [computer(), computer()], undefined, 800],
    ["computers, at once", [computer(), computer()], "none", 0],
    ["a person and a computer", [human(), computer()], undefined, 0],
    ["people", [human(), human()], "watchable", 0],
  ] as const)("createGame holds back moves only where drivers play alone: %s", (_, players, pace, paceMs) => {
    expect(stateOf({ players, ...(pace ? { pace } : {}) }).paceMs).toBe(paceMs);
  });

  test.each([
    ["chess", { fen: "no position" }],
    ["chess", { fen: "8/8/8/8/8/8/8/K7 w - - 0 1" }],
    ["odd-even", { rounds: 4 }],
  ])("createGame refuses options that %s does not know how to start from", (kind, options) => {
    expect(codeOf(createGame({ ...agentGame, kind, options, id: "1" }, start))).toBe("INVALID_ARGUMENT");
  });
});

describe("takeSeat", () => {
  test.each([
    ["an open seat", openState(), "black", "seatTaken"],
    ["a taken seat", openState(), "white", "SEAT_TAKEN"],
    ["a seat of a live game", stateOf(), "black", "SEAT_TAKEN"],
    ["a seat of a finished game", finished(), "black", "GAME_OVER"],
    ["an open seat of a finished game", finished(openState()), "black", "GAME_OVER"],
  ])("takeSeat takes only an open seat of a game that goes on: %s", (_, state, seat, said) => {
    expect(inWords(takeSeat(state, seat, "Two", "two", start))).toBe(said);
  });

  test("takeSeat starts the game, and its clock, with the last open seat", () => {
    const none = stateOf({ players: [agent(null), agent(null)], clock });
    const one = sure(takeSeat(none, "black", "Two", null, start + 1_000)).state;
    expect(one).toMatchObject({ startedAt: null, clock: { since: [null, null] } });
    const both = sure(takeSeat(one, "white", "One", null, start + 3_000)).state;
    expect(both).toMatchObject({
      startedAt: start + 3_000,
      turnSince: start + 3_000,
      clock: { left: [60_000, 60_000], since: [start + 3_000, null] },
    });
  });
});

describe("returnToSeat", () => {
  const away = stateOf({ clock, absent: "black", players: [agent("One", "one"), agent("Two", "two")] });
  test.each([
    ["who was absent", away, "black", null, "holderReturned"],
    ["who was absent, over another connection", away, "black", "three", "holderReturned"],
    ["who never left", away, "white", null, "-"],
    ["over the same connection", away, "white", "one", "-"],
    ["over another connection", away, "white", "three", "holderReturned"],
    ["a person, who has no connection", stateOf({ players: [human(), human()] }), "white", "three", "-"],
  ] as const)(
    "returnToSeat notes a return only where it changes something: one %s",
    (_, state, seat, connection, said) => {
      expect(inWords(accepted(returnToSeat(state, seat, connection, start + 9_000)))).toBe(said);
    },
  );

  test("returnToSeat starts the clocks that waited for the absent", () => {
    expect(away.clock?.since).toEqual([null, null]);
    const back = returnToSeat(away, "black", null, start + 9_000);
    expect(back?.state).toMatchObject({
      absent: null,
      turnSince: start + 9_000,
      clock: { left: [60_000, 60_000], since: [start + 9_000, null] },
    });
  });

  test("returnToSeat leaves the clocks alone where nobody was absent", () => {
    const state = stateOf({ clock });
    expect(returnToSeat(state, "white", "new", start + 9_000)?.state.clock).toEqual(state.clock);
  });
});

describe("freeSeat", () => {
  test.each([
    ["an agent's", stateOf(), "black", "seatFreed"],
    ["an open one", openState(), "black", "INVALID_ARGUMENT"],
    ["a person's", stateOf({ players: [human(), agent("Two")] }), "white", "INVALID_ARGUMENT"],
    ["a computer's", stateOf({ players: [computer(), agent("Two")] }), "white", "INVALID_ARGUMENT"],
    ["one of a finished game", finished(), "black", "GAME_OVER"],
  ])("freeSeat frees only an agent's seat of a game that goes on: %s", (_, state, seat, said) => {
    expect(inWords(freeSeat(state, seat, start))).toBe(said);
  });

  test("freeSeat stops the clocks, ends the token, and the next holder plays on", () => {
    const live = played(stateOf({ clock }), ["e4"], start + 10_000);
    const freed = sure(freeSeat(live, "black", start + 30_000)).state;
    expect(statusOf(freed)).toBe("open");
    expect(freed).toMatchObject({
      clock: { left: [55_000, 40_000], since: [null, null] },
      seats: [{ generation: 1 }, { generation: 2, name: null, connection: null }],
      startedAt: start,
    });
    const taken = sure(takeSeat(freed, "black", "Three", null, start + 90_000)).state;
    expect(taken).toMatchObject({ startedAt: start, clock: { left: [55_000, 40_000], since: [null, start + 90_000] } });
    expect(playInWords(taken, "black", { text: "e5" }, start + 91_000)).toBe("movePlayed");
  });
});

describe("play", () => {
  const flagged = stateOf({ clock });
  const late = start + 60_000;
  test.each([
    // The order of the checks: what comes first is said, whatever else is wrong.
    ["a game that is over", finished(), "white", { text: "e5", claimWin: true }, start, "GAME_OVER"],
    ["after the flag fell", flagged, "white", { text: "e4" }, late, "GAME_OVER gameOver"],
    ["after the opponent's flag fell", flagged, "black", { text: "e5" }, late, "GAME_OVER gameOver"],
    ["out of turn", stateOf(), "black", { text: "nonsense", claimWin: true }, start, "NOT_YOUR_TURN"],
    ["an illegal move", stateOf(), "white", { text: "e2e5", claimWin: true }, start, "ILLEGAL_MOVE moveRefused"],
    ["a move that is none", stateOf(), "white", { text: "castle please" }, start, "ILLEGAL_MOVE moveRefused"],
    ["a win that is none", stateOf(), "white", { text: "e4", claimWin: true }, start, "CLAIM_FAILED"],
    ["a draw that is none", stateOf(), "white", { text: "e4", claimDraw: true }, start, "CLAIM_FAILED"],
    ["a move", stateOf(), "white", { text: "e4" }, start, "movePlayed"],
    ["a move before the opponent sits", openState(), "white", { text: "e4" }, start, "movePlayed"],
    ["mate, unclaimed", stateOf(mateInOne), "white", { text: "Ra8" }, start, "movePlayed gameOver"],
    ["mate, claimed", stateOf(mateInOne), "white", { text: "Ra8", claimWin: true }, start, "movePlayed gameOver"],
    ["mate, claimed as a draw", stateOf(mateInOne), "white", { text: "Ra8", claimDraw: true }, start, "CLAIM_FAILED"],
    [
      "stalemate, claimed as a win",
      stateOf(stalemateInOne),
      "white",
      { text: "Qf7", claimWin: true },
      start,
      "CLAIM_FAILED",
    ],
    [
      "stalemate, claimed as a draw",
      stateOf(stalemateInOne),
      "white",
      { text: "Qf7", claimDraw: true },
      start,
      "movePlayed gameOver",
    ],
    ["the fiftieth move, unclaimed", stateOf(fiftyMovesInOne), "white", { text: "Ra3" }, start, "movePlayed"],
    [
      "the fiftieth move, unclaimed, where neither player can claim",
      stateOf({ ...fiftyMovesInOne, players: [computer(), computer()] }),
      "white",
      { text: "Ra3" },
      start,
      "movePlayed gameOver",
    ],
    [
      "the fiftieth move, unclaimed, where one player can claim",
      stateOf({ ...fiftyMovesInOne, players: [computer(), agent("Two")] }),
      "white",
      { text: "Ra3" },
      start,
      "movePlayed",
    ],
    [
      "the fiftieth move of a record between such players",
      stateOf({ ...fiftyMovesInOne, players: [computer(), computer()] }),
      "white",
      { text: "Ra3", isRecord: true },
      start,
      "movePlayed",
    ],
    [
      "the fiftieth move, claimed",
      stateOf(fiftyMovesInOne),
      "white",
      { text: "Ra3", claimDraw: true },
      start,
      "movePlayed gameOver",
    ],
    // FIDE 9.2 and 9.3: a draw that stands on the board is claimed without a move.
    ["a draw on the board", stateOf(fiftyMovesNow), "white", { text: "Kd1", claimDraw: true }, start, "gameOver"],
    [
      "a draw on the board, with a move that there is none of",
      stateOf(fiftyMovesNow),
      "white",
      { text: "nonsense", claimDraw: true },
      start,
      "ILLEGAL_MOVE moveRefused",
    ],
    [
      "a draw on the board, out of turn",
      stateOf(fiftyMovesNow),
      "black",
      { text: "", claimDraw: true },
      start,
      "NOT_YOUR_TURN",
    ],
  ] as const)(
    "play answers as the rules, the clock and the claims have it: %s",
    (_, state, seat, request, now, said) => {
      expect(playInWords(state, seat, request, now)).toBe(said);
    },
  );

  test("play counts what the rules refuse against the seat, and nothing else", () => {
    const refused = play(stateOf({ clock }), "white", { ...bare, text: "e2e5" }, start + 5_000);
    if (refused.isPlayed || !refused.step) throw new Error("it was not refused");
    const { state } = refused.step;
    expect(state).toEqual({ ...stateOf({ clock }), seats: [{ ...state.seats[0], illegal: 1 }, state.seats[1]] });
    const claim = play(stateOf(), "white", { ...bare, text: "e4", claimWin: true }, start);
    expect(claim).toMatchObject({ isPlayed: false, step: null });
  });

  test("play keeps of a move that is refused no more than a line", () => {
    const refused = play(stateOf(), "white", { ...bare, text: `e\n4${"x".repeat(500)}` }, start);
    const event = refused.isPlayed ? null : refused.step?.events[0];
    expect(event).toMatchObject({ type: "moveRefused", seat: "white", text: expect.stringMatching(/^e 4x{36}…$/) });
  });

  test("play says how long was thought, and what the clocks show after it", () => {
    const state = stateOf({ clock });
    const result = play(state, "white", { ...bare, text: "e4" }, start + 12_345.6);
    expect(result).toMatchObject({
      isPlayed: true,
      step: { events: [{ ms: 12_346, ply: 1, code: "e2e4", text: "e4", clock: [52_654, 60_000] }] },
    });
  });

  test("a choice leaves the other's clock running where both choose at once", () => {
    const state = stateOf({ kind: "odd-even", clock });
    const chosen = play(state, "even", { ...bare, text: "3" }, start + 10_000);
    if (!chosen.isPlayed) throw new Error(chosen.refusal.message);
    expect(chosen.step.state).toMatchObject({
      turnSince: start,
      clock: { left: [60_000, 55_000], since: [start, null] },
    });
    expect(playInWords(chosen.step.state, "even", { text: "4" })).toBe("NOT_YOUR_TURN");
    expect(playInWords(chosen.step.state, "odd", { text: "4" })).toBe("movePlayed");
  });
});

describe("offerOrAnswerDraw", () => {
  const offered = sure(offerOrAnswerDraw(stateOf(), "white", "offer", start)).state;
  const declined = sure(offerOrAnswerDraw(offered, "black", "decline", start)).state;
  const movedSince = played(declined, ["e4"]);
  const movedBoth = played(declined, ["e4", "e5"]);
  test.each<[string, GameState, string, OfferAnswer, string]>([
    ["an offer", stateOf(), "white", "offer", "drawOffered"],
    ["an offer while the opponent thinks", stateOf(), "black", "offer", "drawOffered"],
    ["a second offer", offered, "white", "offer", "RATE_LIMITED"],
    ["an offer across an offer", offered, "black", "offer", "gameOver"],
    ["acceptance", offered, "black", "accept", "gameOver"],
    ["refusal", offered, "black", "decline", "drawDeclined"],
    ["acceptance of one's own offer", offered, "white", "accept", "INVALID_ARGUMENT"],
    ["refusal of one's own offer", offered, "white", "decline", "INVALID_ARGUMENT"],
    ["acceptance of nothing", stateOf(), "black", "accept", "INVALID_ARGUMENT"],
    ["refusal of nothing", stateOf(), "black", "decline", "INVALID_ARGUMENT"],
    ["another offer for the same move", declined, "white", "offer", "RATE_LIMITED"],
    ["another offer before the opponent has moved", movedSince, "white", "offer", "RATE_LIMITED"],
    ["another offer after a move of one's own", movedBoth, "white", "offer", "drawOffered"],
    ["an offer by the one who declined", declined, "black", "offer", "drawOffered"],
    ["an offer to an open seat", openState(), "white", "offer", "GAME_NOT_STARTED"],
    ["an offer in a finished game", finished(), "white", "offer", "GAME_OVER"],
    ["acceptance in a finished game", finished(offered), "black", "accept", "GAME_OVER"],
  ])("offerOrAnswerDraw takes one offer a move and an answer to the opponent's: %s", (_, state, seat, answer, said) => {
    expect(inWords(offerOrAnswerDraw(state, seat, answer, start))).toBe(said);
  });

  test.each([
    ["stands after a move of the one who made it", ["e4"], "white"],
    ["is turned down by a move of the other (FIDE 9.1.2.1)", ["e4", "e5"], null],
  ])("a draw offer %s", (_, moves, standing) => {
    expect(played(offered, moves).drawOffer).toBe(standing);
  });

  test("an offer stands when a move of the other is refused", () => {
    const state = sure(offerOrAnswerDraw(stateOf(), "black", "offer", start)).state;
    const refused = play(state, "white", { ...bare, text: "e2e5" }, start);
    expect(refused.isPlayed || refused.step?.state.drawOffer).toBe("black");
  });

  test("an offer is gone when the game is over", () => {
    expect(sure(resign(offered, "black", start)).state).toMatchObject({ drawOffer: null, takebackOffer: null });
  });
});

describe("answerTakeback", () => {
  const one = played(stateOf(), ["e4"]);
  const two = played(stateOf(), ["e4", "e5"]);
  const ask = (state: GameState, seat: string, ...codes: string[]) =>
    sure(answerTakeback(state, seat, "offer", pastMoves(...codes), start)).state;
  const asked = ask(one, "white", "e2e4");
  const declined = sure(answerTakeback(asked, "black", "decline", pastMoves("e2e4"), start)).state;
  const withdrawn = sure(answerTakeback(asked, "white", "decline", pastMoves("e2e4"), start)).state;
  const drawOffered = sure(offerOrAnswerDraw(declined, "white", "offer", start)).state;
  const drawDeclined = sure(
    offerOrAnswerDraw(sure(offerOrAnswerDraw(one, "white", "offer", start)).state, "black", "decline", start),
  ).state;
  test.each<[string, GameState, string, OfferAnswer, readonly string[], string]>([
    ["a request", one, "white", "offer", ["e2e4"], "takebackOffered"],
    ["a request out of one's turn or in it", two, "white", "offer", ["e2e4", "e7e5"], "takebackOffered"],
    ["a request without a move of one's own", one, "black", "offer", ["e2e4"], "INVALID_ARGUMENT"],
    ["a request at the start", stateOf(), "white", "offer", [], "INVALID_ARGUMENT"],
    ["a second request", asked, "white", "offer", ["e2e4"], "RATE_LIMITED"],
    ["consent", asked, "black", "accept", ["e2e4"], "movesTakenBack"],
    ["a request across a request", asked, "black", "offer", ["e2e4"], "movesTakenBack"],
    ["refusal", asked, "black", "decline", ["e2e4"], "takebackDeclined"],
    ["consent to one's own request", asked, "white", "accept", ["e2e4"], "INVALID_ARGUMENT"],
    ["consent to nothing", one, "black", "accept", ["e2e4"], "INVALID_ARGUMENT"],
    ["refusal of nothing", one, "black", "decline", ["e2e4"], "INVALID_ARGUMENT"],
    ["withdrawal", asked, "white", "decline", ["e2e4"], "takebackDeclined"],
    ["a request that was withdrawn", withdrawn, "white", "offer", ["e2e4"], "RATE_LIMITED"],
    ["a request after a draw was declined", drawDeclined, "white", "offer", ["e2e4"], "takebackOffered"],
    ["a request that was declined, after a draw was offered", drawOffered, "white", "offer", ["e2e4"], "RATE_LIMITED"],
    ["a request that was declined", declined, "white", "offer", ["e2e4"], "RATE_LIMITED"],
    ["a request after a move", played(declined, ["e5"]), "white", "offer", ["e2e4", "e7e5"], "takebackOffered"],
    ["a request in a finished game", finished(one), "white", "offer", ["e2e4"], "GAME_OVER"],
  ])(
    "answerTakeback takes one request a move and an answer to the opponent's: %s",
    (_, state, seat, answer, moves, said) => {
      expect(inWords(answerTakeback(state, seat, answer, pastMoves(...moves), start))).toBe(said);
    },
  );

  test("answerTakeback goes back to the position before the asker's last move, with its clocks, and forgets what was offered there", () => {
    const later = start + 20_000;
    const state = played(played(stateOf({ clock }), ["e4"], start + 10_000), ["e5"], later);
    const moves = [
      { seat: "white", code: "e2e4", clock: [55_000, 60_000] },
      { seat: "black", code: "e7e5", clock: [55_000, 55_000] },
    ] as const;
    const offered = sure(offerOrAnswerDraw(state, "white", "offer", later)).state;
    const asking = sure(answerTakeback(offered, "black", "offer", moves, later)).state;
    const back = sure(answerTakeback(asking, "white", "accept", moves, later + 1_000));
    expect(back.events).toEqual([{ type: "movesTakenBack", seat: "black", ply: 1 }]);
    expect(back.state).toMatchObject({
      ply: 1,
      lastMove: "e2e4",
      position: played(stateOf(), ["e4"]).position,
      turnSince: later + 1_000,
      drawOffer: null,
      takebackOffer: null,
      clock: { left: [55_000, 60_000], since: [null, later + 1_000] },
    });
  });

  test("a request for a takeback is gone when somebody moves", () => {
    expect(played(asked, ["e5"]).takebackOffer).toBe(null);
  });

  test("answerTakeback refuses takebacks in a game in which choices are secret", () => {
    const state = stateOf({ kind: "odd-even" });
    const chosen = play(state, "odd", { ...bare, text: "3" }, start);
    if (!chosen.isPlayed) throw new Error(chosen.refusal.message);
    const moves = [{ seat: "odd", code: "3", clock: null }];
    expect(codeOf(answerTakeback(chosen.step.state, "odd", "offer", moves, start))).toBe("INVALID_ARGUMENT");
  });
});

describe("moves after a flag fell, before anybody said so", () => {
  const state = played(stateOf({ clock }), ["e4"], start + 1_000);
  const offered = sure(offerOrAnswerDraw(state, "white", "offer", start + 2_000)).state;
  const asked = sure(answerTakeback(state, "white", "offer", pastMoves("e2e4"), start + 2_000)).state;
  const late = start + 61_000;
  test.each<[string, Result<Step>]>([
    ["resigning", resign(state, "white", late)],
    ["accepting a draw", offerOrAnswerDraw(offered, "black", "accept", late)],
    ["offering a draw", offerOrAnswerDraw(state, "black", "offer", late)],
    ["consenting to a takeback", answerTakeback(asked, "black", "accept", pastMoves("e2e4"), late)],
    ["asking for a takeback", answerTakeback(state, "white", "offer", pastMoves("e2e4"), late)],
  ])("%s after a flag fell does not change who lost on time", (_, result) => {
    expect(sure(result).state).toMatchObject({ outcome: { winner: "white", reason: "time" }, endedAt: late });
  });
});

describe("resign", () => {
  test.each([
    ["a live game", stateOf(), "gameOver"],
    ["a game that nobody joined", openState(), "gameOver"],
    ["a finished game", finished(), "GAME_OVER"],
  ])("resign ends a game that goes on, and refuses others: %s", (_, state, said) => {
    expect(inWords(resign(state, "white", start))).toBe(said);
  });

  test.each(["white", "black"])("resign gives the game to the opponent of %s", (seat) => {
    expect(sure(resign(stateOf(), seat, start + 7)).state).toMatchObject({
      outcome: { winner: seat === "white" ? "black" : "white", reason: "resignation" },
      endedAt: start + 7,
    });
  });
});

describe("fallFlag", () => {
  const bareKing = { options: { fen: "4k3/8/8/8/8/8/R7/4K3 w - - 0 1" } };
  test.each([
    ["no clock", stateOf(), 1e9, "-"],
    ["time left", stateOf({ clock }), 59_999, "-"],
    ["no time left", stateOf({ clock }), 60_000, "gameOver"],
    ["an open seat", openState({ clock }), 1e9, "-"],
    ["an absent player", stateOf({ clock, absent: "black" }), 1e9, "-"],
    ["a finished game", finished(stateOf({ clock })), 1e9, "-"],
  ])("fallFlag ends a game only where a running clock is at zero: %s", (_, state, passed, said) => {
    expect(inWords(accepted(fallFlag(state, start + passed)))).toBe(said);
  });

  test.each([
    ["the one whose flag fell", stateOf({ clock }), { winner: "black", reason: "time" }],
    [
      "nobody, where the other could never mate (FIDE 6.9)",
      stateOf({ clock, ...bareKing }),
      { winner: null, reason: "time-against-bare-material" },
    ],
  ])("fallFlag ends the game at the moment the flag fell, lost for %s", (_, state, outcome) => {
    expect(fallFlag(state, start + 99_000)?.state).toMatchObject({ outcome, endedAt: start + 60_000 });
  });

  test("the flag that fell first decides where both clocks run", () => {
    const state = stateOf({ kind: "odd-even", clock });
    const round = play(state, "odd", { ...bare, text: "1" }, start + 20_000);
    if (!round.isPlayed) throw new Error(round.refusal.message);
    const next = play(round.step.state, "even", { ...bare, text: "1" }, start + 20_000);
    if (!next.isPlayed) throw new Error(next.refusal.message);
    const thinking = play(next.step.state, "even", { ...bare, text: "1" }, start + 30_000);
    if (!thinking.isPlayed) throw new Error(thinking.refusal.message);
    // Odd has had 45 s since the second round began; even's clock stands.
    expect(fallFlag(thinking.step.state, start + 64_999)).toBe(null);
    expect(fallFlag(thinking.step.state, start + 500_000)?.state).toMatchObject({
      outcome: { winner: "even", reason: "time" },
      endedAt: start + 65_000,
      clock: { left: [0, 40_000], since: [null, null] },
    });
  });
});

describe("resume", () => {
  const down = { from: start + 10_000, to: start + 3_610_000 };
  test.each([
    ["a live game", stateOf(), "hostResumed"],
    ["an open game", openState({ clock }), "-"],
    ["a finished game", finished(), "-"],
    ["a flag that fell before the host ended", stateOf({ clock: { initialMs: 10_000, incrementMs: 0 } }), "gameOver"],
  ])("resume notes the time without a host in a live game alone: %s", (_, state, said) => {
    expect(inWords(accepted(resumeClock(state, down.from, down.to)))).toBe(said);
  });

  test("the time in which a seat's driver waited for others is charged to nobody, and the log says whose", () => {
    const step = resumeClock(stateOf({ clock }), start + 10_000, start + 15_000, "white");
    expect(step?.events).toEqual([{ type: "hostResumed", downMs: 5_000, waited: "white" }]);
    expect(step?.state.clock).toMatchObject({ left: [50_000, 60_000], since: [start + 15_000, null] });
  });

  test("where both choose at once, a seat that did not wait gets no time back", () => {
    const state = stateOf({ clock });
    const both = state.clock && { ...state, clock: { ...state.clock, since: [start, start] as const } };
    const step = both && resumeClock(both, start + 10_000, start + 15_000, "white");
    expect(step?.state.clock).toMatchObject({ left: [50_000, 60_000], since: [start + 15_000, start] });
  });

  test("resume charges the time between to nobody", () => {
    const step = resumeClock(stateOf({ clock }), down.from, down.to);
    expect(step?.events).toEqual([{ type: "hostResumed", downMs: 3_600_000 }]);
    expect(step?.state).toMatchObject({
      clock: { left: [50_000, 60_000], since: [down.to, null] },
      turnSince: start + 3_600_000,
    });
  });

  test("a standstill before a turn has begun leaves all of the time to sit down that was left", () => {
    const sitsDown = stateOf({ clock, sitDownMs: 10_000 });
    const step = resumeClock(sitsDown, start + 2_000, start + 62_000);
    expect(step?.state).toMatchObject({
      clock: { left: [60_000, 60_000], since: [start + 70_000, null] },
      turnSince: start + 70_000,
    });
  });

  test("a seat's driver that waited for others before its turn began has that time back alone", () => {
    const sitsDown = stateOf({ clock, sitDownMs: 10_000 });
    const step = resumeClock(sitsDown, start + 5_000, start + 15_000, "white");
    expect(step?.events).toEqual([{ type: "hostResumed", downMs: 5_000, waited: "white" }]);
    expect(step?.state).toMatchObject({
      clock: { left: [60_000, 60_000], since: [start + 15_000, null] },
      turnSince: start + 15_000,
    });
  });

  test("resume leaves the clocks standing while a player is absent", () => {
    const step = resumeClock(stateOf({ clock, absent: "black" }), down.from, down.to);
    expect(step?.state.clock).toMatchObject({ left: [60_000, 60_000], since: [null, null] });
  });
});

describe("switchAnalysis", () => {
  test.each([
    ["on", false, true, "analysisSwitched"],
    ["on again", true, true, "-"],
    ["off", true, false, "analysisSwitched"],
    ["off again", false, false, "-"],
  ])("switchAnalysis changes a game only where the switch moves: %s", (_, before, on, said) => {
    const state = { ...stateOf(), analysis: before };
    expect(inWords(switchAnalysis(state, on))).toBe(said);
  });
});

describe("callOff", () => {
  const over = "unfinished";
  const withHuman = [human("A"), agent("B")] as const;
  test.each<[string, GameState, string]>([
    ["a game of agents", played(stateOf(), ["e4", "e5", "Nf3"]), over],
    ["a game that waits for an agent", stateOf({ players: [human("A"), agent(null)] }), over],
    ["a person's game that has hardly begun", played(stateOf({ players: withHuman }), ["e4"]), over],
    ["a person's game that is played", played(stateOf({ players: withHuman }), ["e4", "e5"]), "INVALID_ARGUMENT"],
    ["a league's game", { ...stateOf(), league: { id: "1", match: 1, entrants: [1, 2] } }, "INVALID_ARGUMENT"],
    ["a game that is over", finished(stateOf()), "GAME_OVER"],
  ])("callOff ends a game that is not the person's to resign, and refuses others: %s", (_, state, expected) => {
    const step = callOff(state, start);
    expect(step.ok ? step.value.state.outcome : step.code).toEqual(
      expected === over ? { winner: null, reason: over } : expected,
    );
    if (step.ok) expect(eventsOf(step.value)).toEqual(["gameOver"]);
  });
});

describe("callOff of a game in which an agent left the person alone", () => {
  const clock = { initialMs: 600_000, incrementMs: 0 };
  const waiting = (wish: Partial<Wish> = {}) =>
    played(stateOf({ players: [human("A"), agent("B")], ...wish }), ["e4", "e5", "Nf3"]);
  test.each<[string, GameState, number, string]>([
    ["after two minutes", waiting(), 120_000, "over"],
    ["a moment earlier", waiting(), 119_999, "INVALID_ARGUMENT"],
    ["while the person is to move", played(waiting(), ["Nc6"]), 120_000, "INVALID_ARGUMENT"],
    ["with a clock, which will end it", waiting({ clock }), 120_000, "INVALID_ARGUMENT"],
  ])("callOff takes an agent that was silent for two minutes as gone: %s", (_, state, ms, expected) => {
    const step = callOff(state, start + ms);
    expect(step.ok ? "over" : step.code).toBe(expected);
  });
});

describe("handOver", () => {
  const person = { kind: "human", name: "Ada", settings: {} } as const;
  const engine = { kind: "computer", name: "Computer", settings: { level: 4 } } as const;
  const sat = stateOf({ players: [human("A"), agent("B", "conn")] });

  test("handOver gives an agent's seat to the computer or to the person; and its token ends", () => {
    const step = sure(handOver(sat, "black", engine, start));
    expect(step.state.seats[1]).toMatchObject({
      kind: "computer",
      name: "Computer",
      driven: true,
      generation: 2,
      settings: { level: 4 },
      connection: null,
      formerConnection: "conn",
    });
    expect(step.events).toEqual([
      { type: "seatHandedOver", seat: "black", kind: "computer", name: "Computer", level: 4 },
    ]);
    const own = sure(handOver(sat, "black", person, start)).state;
    expect(own.seats[1]).toMatchObject({ kind: "human", driven: false, generation: 2 });
  });
  test("handOver begins a game that waited for an agent", () => {
    const open = stateOf({ players: [agent("A"), agent(null)], clock: { initialMs: 60_000, incrementMs: 0 } });
    const { state } = sure(handOver(open, "black", person, start + 5));
    expect([state.startedAt, state.clock?.since]).toEqual([start + 5, [start + 5, null]]);
  });
  test("handOver leaves running clocks as they run", () => {
    const clock = { initialMs: 60_000, incrementMs: 0 };
    const running = played(stateOf({ clock }), ["e4"]);
    expect(sure(handOver(running, "black", engine, start + 9_000)).state.clock).toEqual(running.clock);
  });
  test.each<[string, Result<Step>, string]>([
    ["a person's seat", handOver(sat, "white", engine, start), "INVALID_ARGUMENT"],
    [
      "a league's",
      handOver({ ...sat, league: { id: "1", match: 1, entrants: [1, 2] } }, "black", engine, start),
      "INVALID_ARGUMENT",
    ],
    ["one of a game that is over", handOver(finished(sat), "black", engine, start), "GAME_OVER"],
    [
      "a league’s when it is to be freed",
      freeSeat({ ...sat, league: { id: "1", match: 1, entrants: [1, 2] } }, "black", start),
      "INVALID_ARGUMENT",
    ],
  ])("handOver refuses %s", (_, step, code) => {
    expect(step.ok ? "OK" : step.code).toBe(code);
  });
});

describe("offers of a seat that gets another holder", () => {
  const engine = { kind: "computer", name: "Computer", settings: { level: 4 } } as const;
  const moved = played(stateOf(), ["e4"]);
  const drawOf = (seat: string) => sure(offerOrAnswerDraw(moved, seat, "offer", start)).state;
  const takebackOf = (state: GameState) =>
    sure(answerTakeback(state, "white", "offer", pastMoves("e2e4"), start)).state;
  const offered = takebackOf(drawOf("white"));
  const declined = sure(answerTakeback(takebackOf(moved), "black", "decline", pastMoves("e2e4"), start)).state;
  const ways: readonly [string, (state: GameState, seat: string) => GameState][] = [
    [
      "freed",
      (state, seat) => sure(takeSeat(sure(freeSeat(state, seat, start)).state, seat, "New", null, start)).state,
    ],
    ["handed over", (state, seat) => sure(handOver(state, seat, engine, start)).state],
  ];
  test.each(ways)("offers of a seat that gets another holder end with the one who made them: %s", (_, renewed) => {
    const next = renewed(offered, "white");
    expect(next).toMatchObject({ drawOffer: null, takebackOffer: null });
    expect(inWords(offerOrAnswerDraw(next, "black", "accept", start))).toBe("INVALID_ARGUMENT");
    expect(inWords(answerTakeback(next, "black", "accept", pastMoves("e2e4"), start))).toBe("INVALID_ARGUMENT");
  });
  test.each(ways)(
    "offers of a seat that gets another holder are for the new holder to make again, whatever was declined: %s",
    (_, renewed) => {
      expect(inWords(offerOrAnswerDraw(renewed(offered, "white"), "white", "offer", start))).toBe("drawOffered");
      const next = renewed(declined, "white");
      expect(next.declined).toBe(null);
      expect(inWords(answerTakeback(next, "white", "offer", pastMoves("e2e4"), start))).toBe("takebackOffered");
    },
  );
  test.each(ways)(
    "offers of a seat that gets another holder leave those of the opponent standing: %s",
    (_, renewed) => {
      const next = renewed(takebackOf(drawOf("white")), "black");
      expect(next).toMatchObject({ drawOffer: "white", takebackOffer: "white" });
      expect(inWords(offerOrAnswerDraw(next, "white", "offer", start))).toBe("RATE_LIMITED");
    },
  );
});

describe("clocks that wait for the first moves", () => {
  const clock = { initialMs: 60_000, incrementMs: 5_000 };
  const since = (state: GameState) => state.clock?.since;

  test("clocks that wait for the first moves run from when both have moved, where a person sits, and the log says so", () => {
    const state = stateOf({ players: [human("A"), agent("B")], clock });
    expect(since(state)).toEqual([null, null]);
    const one = played(state, ["e4"], start + 40_000);
    expect([since(one), one.clock?.left]).toEqual([
      [null, null],
      [60_000, 60_000],
    ]);
    expect(fallFlag(one, start + 500_000)).toBeNull();
    const both = play(one, "black", { text: "e5", claimWin: false, claimDraw: false }, start + 90_000);
    expect(both.step?.events.map(({ type }) => type)).toEqual(["movePlayed", "clocksStarted"]);
    expect(both.step?.events[0]).toMatchObject({ clock: [60_000, 60_000] });
    const begun = both.step?.state ?? state;
    expect(since(begun)).toEqual([start + 90_000, null]);
    expect(played(begun, ["Nf3"], start + 100_000).clock?.left).toEqual([55_000, 60_000]);
  });
  test("clocks that wait for the first moves run from when both sit, among agents and in leagues", () => {
    expect(since(stateOf({ clock }))).toEqual([start, null]);
    const league = { id: "1", match: 1, entrants: [1, 2] } as const;
    expect(since(stateOf({ players: [human("A"), agent("B")], clock, league }))).toEqual([start, null]);
    // A program that starts, or clears its tables, is not on its clock.
    const own = { ...computer(), settings: { engine: "Own" } };
    expect(since(stateOf({ players: [computer(), own], clock, league }))).toEqual([null, null]);
  });
});

describe("deleteGame and restoreGame", () => {
  const deleted = sure(deleteGame(finished(), start))?.state ?? stateOf();
  test.each<[string, Result<Step | null>, string]>([
    ["a game that is over", deleteGame(finished(), start), "gameDeleted"],
    ["a game that goes on", deleteGame(stateOf(), start), "INVALID_ARGUMENT"],
    [
      "a league's game",
      deleteGame({ ...finished(), league: { id: "L1", match: 1, entrants: [1, 2] } }, start),
      "INVALID_ARGUMENT",
    ],
    ["a deleted game", deleteGame(deleted, start), "-"],
    ["taking it back", accept(restoreGame(deleted)), "gameRestored"],
    ["taking back what is there", accept(restoreGame(finished())), "-"],
  ])("deleteGame and restoreGame take finished games of no league: %s", (_, step, said) => {
    expect(inWords(step)).toBe(said);
  });
  test("deleteGame and restoreGame come to the game as it was", () => {
    expect(deleted.deletedAt).toBe(start);
    expect(restoreGame(deleted)?.state).toEqual(finished());
  });
});

describe("importedStep", () => {
  const fiveTimes = Array.from({ length: 4 }, () => ["Nf3", "Nf6", "Ng1", "Ng8"]).flat();
  const record = { ...agentGame, id: "1", players: [human("A"), human("B")] as const, imported: { Event: "Club" } };
  test.each([
    [
      "the position's ending, where the record has the same result",
      ["f3", "e5", "g4", "Qh4"],
      { winner: "black", reason: "recorded" },
      { winner: "black", reason: "checkmate" },
    ],
    [
      "the record's ending, where the position has another result",
      ["f3", "e5", "g4", "Qh4"],
      { winner: "white", reason: "recorded" },
      { winner: "white", reason: "recorded" },
    ],
    ["what the record says", ["e4"], { winner: "white", reason: "recorded" }, { winner: "white", reason: "recorded" }],
    ["nothing", ["e4"], null, { winner: null, reason: "unfinished" }],
    [
      "the record's ending, though it goes on after a position has come for the fifth time",
      [...fiveTimes, "e4"],
      { winner: "white", reason: "recorded" },
      { winner: "white", reason: "recorded" },
    ],
    [
      "the position that comes for the fifth time, where nothing follows and the record says nothing",
      fiveTimes,
      null,
      { winner: null, reason: "fivefold-repetition" },
    ],
    ["nothing, without a move", [], null, { winner: null, reason: "unfinished" }],
  ])("importedStep ends by %s", (_, moves, outcome, ended) => {
    const step = sure(runAtOnce(importedStep(record, { moves, lines: null, outcome }, start)));
    expect(step.state).toMatchObject({ outcome: ended, ply: moves.length, imported: { Event: "Club" } });
    expect(eventsOf(step)).toEqual(["gameCreated", ...moves.map(() => "movePlayed"), "gameOver"]);
  });

  test.each([
    ["an illegal move", ["e4", "e4"], 2],
    ["a move after mate", ["f3", "e5", "g4", "Qh4", "a3"], 5],
  ])("importedStep refuses %s, with its place", (_, moves, ply) => {
    expect(runAtOnce(importedStep(record, { moves, lines: null, outcome: null }, start))).toMatchObject({
      ok: false,
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining(`at ply ${ply}`),
    });
  });
});
