import { homedir } from "node:os";
import { expect, test, vi } from "vitest";
import { shimCommand } from "../../src/main/base/shim-command.ts";
import { defaultDataDir } from "../../src/shared/instance.ts";

const argsIn = (dataDir: string) => shimCommand(dataDir, "/opt/Kibitz/kibitz-mcp").args;

test("the data folder is named unless the shim finds it by itself, whatever few variables it is handed", () => {
  vi.stubEnv("XDG_DATA_HOME", "");
  const usual = defaultDataDir(process.platform, process.env, homedir());
  expect(argsIn(usual)).toEqual([]);
  expect(argsIn("/srv/table")).toEqual(["--data-dir", "/srv/table"]);
  if (process.platform !== "linux") return;
  // The person's session sets it; an MCP host's children never hear of it.
  vi.stubEnv("XDG_DATA_HOME", "/data/of/a");
  expect(argsIn("/data/of/a/kibitz")).toEqual(["--data-dir", "/data/of/a/kibitz"]);
  expect(argsIn(usual)).toEqual([]);
});
