/** The APIs of language models; many servers speak the last one, Ollama among them. */
export const modelProviders = ["anthropic", "openai", "google", "openai-compatible"] as const;
export type ModelProvider = (typeof modelProviders)[number];

/** The default URL of each provider; empty where there is none. */
export const ownAddresses: Readonly<Record<ModelProvider, string>> = {
  anthropic: "https://api.anthropic.com/v1",
  openai: "https://api.openai.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
  "openai-compatible": "",
};

/** The default name of a provider's key; null where none may be needed. */
export const usualKeys: Readonly<Record<ModelProvider, string | null>> = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
  google: "GOOGLE_GENERATIVE_AI_API_KEY",
  "openai-compatible": null,
};

/** How much a model thinks, in the words of the vendors' packages. */
export const reasoningEfforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

/** The fields of a prompt of one's own: parts of the position, as `{board}`, and what is asked for. */
export const promptFields = ["game", "seat", "rules", "board", "fen", "history", "legal", "form"] as const;
export type PromptField = (typeof promptFields)[number];
/** The same as they are written: `{game}, {seat}, …`. */
export const promptFieldNames = promptFields.map((name) => `{${name}}`).join(", ");
