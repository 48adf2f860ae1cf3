import { z } from "zod";
import { modelProviders } from "./model-providers.ts";

/** A language model that plays: whose it is, how it is asked, and what it costs. Never its key. */
export const modelSettings = z
  .object({
    provider: z.enum(modelProviders),
    model: z.string(),
    /** Where it is asked; the provider's own address where absent. */
    baseUrl: z.string().optional(),
    /** The name under which its key is found, in the environment or the keychain; absent where it needs none. */
    key: z.string().optional(),
    temperature: z.number().optional(),
    /** The parts of a position that its prompt shows. */
    prompt: z.object({ board: z.boolean(), fen: z.boolean(), history: z.boolean(), legal: z.boolean() }).readonly(),
    /** Dollars for a million tokens; what it thinks counts as output, and what it read from the vendor's cache as input unless that has a price. */
    price: z.object({ input: z.number(), output: z.number(), cached: z.number().optional() }).readonly(),
  })
  .readonly();
export type ModelSettings = z.infer<typeof modelSettings>;

/** The strategy of players that ask language models for their moves. */
export const BY_MODEL = "llm";

/** How a model is called: `anthropic/claude-sonnet-4-5`. */
export const nameOfModel = ({ provider, model }: Pick<ModelSettings, "provider" | "model">): string =>
  `${provider}/${model}`;

/** How somebody plays who moves by itself. One of these at the most: none is the computer at its usual level. */
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
