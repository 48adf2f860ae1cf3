import type { GamePage, OptionField, ReadPosition } from "../../games/page.ts";
import { missingCase } from "../../shared/result.ts";
import type { GameKind, Options } from "../../shared/terms.ts";
import { type Answer, failure } from "../api/request.ts";

/** The texts in a game's fields, by name; a switch that is on has `on`. */
export type EnteredTexts = Readonly<Record<string, string>>;
export type OptionTexts = Readonly<Record<GameKind, EnteredTexts>>;
export const SWITCHED_ON = "on";

function firstText(field: OptionField): string {
  switch (field.kind) {
    case "number":
      return field.initial;
    case "switch":
      return field.initial ? SWITCHED_ON : "";
    case "position":
      return "";
    default:
      return missingCase(field);
  }
}

export const firstTexts = (fields: readonly OptionField[]): EnteredTexts =>
  Object.fromEntries(fields.map((field) => [field.name, firstText(field)]));

/** The value of one field; undefined where the game's default applies. */
async function readField(field: OptionField, text: string): Promise<Answer<unknown>> {
  switch (field.kind) {
    case "number": {
      const problem = field.problem(text);
      return problem === null ? { ok: true, value: Number(text) } : failure("INVALID_ARGUMENT", problem);
    }
    case "switch":
      return { ok: true, value: text === SWITCHED_ON };
    case "position": {
      const position = await readPosition(field, text);
      return position.ok ? { ok: true, value: position.value.value ?? undefined } : position;
    }
    default:
      return missingCase(field);
  }
}

/** Parses a pasted text as a position. */
export async function readPosition(field: PositionField, text: string): Promise<Answer<ReadPosition>> {
  try {
    return await field.parse(text);
  } catch {
    return failure("CONNECTION_LOST", "The part of this page that reads this could not be loaded. Reload the page.");
  }
}
export type PositionField = Extract<OptionField, { readonly kind: "position" }>;

/** The options from a game's fields, or the problem with the first invalid one. */
export async function readOptions(page: GamePage, texts: OptionTexts): Promise<Answer<Options>> {
  const options: Record<string, unknown> = {};
  for (const field of page.options) {
    const value = await readField(field, texts[page.kind]?.[field.name] ?? "");
    if (!value.ok) return value;
    if (value.value !== undefined) options[field.name] = value.value;
  }
  return { ok: true, value: options };
}
