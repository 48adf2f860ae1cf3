// `node scripts/host-table.ts`: writes the table of hosts in docs/connect.md from src/shared/mcp-hosts.json.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type McpHost, mcpHosts } from "../src/shared/mcp-hosts.ts";

const file = join(import.meta.dirname, "..", "docs", "connect.md");
const [BEGIN, END] = ["<!-- hosts: made by scripts/host-table.ts -->", "<!-- end of hosts -->"];

const unknown = "unknown";
const yes = (value: boolean | null) => (value === null ? unknown : value ? "yes" : "no");

function holdText({ holdSeconds, holdsByProgress }: McpHost): string {
  if (holdSeconds === null) return unknown;
  return `${holdSeconds.toLocaleString("en")} s${holdsByProgress ? ", with progress" : ""}`;
}

const formsText = ({ forms }: McpHost): string =>
  forms === null ? unknown : { shows: "yes", declines: "yes, or declined by the program", none: "no" }[forms];

const readsText = ({ reads, toolSearch }: McpHost): string =>
  [reads ?? unknown, ...(toolSearch ? ["tools by search"] : [])].join("; ");

function row(host: McpHost): string {
  const { title, since, wokenBy, apps, sameCalls, evidence, source } = host;
  const cells = [
    since === undefined ? title : `${title} from ${since}`,
    wokenBy,
    holdText(host),
    readsText(host),
    formsText(host),
    yes(apps),
    sameCalls === null ? "" : String(sameCalls),
    `${evidence}: ${source}`,
  ];
  return `| ${cells.join(" | ")} |`;
}

/** The table, between the lines that mark its place. */
export const hostTable = (): string =>
  [
    BEGIN,
    "| host | what wakes it | longest wait | its model reads | forms | MCP Apps | same calls | source |",
    "|---|---|---|---|---|---|---|---|",
    ...mcpHosts.map(row),
    END,
  ].join("\n");

/** The document with the table in its place. */
export function withHostTable(document: string): string {
  const [before, rest] = document.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`docs/connect.md lacks the line ${BEGIN} or ${END}`);
  return `${before}${hostTable()}${after}`;
}

if (import.meta.main) writeFileSync(file, withHostTable(readFileSync(file, "utf8")));
