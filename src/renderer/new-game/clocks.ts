import type { NewGame } from "../api/client.ts";
import { numberIn } from "../ui/number-in.ts";

/** Minutes for each side, and seconds for each move. */
const presets = ["1+0", "3+2", "5+3", "10+5", "30+20"] as const;

export type ClockPreset = "none" | (typeof presets)[number] | "custom";

export interface ClockChoice {
  readonly preset: ClockPreset;
  /** For each side, as typed. */
  readonly minutes: string;
  /** Seconds for each move, as typed. */
  readonly increment: string;
}

export const clockPresets: readonly { readonly value: ClockPreset; readonly label: string }[] = [
  { value: "none", label: "None" },
  ...presets.map((value) => ({ value, label: value.replace("+", " + ") })),
  { value: "custom", label: "Custom" },
];

/** The problem with the typed minutes; null where there is none. */
export const wrongMinutes = ({ minutes }: ClockChoice): string | null =>
  isInitial(Math.round(numberIn(minutes) * 60)) ? null : "From 1 second to 24 hours";

/** The problem with the typed seconds; null where there is none. */
export const wrongSeconds = ({ increment }: ClockChoice): string | null =>
  isIncrement(numberIn(increment)) ? null : "Between 0 and 3600 seconds";

/** The most that the host accepts. */
const isInitial = (seconds: number): boolean => seconds >= 1 && seconds <= 86_400;
const isIncrement = (seconds: number): boolean => seconds >= 0 && seconds <= 3_600;

/** The chosen clock; null for none, undefined for an invalid one. */
export function clockOf(choice: ClockChoice): NonNullable<NewGame["clock"]> | null | undefined {
  const { preset } = choice;
  if (preset === "none") return null;
  const [minutes = "", increment = ""] = preset === "custom" ? [choice.minutes, choice.increment] : preset.split("+");
  const clock = { initial_seconds: Math.round(numberIn(minutes) * 60), increment_seconds: numberIn(increment) };
  return isInitial(clock.initial_seconds) && isIncrement(clock.increment_seconds) ? clock : undefined;
}
