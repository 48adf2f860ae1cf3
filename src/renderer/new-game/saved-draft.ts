import { findPage } from "../../games/pages.ts";
import { type ClockChoice, clockPresets } from "./clocks.ts";
import { type Draft, firstDraft, pairings } from "./draft.ts";

const KEY = "kibitz-new-game";
const sides: readonly Draft["side"][] = ["first", "second", "random"];

/** Stores the setup of the last game for the next one, without positions and names. */
export function saveDraft({ game, pairing, side, level, otherLevel, names, clock }: Draft): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ game, pairing, side, level, otherLevel, names, clock }));
  } catch {
    // Without storage, the next one begins with the defaults.
  }
}

/** The draft of the last game; the default for each part that is missing or invalid. */
export function savedDraft(): Draft {
  const kept = read();
  const pairing = Object.keys(pairings).find((each): each is Draft["pairing"] => each === kept.pairing);
  const side = sides.find((each) => each === kept.side);
  const game = typeof kept.game === "string" ? findPage(kept.game)?.kind : undefined;
  return {
    ...firstDraft,
    ...(game === undefined ? {} : { game }),
    ...(pairing === undefined ? {} : { pairing }),
    ...(side === undefined ? {} : { side }),
    level: levelIn(kept.level) ?? firstDraft.level,
    otherLevel: levelIn(kept.otherLevel) ?? firstDraft.otherLevel,
    names: namesIn(kept.names) ?? firstDraft.names,
    clock: clockIn(kept.clock) ?? firstDraft.clock,
  };
}

function read(): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return fieldsOf(kept);
  } catch {
    return {};
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};

const levelIn = (value: unknown): number | null =>
  typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 10 ? value : null;

function namesIn(value: unknown): Draft["names"] | null {
  const [one, other]: readonly unknown[] = Array.isArray(value) ? value : [];
  return typeof one === "string" && typeof other === "string" ? [one.slice(0, 40), other.slice(0, 40)] : null;
}

function clockIn(value: unknown): ClockChoice | null {
  const { preset, minutes, increment } = fieldsOf(value);
  const known = clockPresets.find((each) => each.value === preset);
  if (!known || typeof minutes !== "string" || typeof increment !== "string") return null;
  return { preset: known.value, minutes: minutes.slice(0, 20), increment: increment.slice(0, 20) };
}
