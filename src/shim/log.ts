import { visibleLine } from "../shared/text.ts";

const levels = ["error", "warn", "info", "debug"] as const;
type Level = (typeof levels)[number];

export type Log = Record<Level, (message: string) => void>;

/** One line a call on standard error: standard output belongs to MCP. An unknown level counts as `info`. */
export function createLog(level: string | undefined): Log {
  const most = levels.indexOf(levels.find((name) => name === level?.toLowerCase()) ?? "info");
  const at = (name: Level) => (message: string) => {
    if (levels.indexOf(name) <= most) process.stderr.write(`kibitz-mcp ${name}: ${visibleLine(message)}\n`);
  };
  return { error: at("error"), warn: at("warn"), info: at("info"), debug: at("debug") };
}
