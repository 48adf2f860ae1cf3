import { recordBy } from "../shared/fields.ts";
import { visibleLine } from "../shared/text.ts";

const levels = ["error", "warn", "info", "debug"] as const;

export type Log = Readonly<Record<(typeof levels)[number], (message: string) => void>>;

/** One line a call on standard error: standard output belongs to MCP. An unknown level counts as `info`. */
export function createLog(level: string | undefined): Log {
  const most = levels.indexOf(levels.find((name) => name === level?.toLowerCase()) ?? "info");
  return recordBy(levels, (name) => (message: string) => {
    if (levels.indexOf(name) <= most) process.stderr.write(`kibitz-mcp ${name}: ${visibleLine(message)}\n`);
  });
}
