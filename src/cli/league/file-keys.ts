import type { EntrantRequest } from "../../shared/entrants.ts";
import { modelProviders, ownAddresses, usualKeys } from "../../shared/model-providers.ts";
import { accept, invalid, type Result } from "../../shared/result.ts";

/** A key that may be sent to an address, even if a file that somebody else may have written says so. */
export interface AllowedKey {
  readonly name: string;
  /** `https://proxy.example` */
  readonly origin: string;
}

/** Reads `--allow-key NAME@ADDRESS`, as often as it is given. */
export function readAllowedKeys(texts: readonly string[]): Result<readonly AllowedKey[]> {
  const allowed: AllowedKey[] = [];
  for (const text of texts) {
    const [, name, address = ""] = /^([A-Za-z_]\w*)@(https?:\/\/[^\s/]+\S*)$/.exec(text) ?? [];
    const origin = originOf(address);
    if (name === undefined || origin === null)
      return invalid(
        `--allow-key takes NAME@ADDRESS, such as WORK_KEY@https://api.openai.com, not ${JSON.stringify(text.slice(0, 80))}.`,
      );
    allowed.push({ name, origin });
  }
  return accept(allowed);
}

/**
 * The reason why an entrant of a file must not use its key; null where it may. A shared file could name any variable of
 * the environment, and any address to send it to: a provider's usual key goes to that provider, and the person has to
 * allow everything else.
 */
export function keyObjection(entrant: EntrantRequest, allowed: readonly AllowedKey[]): string | null {
  if (entrant.kind !== "llm") return null;
  const name = entrant.key_env ?? usualKeys[entrant.provider];
  // Without an address, or a key, there is nothing to send, or nowhere; the host refuses the first.
  const origin = originOf(entrant.base_url ?? ownAddresses[entrant.provider]);
  if (name === null || origin === null) return null;
  const isOwn = modelProviders.some((each) => usualKeys[each] === name && originOf(ownAddresses[each]) === origin);
  if (isOwn || allowed.some((each) => each.name === name && each.origin === origin)) return null;
  return `${name} would be sent to ${origin}, and that is not the key of a provider for its own address. If you want that, add --allow-key ${name}@${origin}`;
}

const originOf = (address: string): string | null => URL.parse(address)?.origin ?? null;
