import { glyphSign } from "../../shared/glyphs.ts";
import type { LineMove } from "../../shared/lines.ts";
import "./assistant-words.css";

/** The judgement and the comment of an assistant, marked as its own. */
export function AssistantWords({ note }: { note: LineMove["assistant"] }) {
  const { comment, nags = [] } = note ?? {};
  if (comment === undefined && nags.length === 0) return null;
  return (
    <span class="line-assistant">
      <span class="visually-hidden">Assistant: </span>
      {nags.map(glyphSign).join("")} {comment}{" "}
    </span>
  );
}
