import { z } from "zod";
import { frozen } from "./frozen.ts";
import { modelProviders } from "./model-providers.ts";

/** A language model as a player: its provider, its prompt, and its price. Never its key. */
export const modelSettings = frozen({
  provider: z.enum(modelProviders),
  model: z.string(),
  /** Its URL; the provider's own where absent. */
  baseUrl: z.string().optional(),
  /** The name of its key, in the environment or the keychain; absent where it needs none. */
  key: z.string().optional(),
  temperature: z.number().optional(),
  /** The parts of a position that its prompt shows. */
  prompt: frozen({ board: z.boolean(), fen: z.boolean(), history: z.boolean(), legal: z.boolean() }),
  /**
   * Dollars for a million tokens; thinking counts as output, and cached input as input unless it has a price of its
   * own.
   */
  price: frozen({ input: z.number(), output: z.number(), cached: z.number().optional() }),
});
export type ModelSettings = z.infer<typeof modelSettings>;

/** The strategy of players that ask language models for their moves. */
export const BY_MODEL = "llm";

/** The name of a model: `anthropic/claude-sonnet-4-5`. */
export const nameOfModel = ({ provider, model }: Pick<ModelSettings, "provider" | "model">): string =>
  `${provider}/${model}`;

/** The settings of a player that moves by itself, one of these at most. None is the computer at its usual level. */
export const playerSettings = z.object({
  level: z.number().optional(),
  /** One of the game's strategies. */
  strategy: z.string().optional(),
  /** A UCI engine that the person added, by its name. */
  engine: z.string().optional(),
  /** The address of the MCP server that plays. */
  endpoint: z.string().optional(),
  model: modelSettings.optional(),
});
export type PlayerSettings = Readonly<z.infer<typeof playerSettings>>;
