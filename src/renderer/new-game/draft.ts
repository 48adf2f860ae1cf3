import { signal } from "@preact/signals";
import { pages } from "../../games/pages.ts";
import { fieldsOf, jsonIn } from "../../shared/fields.ts";
import { type GameKind, type Options, type PlayerKind, type Seat, type Seats, seatTitle } from "../../shared/terms.ts";
import type { NewGame, NewPlayer } from "../api/client.ts";
import { assign } from "../ui/hooks.ts";
import { recall, remember } from "../ui/remember.ts";
import { type ClockChoice, clockOf, clockPresets } from "./clocks.ts";
import { firstTexts, type OptionTexts } from "./option-texts.ts";

/** The pairings of kinds of player; `you` is the person at the page. */
export const kindPairings = {
  "you-computer": ["human", "computer"],
  "you-agent": ["human", "agent"],
  "you-friend": ["human", "human"],
  "agent-computer": ["agent", "computer"],
  "agent-agent": ["agent", "agent"],
  "computer-computer": ["computer", "computer"],
} as const satisfies Record<string, readonly [PlayerKind, PlayerKind]>;
export type Pairing = keyof typeof kindPairings;
export const allPairings = Object.keys(kindPairings).filter((each): each is Pairing => each in kindPairings);

const sides = ["first", "second", "random"] as const;

/** A game in the dialog, before it is requested. */
export interface Draft {
  readonly game: GameKind;
  readonly pairing: Pairing;
  /** The seat of the first player of the pairing. */
  readonly side: (typeof sides)[number];
  /** The computer's level; that of the first seat where two computers play. */
  readonly level: number;
  readonly otherLevel: number;
  /** The names of two people at one board, in the first and the second seat; empty for the seat's name. */
  readonly names: readonly [string, string];
  readonly clock: ClockChoice;
  /** Whether spectators see what agents think while they play. */
  readonly openThoughts: boolean;
  readonly options: OptionTexts;
}

export const firstDraft: Draft = {
  game: pages[0].kind,
  pairing: "you-computer",
  side: "random",
  level: 3,
  otherLevel: 6,
  names: ["", ""],
  clock: { preset: "none", minutes: "10", increment: "5" },
  openThoughts: false,
  options: Object.fromEntries(pages.map(({ kind, options }) => [kind, firstTexts(options)])),
};

/** Whether the two sides of a pairing differ, so that the person chooses the seat. */
export const hasSides = (pairing: Pairing): boolean => kindPairings[pairing][0] !== kindPairings[pairing][1];

export const hasFriend = (pairing: Pairing): boolean => pairing === "you-friend";

/** The request for a valid draft, with the options from the game's own fields. */
export function requestOf(draft: Draft, [first, second]: Seats, options: Options, random = Math.random): NewGame {
  const [one, other] = kindPairings[draft.pairing];
  const isSwapped = hasSides(draft.pairing) && (draft.side === "second" || (draft.side === "random" && random() < 0.5));
  const [firstName, secondName] = draft.names;
  const person = (name: string, seat: Seat): NewPlayer => ({ kind: "human", name: name.trim() || seatTitle(seat) });
  const player = (kind: PlayerKind, level: number): NewPlayer => (kind === "computer" ? { kind, level } : { kind });
  const level = hasSides(draft.pairing) ? draft.level : draft.otherLevel;
  const players: Partial<Record<Seat, NewPlayer>> = hasFriend(draft.pairing)
    ? { [first]: person(firstName, first), [second]: person(secondName, second) }
    : { [isSwapped ? second : first]: player(one, draft.level), [isSwapped ? first : second]: player(other, level) };
  const clock = clockOf(draft.clock);
  return { ...options, game: draft.game, players, open_thoughts: draft.openThoughts, ...(clock ? { clock } : {}) };
}

const STORAGE_KEY = "kibitz-new-game";

/** The setup of the last game as text, also where another window has stored it. */
const lastSetup = signal(recall(STORAGE_KEY) ?? "");
globalThis.addEventListener?.("storage", () => assign(lastSetup, recall(STORAGE_KEY) ?? ""));

/** Stores the setup of the last game for the next one, with its options as they were requested. */
export function saveDraft(draft: Draft, options: Options): void {
  lastSetup.value = JSON.stringify({ ...draft, options });
  remember(STORAGE_KEY, lastSetup.value);
}

/** The options of the last game, such as the position that it began from. */
export const savedOptions = (): Options => fieldsOf(fieldsOf(jsonIn(lastSetup.value))?.options) ?? {};

/** The draft of the last game; the default for each part that is missing or invalid. */
export function savedDraft(): Draft {
  const draft = fieldsOf(jsonIn(lastSetup.value)) ?? {};
  return {
    ...firstDraft,
    game: pages.find(({ kind }) => kind === draft.game)?.kind ?? firstDraft.game,
    pairing: allPairings.find((each) => each === draft.pairing) ?? firstDraft.pairing,
    side: sides.find((each) => each === draft.side) ?? firstDraft.side,
    level: levelIn(draft.level) ?? firstDraft.level,
    otherLevel: levelIn(draft.otherLevel) ?? firstDraft.otherLevel,
    names: namesIn(draft.names) ?? firstDraft.names,
    clock: clockIn(draft.clock) ?? firstDraft.clock,
  };
}

const levelIn = (value: unknown): number | null =>
  typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 10 ? value : null;

function namesIn(value: unknown): Draft["names"] | null {
  const [one, other]: readonly unknown[] = Array.isArray(value) ? value : [];
  return typeof one === "string" && typeof other === "string" ? [one.slice(0, 40), other.slice(0, 40)] : null;
}

function clockIn(value: unknown): ClockChoice | null {
  const { preset, minutes, increment } = fieldsOf(value) ?? {};
  const presetClock = clockPresets.find((each) => each.value === preset);
  if (!presetClock || typeof minutes !== "string" || typeof increment !== "string") return null;
  return { preset: presetClock.value, minutes: minutes.slice(0, 20), increment: increment.slice(0, 20) };
}

const levelWords = [
  "First steps",
  "Beginner",
  "Learner",
  "Casual",
  "Steady",
  "Keen amateur",
  "Club player",
  "Strong club player",
  "Expert",
  "Full strength",
];
/** One of the computer's levels, 1 to 10, in words. */
export const levelWord = (level: number): string => levelWords[level - 1] ?? "";
