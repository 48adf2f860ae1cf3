import { accept, invalid, type Result } from "./result.ts";

/** The toolsets that a client can request by name; `game` is the part of `play` without which there is no game. */
export const toolsetNames = ["play", "game", "entrant", "league", "tictactoe", "analysis", "coach"] as const;
/** The toolsets of a client that requests none. */
export const defaultToolsets: readonly Toolset[] = ["play", "entrant"];
export type Toolset = (typeof toolsetNames)[number];

export const isToolset = (name: string): name is Toolset => toolsetNames.some((each) => each === name);

/**
 * The requested toolsets, such as `play`; the default ones for null, every one for `all`. Refuses an unknown name with
 * `INVALID_ARGUMENT`.
 */
export function readToolsets(text: string | null): Result<readonly Toolset[]> {
  if (text === null || text.trim() === "") return accept(defaultToolsets);
  if (text.trim() === "all") return accept(toolsetNames);
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !isToolset(name));
  if (unknown !== undefined)
    return invalid(
      `There is no toolset ${JSON.stringify(unknown.slice(0, 40))}. There are: ${toolsetNames.join(", ")}, or all`,
    );
  return accept(toolsetNames.filter((name) => names.includes(name)));
}
