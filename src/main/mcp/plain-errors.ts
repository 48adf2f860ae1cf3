import { isJSONRPCErrorResponse, type JSONRPCMessage } from "@modelcontextprotocol/server";
import { z } from "zod";
import { jsonIn } from "../../shared/fields.ts";
import { cleanLine, clip } from "../../shared/text.ts";

const INVALID_PARAMS = -32602;
/** The SDK's form of an error: the request and every finding of its schemas, as JSON over many lines. */
const withIssues = /^(?:[^[]*: )?(\[\s*\{.*\}\s*\])$/s;
const issueSchema = z.array(z.looseObject({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }));

/** The SDK's message about an unknown tool. */
const unknownName = /^Tool (.*) not found$/s;

/**
 * Rewrites an error of the SDK's schemas as one line that names the mistake, and one about an unknown tool so that it
 * names the tool to call instead; returns any other message unchanged.
 */
export function inPlainWords(message: JSONRPCMessage, tools: readonly ToolName[]): JSONRPCMessage {
  // Skips the schemas for messages without an error.
  if (!("error" in message) || !isJSONRPCErrorResponse(message)) return message;
  const { error } = message;
  const name = error.code === INVALID_PARAMS ? unknownName.exec(error.message)?.[1] : undefined;
  if (name !== undefined) return { ...message, error: { ...error, message: unknownTool(name, tools) } };
  const json = withIssues.exec(error.message)?.[1];
  const issues = issueSchema.safeParse(jsonIn(json ?? "")).data ?? [];
  if (issues.length === 0) return message;
  const problems = issues.slice(0, 5).map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  return { ...message, error: { code: INVALID_PARAMS, message: `Invalid request. ${problems.join("; ")}` } };
}

/** The name and title of a tool. */
export interface ToolName {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** Longest name that the answer repeats, in characters. */
const longestName = 60;
/** Least similarity to a known tool, 0 to 1: below it, all tools are listed. */
const nearEnough = 0.25;

/** The answer to a call of an unknown tool: the nearest known one, or all of them, and the way back to a game. */
function unknownTool(unknown: string, tools: readonly ToolName[]): string {
  const name = clip(cleanLine(unknown.slice(0, 10 * longestName)), longestName);
  const nearest = nearestOf(name, tools);
  const instead = nearest
    ? `The nearest here is ${nearest.name} (${nearest.title})`
    : `There are: ${tools.map((tool) => tool.name).join(", ")}`;
  const leadsBack = nearest?.name !== "myGames" && tools.some((tool) => tool.name === "myGames");
  return `Tool ${name} not found. ${instead}.${leadsBack ? " To find your games, call myGames." : ""}`;
}

/** The words of a text, names in camel and snake case parted, in the singular. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => word.length > 1)
      .map((word) => word.replace(/s$/, "")),
  );

/**
 * The tool whose name, title or first sentence has most of the words, the first of equal ones. Words that few tools
 * have count most.
 */
function nearestOf(name: string, tools: readonly ToolName[]): ToolName | null {
  const ranking = tools.map((tool) => {
    const [sentence = ""] = tool.description.split(/[.:;]/);
    // Names are written without capitals as well.
    const words = wordsOf(`${tool.name} ${tool.name.toLowerCase()}`);
    return { tool, named: words, told: wordsOf(`${tool.title} ${sentence}`), score: 0 };
  });
  for (const word of wordsOf(name)) {
    const having = ranking.filter(({ named, told }) => named.has(word) || told.has(word));
    for (const each of having) each.score += (each.named.has(word) ? 2 : 1) / having.length;
  }
  const best = ranking.toSorted((one, other) => other.score - one.score)[0];
  return best && best.score >= nearEnough ? best.tool : null;
}
