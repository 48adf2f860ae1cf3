import type { Answer } from "./agents.ts";

/**
 * Throws where one half of an answer says what the other does not: the next call or the words in its place, the event,
 * what else there is to know, a refusal, an address or a secret for the person or the caller.
 */
export function checkHalves({ text, data }: Answer): void {
  if (!data || !("next_action" in data)) return;
  const { next_action: next, message = "", notes = [], error } = data;
  const structured = JSON.stringify(data);
  const lacks = (what: string) => {
    throw new Error(`${what}\n--- text\n${text}\n--- structured\n${structured}`);
  };
  const last = text.split("\n\n").at(-1) ?? "";
  const call =
    next && `${next.text ? `${next.text.replace(/[.:]$/, "")}: ` : ""}${next.tool} ${JSON.stringify(next.arguments)}`;
  if (next && !last.endsWith(`**Next Action:** ${call}`)) lacks("the text does not end with the next action");
  if (!next && !message.endsWith(last))
    lacks("the structured half does not say what there is in place of a next action");
  const event = next ? message : message.slice(0, message.length - last.length).trimEnd();
  // The tools that a game brings along have a message of their own.
  if (!("success" in data) && !text.startsWith(event)) lacks("the text does not begin with the message");
  for (const note of notes) if (!text.includes(`- ${note}`)) lacks(`the text lacks the note “${note}”`);
  if (error && !text.includes(error.message)) lacks("the text lacks the refusal");
  for (const field of ["board_url", "seat_token", "join_prompt", "entrant_token"])
    if (typeof data[field] === "string" && !text.includes(data[field])) lacks(`the text lacks ${field}`);
  for (const [url] of text.matchAll(/http:\/\/[\w.:]+\/game\/\d+/g))
    if (!structured.includes(url)) lacks(`the structured half lacks ${url}`);
}
