import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { keyOf } from "../../../src/games/backgammon/board.ts";
import { namedTurns } from "../../../src/games/backgammon/notation.ts";
import { type BackgammonState, boardFor, positionOf, rules, tally } from "../../../src/games/backgammon/rules.ts";
import { amount } from "../../support/full.ts";

/*
 * As in `test/games/traces.test.ts`, random games are the same ones as OpenSpiel (commit 112b7770) plays. It writes a move
 * as a pair of checkers, a double as two moves in a row, and a pass as a move; so what is compared are the dice, all
 * boards that a turn can lead to, sorted, with the number of the one that is chosen, and the result by its full scoring,
 * in which a gammon counts twice and a backgammon three times. A roll is the one of its 36 that is numbered by the next x,
 * or of its first 30 at the beginning; a choice takes the next x, a pass none.
 */
const games = amount(20, 10_000);
const digests = {
  20: "95804932e45f07292ee52f32eb5f3a8a778de58ccef49187a8a21f491126a41e",
  10000: "3755b127fd2ba72738b390833b3fa01ceffd001ccf07bdc81ad3ebc7ca325560",
};

const faces = [1, 2, 3, 4, 5, 6];
const differing = faces.flatMap((low) =>
  faces.flatMap((high) => (high > low ? [`${high}-${low}`, `${low}-${high}`] : [])),
);
const allRolls = [...differing, ...faces.map((face) => `${face}-${face}`)];
const highFirst = (roll: string): string => roll.split("-").toSorted().toReversed().join("-");

test("random games of backgammon have the same boards to choose from as another program's", {
  timeout: 1_200_000,
}, () => {
  const hash = createHash("sha256");
  let x = 1;
  const next = (count: number): number => {
    x = (x * 48_271) % 2_147_483_647;
    return x % count;
  };
  const advance = (state: BackgammonState, seat: string, text: string): BackgammonState => {
    const result = rules.play(state, seat, text);
    if (!result.ok) throw new Error(result.message);
    return result.value.state;
  };
  for (let game = 0; game < games; game += 1) {
    const start = rules.start({});
    if (!start.ok) throw new Error(start.message);
    let state = start.value;
    while (rules.outcome(state) === null) {
      const { turn, dice } = state;
      if (turn === null || dice === null) {
        const roll = allRolls[next(turn === null ? differing.length : allRolls.length)] ?? "";
        state = advance(state, "chance", turn === null ? roll : highFirst(roll));
        hash.update(`${highFirst(roll)} ${state.dice === null ? "pass " : ""}`);
        continue;
      }
      const codes = new Map(
        namedTurns(boardFor(state, turn), dice).map(({ code, board }) => [
          keyOf(boardFor(positionOf(board, turn), "white")),
          code,
        ]),
      );
      const boards = [...codes.keys()].toSorted();
      const choice = next(boards.length);
      hash.update(`${boards.join(";")};${choice}/${boards.length} `);
      state = advance(state, turn, codes.get(boards[choice] ?? "") ?? "");
    }
    const points = Number(tally(state)[0]);
    hash.update(`${rules.outcome(state)?.winner === "white" ? points : -points}\n`);
  }
  expect(hash.digest("hex")).toBe(games === 20 ? digests[20] : digests[10_000]);
});
