import type { Readable } from "node:stream";

/** Most characters of a line, and of all lines of one answer. A search of our levels prints some ten thousand. */
const LONGEST_LINE = 64 * 1024;
const LONGEST_ANSWER = 2 * 1024 * 1024;

/**
 * Reads a program's lines. A program that prints an endless line, or lines without end, is broken: then `broken` is
 * called once with the reason, and nothing more is read.
 */
export function readOutput(
  stdout: Readable,
  { line, broken }: { readonly line: (text: string) => void; readonly broken: (reason: string) => void },
) {
  let rest = "";
  let printed = 0;
  const giveUp = (reason: string) => {
    stdout.off("data", read);
    stdout.destroy();
    rest = "";
    broken(reason);
  };
  const read = (chunk: string) => {
    printed += chunk.length;
    if (printed > LONGEST_ANSWER) return giveUp(`it printed more than ${LONGEST_ANSWER} characters for one answer`);
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > LONGEST_LINE) return giveUp(`it printed a line of more than ${LONGEST_LINE} characters`);
    // White space around a line means nothing (UCI), nor does the carriage return of Windows.
    for (const text of lines) line(text.trim());
  };
  stdout.on("error", () => {});
  stdout.setEncoding("utf8").on("data", read);
  return {
    /** A new answer begins: what was printed so far no longer counts. */
    begin: () => {
      printed = 0;
    },
  };
}
