import { quoteText } from "../rules/text.ts";

/** Why a game with such tags is none of ours, before anything of it is played; null where nothing is known against it. */
export function whyNotOurs(variant: string | undefined): string | null {
  const name = variant?.trim().toLowerCase() ?? "standard";
  if (["", "standard", "chess", "normal", "from position"].includes(name)) return null;
  return `only standard chess is played here, and this is ${quoteText(variant?.trim() ?? "")}.`;
}
