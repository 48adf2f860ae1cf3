import { isFields } from "../../../shared/fields.ts";
import { seedIn } from "../seed.ts";
import * as strings from "../strings.ts";
import type { ToolAnswer } from "./chat-host.ts";

/** Reads the result of a tool call; null if it is not one. */
export function readToolResult(result: unknown): ToolAnswer | null {
  if (!isFields(result)) return null;
  const { structuredContent, content, isError } = result;
  if (!isFields(structuredContent) && !Array.isArray(content)) return null;
  const error = isFields(structuredContent) ? structuredContent.error : undefined;
  if (isError !== true && !isFields(error))
    return { kind: "answered", structured: structuredContent, board: seedIn(result) };
  const { code, message } = isFields(error) ? error : { code: null, message: null };
  return {
    kind: "refused",
    code: typeof code === "string" ? code : null,
    message: typeof message === "string" ? message : (firstText(content) ?? strings.noReasonFromKibitz),
  };
}

function firstText(content: unknown): string | null {
  if (!Array.isArray(content)) return null;
  const block: unknown = content.find((each: unknown) => isFields(each) && typeof each.text === "string");
  return isFields(block) && typeof block.text === "string" ? block.text : null;
}
