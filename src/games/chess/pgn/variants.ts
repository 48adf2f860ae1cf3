import { quoteText } from "../rules/text.ts";

/** The reason to refuse a game because of its tags; null for none. */
export function whyNotOurs(variant: string | undefined): string | null {
  const name = variant?.trim().toLowerCase() ?? "standard";
  if (/^(?:|[?-]|(?:standard|normal|regular|orthodox)(?: chess)?|chess|from position)$/.test(name)) return null;
  return `only standard chess is played here, and this is ${quoteText(variant?.trim() ?? "")}.`;
}
