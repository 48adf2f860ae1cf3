import { accept, type Result, refuse } from "./result.ts";

/** The sets of tools that a client can ask for by name. */
export const toolsetNames = ["play", "entrant", "league", "tictactoe", "analysis"] as const;
/** Those of a client that asks for none. */
export const defaultToolsets: readonly Toolset[] = ["play", "entrant"];
export type Toolset = (typeof toolsetNames)[number];

export const isToolset = (name: string): name is Toolset => toolsetNames.some((known) => known === name);

/**
 * The toolsets a client asked for, such as `play`; those that are served by default for null, every one for `all`.
 * Refuses a name that is none (`INVALID_ARGUMENT`).
 */
export function readToolsets(text: string | null): Result<readonly Toolset[]> {
  if (text === null || text.trim() === "") return accept(defaultToolsets);
  if (text.trim() === "all") return accept(toolsetNames);
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !isToolset(name));
  if (unknown !== undefined)
    return refuse(
      "INVALID_ARGUMENT",
      `There is no toolset ${JSON.stringify(unknown.slice(0, 40))}. There are: ${toolsetNames.join(", ")}, or all`,
    );
  return accept(toolsetNames.filter((name) => names.includes(name)));
}
