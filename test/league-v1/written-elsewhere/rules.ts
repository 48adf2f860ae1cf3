// The rules of two games, as a referee needs them that was written elsewhere: odd/even by its own arithmetic, chess by the
// package chess.js. Nothing here comes from Kibitz.
import { Chess } from "chess.js";
import type { Message } from "./wire.ts";

/** How a round went, or a game. */
export interface Result {
  /** The place among the roles; null for a draw. */
  readonly winner: 0 | 1 | null;
  /** Further facts for the role at a place. */
  readonly told: (role: 0 | 1) => Message;
}

/** A game under way. */
export interface Game {
  /** The role to move next, of those that have a move to make. */
  toMove(): 0 | 1;
  /** The state for the one to move. */
  state(): Message;
  /** Makes the move of the one to move; throws where the rules do not allow it. Gives what came of it. */
  move(text: string): {
    /** The round that it ended, in a game that has rounds. */
    readonly round?: Result;
    /** How it ended the game. */
    readonly game?: Result & { readonly termination: string };
  };
}

export interface Rules {
  readonly roles: readonly [string, string];
  /** The most rounds that a game of this set-up has; null for a game without rounds. */
  rounds(options: Message): number | null;
  /** @param longest moves of each side after which the game is a draw; null for any number */
  begin(options: Message, longest: number | null): Game;
}

const oddEven: Rules = {
  roles: ["odd", "even"],
  rounds: ({ rounds = 5 }) => Number(rounds),
  begin: (options) => {
    const most = oddEven.rounds(options) ?? 1;
    const won = [0, 0] as [number, number];
    let odd: number | null = null;
    return {
      toMove: () => (odd === null ? 0 : 1),
      state: () => ({ score: won, legal_moves: ["1", "2", "3", "4", "5"] }),
      move: (text) => {
        const number = Number(text);
        if (![1, 2, 3, 4, 5].includes(number)) throw new Error(`${text} is no number from 1 to 5`);
        if (odd === null) {
          odd = number;
          return {};
        }
        const choices = [odd, number] as const;
        odd = null;
        const sum = choices[0] + choices[1];
        const winner = sum % 2 === 1 ? 0 : 1;
        won[winner] += 1;
        const told = (role: 0 | 1): Message => ({
          sum,
          your_choice: choices[role],
          opponent_choice: choices[role === 0 ? 1 : 0],
          score: { you: won[role], opponent: won[role === 0 ? 1 : 0] },
        });
        const round = { winner, told } as const;
        return won[winner] > most / 2
          ? { round, game: { winner, termination: "normal", told: () => ({}) } }
          : { round };
      },
    };
  },
};

const chess: Rules = {
  roles: ["white", "black"],
  rounds: () => null,
  begin: (_, longest) => {
    const board = new Chess();
    const toMove = () => (board.turn() === "w" ? 0 : 1);
    return {
      toMove,
      state: () => ({
        fen: board.fen(),
        history: board.history(),
        legal_moves: board.moves({ verbose: true }).map(({ lan }) => lan),
      }),
      move: (text) => {
        const winner = toMove();
        board.move(text);
        const told = () => ({});
        if (board.isCheckmate()) return { game: { winner, termination: "normal", told } };
        if (board.isGameOver()) return { game: { winner: null, termination: "normal", told } };
        const isTooLong = longest !== null && board.history().length >= 2 * longest;
        return isTooLong ? { game: { winner: null, termination: "adjudicated", told } } : {};
      },
    };
  },
};

/** By the names that the league has for the games. */
export const rulesOf: Readonly<Record<string, Rules>> = { "odd-even": oddEven, chess };
