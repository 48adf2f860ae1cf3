import type { Answer } from "../api/answer.ts";
import { toast } from "./toasts.tsx";

/** What a file is, by the ending of its name; others are plain text. */
const types: Readonly<Record<string, string>> = {
  ...{ pgn: "application/vnd.chess-pgn", csv: "text/csv", html: "text/html", json: "application/json" },
};

/** Lets the person keep a text as a file. A link to the host could not show who asks. */
export function saveFile(name: string, text: string): void {
  const type = types[name.slice(name.lastIndexOf(".") + 1)] ?? "text/plain";
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Saves what the host answers with, or says why there is nothing to save. */
export async function saveAnswer(name: string, asked: Promise<Answer<string>>): Promise<void> {
  const answer = await asked;
  if (answer.ok) saveFile(name, answer.value);
  else toast(answer.message, "problem");
}
