import { definitionOf, findDefinition } from "../../../games/register.ts";
import { armageddonTerms } from "../../../shared/league-words.ts";
import type { ModelSettings } from "../../../shared/player-settings.ts";
import { clip } from "../../../shared/text.ts";
import type { MoveContext } from "../driver.ts";

/** A model's prompt: its role and the rules, and the position. */
export interface ModelPrompt {
  readonly system: string;
  readonly user: string;
}

/** The part of the input that a prompt is made from. */
export type PromptedOf = Pick<
  MoveContext,
  "kind" | "seat" | "view" | "options" | "legalMoves" | "legalShown" | "history" | "refused" | "drawWinsFor"
> & {
  /** Whether the player may resign by its answer; absent where it may not. */
  readonly mayResign?: true;
};

/** The prompt in the game's own words, with what the settings and the league allow. */
export function promptFor(thought: PromptedOf, told: ModelSettings["prompt"], complaint: string | null): ModelPrompt {
  const { kind, seat, view, options, legalMoves, legalShown, history, refused, drawWinsFor, mayResign } = thought;
  const { title, words } = definitionOf(kind);
  const parts = [
    ...(told.board ? [words.board(view)] : []),
    ...(told.fen ? [words.line(view)] : []),
    ...(told.history && history.length > 0 ? [`Moves so far: ${words.moves(options, history)}`] : []),
    ...(told.legal && legalShown ? [`Your legal moves:\n${legalMoves.join(" ")}`] : []),
    ...(drawWinsFor === undefined ? [] : [`${armageddonTerms(drawWinsFor)}.`]),
    ...turnOf(seat, refused, complaint),
  ];
  return {
    system: roleIn(title, seat, words.rules, words.moveForm, mayResign),
    user: parts.join("\n\n"),
  };
}

/** A position in another program's form. */
export interface ForeignPosition extends Pick<MoveContext, "seat" | "legalMoves" | "refused"> {
  /** The game that it names, if any. */
  readonly kind: string | null;
  /** Data that Kibitz does not read. */
  readonly state: unknown;
}

/** Most characters of such a position in a prompt. */
const LONGEST_STATE = 8_000;

/** The prompt for a position in another program's form: the model has to read it for itself. */
export function foreignPromptFor(position: ForeignPosition, complaint: string | null): ModelPrompt {
  const { kind, seat, legalMoves, refused, state } = position;
  const definition = kind === null ? null : findDefinition(kind);
  const [title, rules] = [definition?.title ?? kind ?? "a game", definition?.words.rules ?? ""];
  const parts = [
    `The position, as the league tells it:\n${clip(JSON.stringify(state), LONGEST_STATE)}`,
    ...(legalMoves.length > 0 ? [`Your legal moves:\n${legalMoves.join(" ")}`] : []),
    ...turnOf(seat, refused, complaint),
  ];
  return { system: roleIn(title, seat, rules, "one of the legal moves, as it is written"), user: parts.join("\n\n") };
}

/** The request for the form in which an answer is read. */
export const ANSWER_FORM =
  "End your answer with a line of its own that says nothing but the move, in this form:\nMOVE: <your move>";

const roleIn = (title: string, seat: string, rules: string, moveForm: string, mayResign = false): string =>
  [
    `You play ${title} as ${seat}, to win. You are asked for one move at a time.`,
    ...(rules === "" ? [] : [rules.trim()]),
    `Choose your move, ${moveForm}. ${ANSWER_FORM}`,
    ...(mayResign ? ["MOVE: RESIGN resigns the game."] : []),
  ].join("\n\n");

const turnOf = (seat: string, refused: MoveContext["refused"], complaint: string | null): readonly string[] => [
  ...refused.map(({ text, reason }) => `Your answer ${JSON.stringify(text)} was refused: ${reason}`),
  ...(complaint === null ? [] : [complaint]),
  `You are ${seat}, and it is your move.`,
];
