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

const originOf = (address: string): string | null => URL.parse(address)?.origin ?? null;
/** An allowed key with the origin of its address. */
export function withOrigin(key: string): string {
  const [name] = key.split("@", 1);
  return `${name}@${originOf(key.slice(key.indexOf("@") + 1))}`;
}

/**
 * A model's key that is not one of a provider's for its own address, as an allowed key is written; null for all others.
 * The writer of a file or a request for somebody else could name any variable of the environment and any address.
 */
export function foreignKey(provider: ModelProvider, address = "", key = "") {
  const name = key.trim() || usualKeys[provider];
  // Without an address, or a key, there is nothing to send, or nowhere; the host refuses the first.
  const origin = originOf(address.trim() || ownAddresses[provider]);
  if (name === null || origin === null) return null;
  const isOwn = modelProviders.some((each) => usualKeys[each] === name && originOf(ownAddresses[each]) === origin);
  return isOwn ? null : { name, origin, text: `${name}@${origin}`, field: key.trim() ? "key_env" : "base_url" };
}
