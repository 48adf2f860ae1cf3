/** The interfaces of language models; the last is spoken by many servers, Ollama among them. */
export const modelProviders = ["anthropic", "openai", "google", "openai-compatible"] as const;
export type ModelProvider = (typeof modelProviders)[number];

/** Where each provider is asked when nobody says; empty where there is no such address. */
export const ownAddresses: Readonly<Record<ModelProvider, string>> = {
  anthropic: "https://api.anthropic.com/v1",
  openai: "https://api.openai.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
  "openai-compatible": "",
};

/** The name under which a provider's key is looked for when nobody says; null where there may be none. */
export const usualKeys: Readonly<Record<ModelProvider, string | null>> = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
  google: "GOOGLE_GENERATIVE_AI_API_KEY",
  "openai-compatible": null,
};
