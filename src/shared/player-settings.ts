import { z } from "zod";
import { modelProviders, promptFieldNames, reasoningEfforts } from "./model-providers.ts";
import { whole } from "./schemas.ts";
import { struct } from "./struct.ts";

/**
 * The settings of a model's requests that are the person's to choose, by their names in requests, files and records. A
 * vendor need not take all of them: what it does not take is in `request`.
 */
export const modelChoices = {
  temperature: z.number().min(0).max(2).optional().describe("How freely it chooses its words."),
  reasoning_effort: z.enum(reasoningEfforts).optional().describe("How much it thinks."),
  thinking_tokens: whole(0, 1_000_000).optional().describe("Most tokens of thought for an answer."),
  max_output_tokens: whole(1, 1_000_000).optional().describe("Most tokens of an answer."),
  seed: whole(0, 2 ** 31 - 1)
    .optional()
    .describe("The seed of its random choices."),
  calls_at_once: whole(1, 256).optional().describe("Most calls at once with its key, of all players that use it."),
  tokens_per_minute: whole(1_000, 1_000_000_000).optional().describe("Most tokens a minute with its key, as above."),
  votes: whole(2, 9)
    .optional()
    .describe("Answers to ask for each move: the move that most of them name is played, of several the first."),
  prompt_text: z
    .string()
    .max(8_000)
    .superRefine((text, { addIssue }) => {
      const unknown = text.match(/\{\w+\}/g)?.find((field) => !promptFieldNames.includes(field));
      if (unknown !== undefined) addIssue(`it has no field ${unknown}. There are ${promptFieldNames}`);
      else if (!/\{(?:board|fen|history)\}/.test(text))
        addIssue(`one of {board}, {fen} and {history} must tell the position. There are ${promptFieldNames}`);
    })
    .optional()
    .describe(`The whole prompt, in your words, with the fields ${promptFieldNames}.`),
};

/** How a program is given the prompt: on standard input, or as its last argument. */
export const promptWays = ["stdin", "argument"] as const;

/** Those that a request carries beside the prompt. */
export const sentChoices = ["temperature", "reasoning_effort", "thinking_tokens", "max_output_tokens", "seed"] as const;

/** A program of a terminal that is started for each move, with the prompt. */
const commandSettings = struct({
  /** Its file and its arguments. */
  line: z.array(z.string()).readonly(),
  /** Whether it reads the prompt, or has it as its last argument. */
  prompt_by: z.enum(promptWays),
  /** The names of the variables that it has of this host's environment. */
  env: z.array(z.string()).readonly(),
});

/** A language model as a player: its provider, its prompt, and its price. Never its key. */
export const modelSettings = struct({
  provider: z.enum([...modelProviders, "command"]),
  model: z.string(),
  /** The program that is asked, where its provider is one. */
  command: commandSettings.optional(),
  /** Its URL; the provider's own where absent. */
  baseUrl: z.string().optional(),
  /** The name of its key, in the environment or the keychain; absent where it needs none. */
  key: z.string().optional(),
  ...modelChoices,
  /** The parts of a position that its prompt shows, where it has no `prompt_text`. */
  prompt: struct({ board: z.boolean(), fen: z.boolean(), history: z.boolean(), legal: z.boolean() }),
  /**
   * Dollars for a million tokens; thinking counts as output, and cached input as input unless it has a price of its
   * own.
   */
  price: struct({ input: z.number(), output: z.number(), cached: z.number().optional() }),
  /**
   * The content of a request beside the prompt, as JSON, and what the vendor's package leaves out or changes, in words:
   * as it was when the model was admitted.
   */
  request: struct({ sent: z.string(), notes: z.array(z.string()).readonly() }).optional(),
});
export type ModelSettings = z.infer<typeof modelSettings>;

/** The choices for a model beside its prompt, by name. */
export const chosenFor = (model: ModelSettings) =>
  ([...sentChoices, "votes"] as const).flatMap((name) =>
    model[name] === undefined ? [] : [[name, model[name]] as const],
  );

/** The strategy of players that ask language models for their moves. */
export const BY_MODEL = "llm";

/** The name of a model: `anthropic/claude-sonnet-4-5`. */
export const nameOfModel = ({ provider, model }: Pick<ModelSettings, "provider" | "model">): string =>
  `${provider}/${model}`;

/** The settings of a player that moves by itself, one of these at most. None is the computer at its usual level. */
export const playerSettings = z.object({
  level: z.number().optional(),
  /** The size of the errors of a player below the lowest level, in percentage points of the expected score. */
  errors: z.number().optional(),
  /** One of the game's strategies. */
  strategy: z.string().optional(),
  /** A UCI engine that the person added, by its name. */
  engine: z.string().optional(),
  /** The address of the MCP server that plays. */
  endpoint: z.string().optional(),
  model: modelSettings.optional(),
});
export type PlayerSettings = Readonly<z.infer<typeof playerSettings>>;
