import { type GameKind, type PlayerKind, type Seat, seatsByKind } from "../../shared/game-terms.ts";
import type { NewGame, NewPlayer } from "../api/client.ts";
import { type ClockChoice, clockOf } from "./clocks.ts";

/** Who plays whom; `you` is the person at the page. */
export const pairings = {
  "you-computer": ["human", "computer"],
  "you-agent": ["human", "agent"],
  "agent-computer": ["agent", "computer"],
  "agent-agent": ["agent", "agent"],
  "computer-computer": ["computer", "computer"],
} as const satisfies Record<string, readonly [PlayerKind, PlayerKind]>;
export type Pairing = keyof typeof pairings;

export type Side = "first" | "second" | "random";

/** A game as the dialog has it, before it is asked for. */
export interface Draft {
  readonly game: GameKind;
  readonly pairing: Pairing;
  /** Where the first named of the pairing sits. */
  readonly side: Side;
  /** Of the computer; of the one in the first seat where two play. */
  readonly level: number;
  readonly otherLevel: number;
  readonly clock: ClockChoice;
  /** Rounds of odd/even, as typed. */
  readonly rounds: string;
}

export const firstDraft: Draft = {
  game: "chess",
  pairing: "you-computer",
  side: "random",
  level: 4,
  otherLevel: 6,
  clock: { preset: "none", minutes: "10", increment: "5" },
  rounds: "5",
};

/** Whether the two sides of a pairing differ, so that somebody has to choose theirs. */
export const hasSides = (pairing: Pairing): boolean => pairings[pairing][0] !== pairings[pairing][1];
export const hasComputer = (pairing: Pairing): boolean => pairings[pairing][1] === "computer";

/** What is wrong with a draft, or null. */
export function draftProblem(draft: Draft): string | null {
  if (draft.game === "odd-even" && !(/^\d{1,2}$/.test(draft.rounds) && Number(draft.rounds) >= 1))
    return "Rounds: a whole number from 1 to 99.";
  return clockOf(draft.clock) === undefined
    ? "Clock: 1 second to 24 hours for each side, and at most an hour more for each move."
    : null;
}

/** The request for a draft in which nothing is wrong. */
export function requestOf(draft: Draft, fen: string | null, random = Math.random): NewGame {
  const [one, other] = pairings[draft.pairing];
  const swapped = hasSides(draft.pairing) && (draft.side === "second" || (draft.side === "random" && random() < 0.5));
  const [first, second] = seatsByKind[draft.game];
  const player = (kind: PlayerKind, level: number): NewPlayer => (kind === "computer" ? { kind, level } : { kind });
  const level = hasSides(draft.pairing) ? draft.level : draft.otherLevel;
  const players: Partial<Record<Seat, NewPlayer>> = {
    [swapped ? second : first]: player(one, draft.level),
    [swapped ? first : second]: player(other, level),
  };
  const clock = clockOf(draft.clock);
  return {
    game: draft.game,
    players,
    ...(clock ? { clock } : {}),
    ...(draft.game === "chess" && fen !== null ? { fen } : {}),
    ...(draft.game === "odd-even" ? { rounds: Number(draft.rounds) } : {}),
  };
}
