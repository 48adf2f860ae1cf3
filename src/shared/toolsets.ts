/** The sets of tools that a client can ask for by name. */
export const toolsetNames = ["play", "entrant", "league", "tictactoe", "analysis"] as const;
/** Those of a client that asks for none. */
export const defaultToolsets: readonly Toolset[] = ["play", "entrant"];
export type Toolset = (typeof toolsetNames)[number];

export const isToolset = (name: string): name is Toolset => toolsetNames.some((known) => known === name);
