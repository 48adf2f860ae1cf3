import type { NewGame } from "../api/client.ts";
import * as strings from "./strings.ts";

const presets = {
  none: null,
  "1+0": [1, 0],
  "3+2": [3, 2],
  "5+3": [5, 3],
  "10+5": [10, 5],
  "30+20": [30, 20],
} as const;

export type ClockPreset = keyof typeof presets | "custom";

export interface ClockChoice {
  readonly preset: ClockPreset;
  /** For each side, as typed. */
  readonly minutes: string;
  /** Seconds for each move, as typed. */
  readonly increment: string;
}

export const clockPresets: readonly { readonly value: ClockPreset; readonly label: string }[] = [
  { value: "none", label: strings.none },
  { value: "1+0", label: "1 + 0" },
  { value: "3+2", label: "3 + 2" },
  { value: "5+3", label: "5 + 3" },
  { value: "10+5", label: "10 + 5" },
  { value: "30+20", label: "30 + 20" },
  { value: "custom", label: strings.custom },
];

const numberIn = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text.replace(",", ".")));

/** The problem with the typed minutes; null where there is none. */
export const wrongMinutes = ({ minutes }: ClockChoice): string | null =>
  isInitial(Math.round(numberIn(minutes) * 60)) ? null : strings.from1SecondTo24;

/** The problem with the typed seconds; null where there is none. */
export const wrongSeconds = ({ increment }: ClockChoice): string | null =>
  isIncrement(numberIn(increment)) ? null : strings.between0And3600Seconds;

/** The most that the host accepts. */
const isInitial = (seconds: number): boolean => seconds >= 1 && seconds <= 86_400;
const isIncrement = (seconds: number): boolean => seconds >= 0 && seconds <= 3_600;

/** The chosen clock; null for none, undefined for an invalid one. */
export function clockOf(choice: ClockChoice): NonNullable<NewGame["clock"]> | null | undefined {
  const [minutes, increment] =
    choice.preset === "custom"
      ? [numberIn(choice.minutes), numberIn(choice.increment)]
      : (presets[choice.preset] ?? [null, 0]);
  if (minutes === null) return null;
  const initial = Math.round(minutes * 60);
  return isInitial(initial) && isIncrement(increment)
    ? { initial_seconds: initial, increment_seconds: increment }
    : undefined;
}
