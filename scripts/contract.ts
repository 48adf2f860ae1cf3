// `node scripts/contract.ts`: writes test/mcp/contract.md, the contract with agents, from the titles of the tests that hold it.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { titlesIn } from "./lint/titles.ts";

const tests = join(import.meta.dirname, "..", "test");
const file = join(tests, "mcp", "contract.md");

/** The parts of the contract, each with its test files (names under `test/`, without `.test.ts`). */
const parts: Readonly<Record<string, readonly string[]>> = {
  "The protocol": ["mcp/surface", "mcp/eras", "mcp/http", "mcp/plain-errors", "mcp/closing"],
  "Toolsets and their size": ["mcp/lists", "mcp/tokens", "mcp/skills", "mcp/prompts"],
  "Seats, tokens, connections": ["mcp/seats", "mcp/persons-token", "mcp/person-name", "mcp/rights", "journeys/seats"],
  "The four ways a game runs": ["journeys/four-ways"],
  "Moves, claims, ends": ["mcp/arguments", "mcp/claims", "mcp/texts", "journeys/endings"],
  Answers: ["mcp/answers", "mcp/shapes", "mcp/halves", "mcp/told-once", "games/chess/words"],
  "Next actions never trap": ["mcp/next-actions", "mcp/traps", "mcp/obedience", "journeys/one-shim"],
  Waits: ["mcp/holds", "mcp/hosts", "journeys/waits"],
  Tasks: ["mcp/tasks", "journeys/tasks"],
  "Forms for a person": ["mcp/forms", "journeys/forms"],
  "Waking an agent": ["mcp/wakes"],
  "Watching and analysis": ["mcp/watching", "mcp/subscriptions", "mcp/analysis", "mcp/analysis.stockfish"],
  "The shared board": ["coach/tools"],
  Leagues: ["mcp/league"],
  "Tic-tac-toe's own tools": ["mcp/tictactoe"],
  "The chat board": ["chat-board/answers", "chat-board/wakes"],
  "Limits of a connection": ["mcp/call-limit", "mcp/back-pressure", "mcp/notifications-by-socket"],
};

const introduction = `<!-- made by scripts/contract.ts -->
# The contract with agents

Every rule that callers of the tools can rely on, as the titles of the tests that would fail without it; … stands for the cases of a test. Rarer ones are in the other tests of those folders. \`node scripts/contract.ts\` makes this page from the test files, which are named under \`test/\`. [Playing as an agent](../../docs/agents.md) explains the tools.
`;

/** The rules of a test file: the titles of its tests, a line each. */
function rulesOf(name: string): string {
  const path = `${name}.test.ts`;
  const titles = titlesIn(path, readFileSync(join(tests, path), "utf8")).filter(({ kind }) => kind === "test");
  // A title may have what Markdown would take for a tag.
  const lines = [...new Set(titles.map(({ title }) => `- ${title.replace(/[<*]/g, "\\$&")}`))];
  return `\`${path}\`\n\n${lines.join("\n")}\n`;
}

/** The text of contract.md. Throws where a part names a file that is not there, or none names a test file of test/mcp. */
export function contractText(): string {
  const named = new Set(Object.values(parts).flat());
  const unnamed = globSync("mcp/*.test.ts", { cwd: tests })
    .map((path) => path.replaceAll("\\", "/").replace(/\.test\.ts$/, ""))
    .filter((name) => !named.has(name) && name !== "mcp/contract");
  if (unnamed.length > 0) throw new Error(`Add ${unnamed.join(", ")} to a part of scripts/contract.ts`);
  const sections = Object.entries(parts).map(([title, names]) => `## ${title}\n\n${names.map(rulesOf).join("\n")}`);
  return [introduction, ...sections].join("\n");
}

/** The contract as it is stored. */
export const readContract = (): string => readFileSync(file, "utf8");

if (import.meta.main) writeFileSync(file, contractText());
