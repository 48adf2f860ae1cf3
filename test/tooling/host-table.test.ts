import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withHostTable } from "../../scripts/host-table.ts";
import { mcpHostOf, mcpHosts } from "../../src/shared/mcp-hosts.ts";
import { projectDir } from "../support/host-process.ts";

test("the table of hosts in docs/connect.md is the one that Kibitz goes by", () => {
  const document = readFileSync(join(projectDir, "docs", "connect.md"), "utf8");
  expect(document, "run `node scripts/host-table.ts`").toBe(withHostTable(document));
});

test("a program is found by its name for itself and its version, and one that is not in the table by neither", () => {
  expect(mcpHostOf("claude-code", "2.1.328")).toMatchObject({ title: "Claude Code", background: "tasks" });
  expect(mcpHostOf("claude-code", "2.1.99")).toMatchObject({ title: "Claude Code", background: "calls" });
  expect(mcpHostOf("Codex-MCP-Client", "")).toMatchObject({ title: "Codex", reads: "structured" });
  for (const name of ["claude", "tester", "", null]) expect(mcpHostOf(name)).toBeNull();
  const names = mcpHosts.flatMap((host) => host.names.map((name) => `${name} ${host.since ?? ""}`));
  expect(new Set(names).size).toBe(names.length);
});
