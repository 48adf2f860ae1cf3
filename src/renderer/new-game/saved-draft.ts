import { pages } from "../../games/pages.ts";
import { fieldsOf, jsonIn } from "../../shared/fields.ts";
import { recall, remember } from "../ui/remember.ts";
import { type ClockChoice, clockPresets } from "./clocks.ts";
import { type Draft, firstDraft, type Pairing, pairings, sides } from "./draft.ts";

const KEY = "kibitz-new-game";

/** Stores the setup of the last game for the next one, without its options. */
export const saveDraft = ({ options: _, ...kept }: Draft): void => remember(KEY, JSON.stringify(kept));

/** The draft of the last game; the default for each part that is missing or invalid. */
export function savedDraft(): Draft {
  const kept = fieldsOf(jsonIn(recall(KEY) ?? "")) ?? {};
  return {
    game: pages.find(({ kind }) => kind === kept.game)?.kind ?? firstDraft.game,
    pairing: Object.keys(pairings).find((each): each is Pairing => each === kept.pairing) ?? firstDraft.pairing,
    side: sides.find((each) => each === kept.side) ?? firstDraft.side,
    level: levelIn(kept.level) ?? firstDraft.level,
    otherLevel: levelIn(kept.otherLevel) ?? firstDraft.otherLevel,
    names: namesIn(kept.names) ?? firstDraft.names,
    clock: clockIn(kept.clock) ?? firstDraft.clock,
    options: firstDraft.options,
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
  const known = clockPresets.find((each) => each.value === preset);
  if (!known || typeof minutes !== "string" || typeof increment !== "string") return null;
  return { preset: known.value, minutes: minutes.slice(0, 20), increment: increment.slice(0, 20) };
}
