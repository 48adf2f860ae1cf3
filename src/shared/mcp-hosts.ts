import { z } from "zod";
import rows from "./mcp-hosts.json" with { type: "json" };

const hostSchema = z.strictObject({
  title: z.string(),
  /** The names that it gives of itself (`clientInfo.name`), in lower case; none where they are not known. */
  names: z.array(z.string()),
  /** The first version for which this holds; absent for all. */
  since: z.string().optional(),
  /** The event that starts a turn of its model when the opponent has moved, in words for the documents. */
  wokenBy: z.string(),
  /** Seconds for which a call may be held, less a margin; null where nobody knows. */
  holdSeconds: z.number().nullable().default(null),
  /** Whether that needs a report of progress every few seconds. */
  holdsByProgress: z.boolean().default(false),
  /**
   * How a call that takes long goes on while the model's turn ends, and wakes the model with its result: `tasks`, by
   * that extension, where the client declares it; `calls`, any call after two minutes. Null: not at all.
   */
  background: z.enum(["tasks", "calls"]).nullable().default(null),
  /** The half of an answer that its model reads; null where nobody knows. */
  reads: z.enum(["structured", "text", "both"]).nullable().default(null),
  /** Whether it shows pages that are embedded in an answer to the person, and not to the model. */
  showsPages: z.boolean().default(false),
  /** Forms for the person (elicitation); `declines`: it declares them and may answer them by itself. */
  forms: z.enum(["shows", "declines", "none"]).nullable().default(null),
  /** The board in the chat (MCP Apps). */
  apps: z.boolean().nullable().default(null),
  /** How often it takes the same call in a row; null where nobody knows a limit. */
  sameCalls: z.number().nullable().default(null),
  /** Whether tools are hidden behind a search. */
  toolSearch: z.boolean().default(false),
  /** Whether the program itself was played with, or others have reported this. */
  evidence: z.enum(["seen", "reported"]),
  /** The version, the day, and where it was reported. */
  source: z.string(),
});

/** An MCP host as far as it matters for a game: what its model reads, how long it waits, what wakes it. */
export type McpHost = z.infer<typeof hostSchema>;

/** The hosts of which something is known. Later versions of a host stand before earlier ones. */
export const mcpHosts: readonly McpHost[] = z.array(hostSchema).parse(rows);

/** The row of a program by its name for itself and its version; null for a host of which nothing is known. */
export function mcpHostOf(name: string | null, version = ""): McpHost | null {
  const key = name?.toLowerCase() ?? "";
  return (
    mcpHosts.find(({ names, since }) => names.includes(key) && (since === undefined || isFrom(version, since))) ?? null
  );
}

/** Whether a version is another one or later, by its numbers. */
const isFrom = (version: string, since: string): boolean => version.localeCompare(since, "en", { numeric: true }) >= 0;
