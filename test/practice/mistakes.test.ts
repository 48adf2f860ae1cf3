import { expect, test } from "vitest";
import { chess } from "../../src/games/chess/index.ts";
import { kindOfMistake, mistakesIn, ownSeats } from "../../src/main/practice/mistakes.ts";
import { runAtOnce } from "../../src/shared/steps.ts";
import { agent, agentGame, computer, human, openGames, sure } from "../live-games/support.ts";
import { queenLeft, reviewedGame } from "./support.ts";

test("the person's seats are where people sat in games played here, and their own names in imported ones", async () => {
  await using place = openGames();
  const { games } = place;
  const seatsOf = async (players: Parameters<typeof games.create>[0]["players"]) =>
    ownSeats(sure(await games.create({ ...agentGame, players })).state, ["Ada"]);
  expect(await seatsOf([human(), computer()])).toEqual(["white"]);
  expect(await seatsOf([agent("Ada"), computer()])).toEqual([]);
  expect(await seatsOf([human("Ada"), human("Grace")])).toEqual(["white", "black"]);
  const imported = sure(
    await games.importGame({
      kind: "chess",
      names: ["Lovelace, Ada", "Grace"],
      options: {},
      moves: ["e2e4"],
      tags: {},
      lines: null,
      outcome: null,
    }),
  ).state;
  expect(ownSeats(imported, [])).toEqual([]);
  expect(ownSeats(imported, ["ada LOVELACE"])).toEqual(["white"]);
  expect(ownSeats(imported, ["Grace", "Ada Lovelace"])).toEqual(["white", "black"]);
  expect(ownSeats({ ...imported, study: "My notes" }, ["Grace"])).toEqual([]);
});

test("mistakes are the moves that the review judged so, of these seats, with a better one", async () => {
  await using place = openGames();
  const game = await reviewedGame(place.games, queenLeft);
  const mistakes = runAtOnce(mistakesIn(game, ["white"]));
  expect(mistakes.map(({ ply, played, better, judgement }) => [ply, played, better, judgement])).toEqual([
    [5, "b1c3", "f3g5", "blunder"],
    [7, "d2d3", "f3g5", "blunder"],
  ]);
  expect(mistakes[0]).toMatchObject({ kind: "win_given_away", phase: "opening", opening: "King's Knight Opening" });
  expect(runAtOnce(mistakesIn(game, ["black"])).map(({ ply }) => ply)).toEqual([4, 6]);
  expect(runAtOnce(mistakesIn(game, []))).toEqual([]);
  expect(runAtOnce(mistakesIn({ ...game, review: null }, ["white"]))).toEqual([]);
});

test("a mistake is told by what it did", () => {
  const cp = (value: number) => ({ kind: "cp" as const, value });
  const mate = (value: number) => ({ kind: "mate" as const, value });
  const kind = (
    winBefore: number,
    winAfter: number,
    before = cp(0),
    after: { kind: "cp" | "mate"; value: number } = cp(0),
  ) => kindOfMistake({ winBefore, winAfter }, [before, after]);
  expect(kindOfMistake({ winBefore: 97, winAfter: 50 }, [mate(3), cp(0)])).toBe("missed_mate");
  expect(kindOfMistake({ winBefore: 97, winAfter: 2 }, [mate(3), mate(-2)])).toBe("missed_mate");
  expect(kind(50, 2, cp(0), mate(-2))).toBe("allowed_mate");
  expect(kindOfMistake({ winBefore: 3, winAfter: 2 }, [mate(-5), mate(-2)])).toBe("worsened");
  expect(kind(70, 50)).toBe("win_given_away");
  expect(kind(69, 29)).toBe("game_given_away");
  expect(kind(95, 80)).toBe("worsened");
  expect(kind(29, 10)).toBe("worsened");
});

test("the phase of a position is told by the pieces that are left, then by the moves that were made", () => {
  const phaseAt = (fen: string) => {
    const view = { kind: "chess", fen, check: false };
    return chess.engine?.phase?.(view);
  };
  const full = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0";
  expect(phaseAt(`${full} 1`)).toBe("opening");
  expect(phaseAt(`${full} 10`)).toBe("opening");
  expect(phaseAt(`${full} 11`)).toBe("middlegame");
  expect(phaseAt("r2qk2r/pppp4/8/8/8/8/PPPP4/R2QK2R w KQkq - 0 5")).toBe("endgame");
  expect(phaseAt("r2qk2r/pppp4/8/8/8/8/PPPP4/RN1QK2R w KQkq - 0 15")).toBe("middlegame");
});
