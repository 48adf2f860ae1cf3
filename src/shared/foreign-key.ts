import { type ModelProvider, modelProviders, ownAddresses, usualKeys } from "./model-providers.ts";

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
