/** The sets of tools that a client can ask for by name. */
export const toolsetNames = ["play"] as const;
export type Toolset = (typeof toolsetNames)[number];
