import { isJSONRPCErrorResponse, type JSONRPCMessage } from "@modelcontextprotocol/server";
import { z } from "zod";
import { jsonIn } from "../../shared/fields.ts";
import { type Known, unknownTool } from "./unknown-tool.ts";

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
export function inPlainWords(message: JSONRPCMessage, tools: readonly Known[]): JSONRPCMessage {
  // Skips the schemas for messages without an error.
  if (!("error" in message) || !isJSONRPCErrorResponse(message)) return message;
  const { error } = message;
  const asked = error.code === INVALID_PARAMS ? unknownName.exec(error.message)?.[1] : undefined;
  if (asked !== undefined) return { ...message, error: { ...error, message: unknownTool(asked, tools) } };
  const json = withIssues.exec(error.message)?.[1];
  const issues = json === undefined ? null : issuesIn(json);
  if (!issues) return message;
  return { ...message, error: { code: INVALID_PARAMS, message: `Invalid request. ${issues}` } };
}

function issuesIn(json: string): string | null {
  const read = issueSchema.safeParse(jsonIn(json));
  if (!read.success) return null;
  return read.data
    .slice(0, 5)
    .map(({ path, message }) => `${path.join(".")}: ${message}`)
    .join("; ");
}
