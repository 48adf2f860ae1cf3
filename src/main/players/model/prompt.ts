import { definitionOf } from "../../../games/register.ts";
import { armageddonTerms } from "../../../shared/league-words.ts";
import type { PromptField } from "../../../shared/model-providers.ts";
import type { ModelSettings } from "../../../shared/player-settings.ts";
import type { MoveContext } from "../driver.ts";

/** A model's prompt: its role and the rules, and the position; all of it in `user` where the person wrote it. */
export interface ModelPrompt {
  readonly system?: string;
  readonly user: string;
}

/** The part of the input that a prompt is made from. */
export type PromptedOf = Pick<
  MoveContext,
  "kind" | "seat" | "view" | "options" | "legalMoves" | "legalShown" | "history" | "rejects" | "drawWinsFor"
> & {
  /** Whether the player may resign by its answer; absent where it may not. */
  readonly mayResign?: true;
};

/**
 * The prompt in the game's own words, with what the settings and the league allow; or in the person's, followed by the
 * terms of an Armageddon and what was wrong with earlier answers.
 */
export function promptFor(
  thought: PromptedOf,
  { prompt: choices, prompt_text: text }: Pick<ModelSettings, "prompt" | "prompt_text">,
  complaint: string | null,
): ModelPrompt {
  const { kind, seat, view, options, legalMoves, legalShown, history, rejects, drawWinsFor, mayResign } = thought;
  const { title, words } = definitionOf(kind);
  const fields: Readonly<Record<PromptField, string>> = {
    game: title,
    seat,
    rules: words.rules.trim(),
    board: words.board(view),
    fen: words.line(view),
    history: words.moves(options, history),
    legal: legalShown ? legalMoves.join(" ") : "",
    form: formOf(words.moveForm, mayResign),
  };
  const parts =
    text === undefined
      ? [
          ...(choices.board ? [fields.board] : []),
          ...(choices.fen ? [fields.fen] : []),
          ...(choices.history && history.length > 0 ? [`Moves so far: ${fields.history}`] : []),
          ...(choices.legal && legalShown ? [`Your legal moves:\n${fields.legal}`] : []),
        ]
      : [text.replace(/\{(\w+)\}/g, (field, name: string) => new Map(Object.entries(fields)).get(name) ?? field)];
  const terms = drawWinsFor === undefined ? [] : [`${armageddonTerms(drawWinsFor)}.`];
  const user = [...parts, ...terms, ...turnOf(seat, rejects, complaint)].join("\n\n");
  return text === undefined ? { system: roleIn(title, seat, words.rules, fields.form), user } : { user };
}

/** The request for the form in which an answer is read. */
export const ANSWER_FORM =
  "End your answer with a line of its own that says nothing but the move, in this form:\nMOVE: <your move>";

export const formOf = (moveForm: string, mayResign = false): string =>
  `Choose your move, ${moveForm}. ${ANSWER_FORM}${mayResign ? "\n\nMOVE: RESIGN resigns the game." : ""}`;

export const roleIn = (title: string, seat: string, rules: string, form: string): string =>
  [
    `You play ${title} as ${seat}, to win. You are asked for one move at a time.`,
    ...(rules === "" ? [] : [rules.trim()]),
    form,
  ].join("\n\n");

export const turnOf = (seat: string, rejects: MoveContext["rejects"], complaint: string | null): readonly string[] => [
  ...rejects.map(({ text, reason }) => `Your answer ${JSON.stringify(text)} was refused: ${reason}`),
  ...(complaint === null ? [] : [complaint]),
  `You are ${seat}, and it is your move.`,
];
