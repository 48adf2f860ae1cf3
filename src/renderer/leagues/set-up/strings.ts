import { promptFieldNames } from "../../../shared/model-providers.ts";
import { quote } from "../../../shared/text.ts";
import { labelOptions } from "../../ui/field.tsx";

export const modelTexts = {
  command: { label: "Command", placeholder: "claude -p", hint: "It gets the prompt, and prints its move." },
  env: { label: "Environment variables for it", placeholder: "PATH, HOME" },
  prompt_by: { label: "Prompt as the last argument, not on standard input" },
  model: { label: "Model", placeholder: "as the provider names it" },
  base_url: { label: "Address", placeholder: "the provider’s own" },
  key_env: { label: "Name of the key" },
  temperature: { label: "Temperature", placeholder: "usual" },
  reasoning_effort: { label: "Thinking", placeholder: "low, medium, high …" },
  thinking_tokens: { label: "Tokens of thought", placeholder: "usual" },
  max_output_tokens: { label: "Tokens of an answer", placeholder: "usual" },
  seed: { label: "Seed", placeholder: "none" },
  votes: { label: "Answers for a move", placeholder: "1" },
  calls_at_once: { label: "Calls at once with the key", placeholder: "any" },
  tokens_per_minute: { label: "Tokens a minute with it", placeholder: "any" },
  prompt_text: { label: "Or a prompt of your own", hint: `With the fields ${promptFieldNames}.` },
  "price.input": { label: "$ per million in" },
  "price.cached": { label: "$ per million cached", placeholder: "as in" },
  "price.output": { label: "$ per million out" },
};
export const promptPartLabels = { board: "Board", fen: "FEN", history: "Moves so far", legal: "Legal moves" };
export const providerTitles = {
  anthropic: "Anthropic",
  openai: "OpenAI",
  google: "Google",
  "openai-compatible": "OpenAI-compatible",
};
/** `Allow Kibitz to run “claude” with “-p” for each move, …` */
export const runCommand = ([program = "", ...words]: readonly string[]) => {
  const options = words.length === 0 ? "" : ` with ${words.map(quote).join(" ")}`;
  return `Allow Kibitz to run ${quote(program)}${options} for each move, with your rights, on the computer it runs on`;
};

export const textFields = {
  name: { label: "Name" },
  secret: { label: "Secret", hint: "A finished league’s secret repeats its random choices.", placeholder: "drawn" },
  /** For rounds that are paired by score, a line each: pairs to be kept apart (`A | B`), and byes (`A | 2 | half`). */
  forbidden_pairs: {
    label: "Keep apart",
    hint: "A line for each group, such as Ada | Boole: they meet only if no other pairing is left.",
  },
  byes: {
    label: "Byes",
    hint: "A line for each: name, round, and half a point, none or a full one, such as Ada | 2 | half.",
  },
};
export const switchFields = {
  bestOf: { label: "End a match as soon as it is decided" },
  /** Whether each round that a late entry missed brings half a point. */
  lateForHalf: { label: "Half a point for each round that a late entry missed" },
  /** For a knockout: whether the games before the decider are played in pairs. */
  extraInPairs: { label: "These are played in pairs with the sides reversed" },
  lateByLot: { label: "Replace a late move with a random one instead of losing the game" },
  legalMoves: { label: "Legal moves", hint: "Tell assistants and models the legal moves" },
  resigning: { label: "Adjudicate losses by engine score" },
  drawing: { label: "Adjudicate draws by engine score" },
  /** Whether a sequential test ends a league of two entrants. */
  testing: {
    label: "Stop as soon as it is clear who is stronger",
    hint: "SPRT over pairs of games: is the first that much stronger than the second?",
  },
};
export const choiceFields = {
  /** For a knockout: the decider of a level match. */
  decider: {
    legend: "Level matches are decided by",
    options: labelOptions({ lot: "Drawing lots", armageddon: "An Armageddon" }),
  },
  /** The positions from which games start: the usual one, the game's own suite, or a given one. */
  openings: {
    legend: "Openings",
    options: labelOptions({
      none: "Usual start",
      "built-in": "Known openings",
      shuffled: "Unfamiliar starts",
      mixed: "Both in turn",
      own: "My own",
    }),
  },
  /** The order of the openings. */
  order: {
    legend: "Order",
    options: labelOptions({ random: "Drawn from the seed", sequential: "In the file’s order" }),
  },
  policy: {
    legend: "A new opening",
    options: labelOptions({ pair: "A new one for each pair", round: "One per round" }),
  },
} as const;
export const numberFields = {
  games_per_match: { label: "Games per match" },
  rounds: { label: "Rounds", placeholder: "all" },
  "points.win": { label: "Points for a win" },
  "points.draw": { label: "Points for a draw" },
  "points.loss": { label: "Points for a loss" },
  "points.bye": { label: "Points for a bye" },
  "late_entries.rounds": {
    label: "Late entries, until round",
    placeholder: "none",
    hint: "Entrants may still join until that round is over.",
  },
  "decider.extra_games": { label: "Games before it", hint: "Until one is won." },
  "decider.extra_pairs": { label: "Pairs of games before it", placeholder: "none", hint: "Until one is won." },
  move_seconds: { label: "Time limit per move, seconds" },
  within: { label: "Interval to reach, Elo", placeholder: "200", hint: "From end to end, at 95%." },
  games: { label: "Games at most", placeholder: "200", hint: "Played in pairs with the sides reversed." },
  max_illegal: { label: "Illegal moves that lose a game", placeholder: "20", hint: "In one game." },
  invite_seconds: {
    label: "Time to show up, seconds",
    hint: "The match is lost if the player does not show up in time.",
  },
  misses: { label: "Missed matches allowed", hint: "An entrant is out after this many in a row." },
  longest_game: { label: "Maximum game length, moves", placeholder: "none", hint: "Then it is a draw, not rated." },
  "adjudication.resign.score": { label: "Centipawns behind" },
  "adjudication.resign.moves": { label: "For this many moves" },
  "adjudication.draw.score": { label: "Within centipawns" },
  "adjudication.draw.moves": { label: "For this many moves" },
  "adjudication.draw.after_move": { label: "After move" },
  "sprt.elo0": { label: "At most, in Elo" },
  "sprt.elo1": { label: "At least, in Elo" },
  "sprt.alpha": { label: "False positives, α" },
  "sprt.beta": { label: "False negatives, β" },
  concurrency: { label: "Matches at once" },
  seed: { label: "Seed", placeholder: "drawn", hint: "The same seed and secret give the same random choices." },
};
export const enterAllPoints = "Enter the points for a win, a draw and a loss, or none of them.";
