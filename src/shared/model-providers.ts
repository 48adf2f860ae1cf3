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
