import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { settleLauncher } from "../../src/main/start/installation.ts";
import { tempDir } from "../support/temp-dir.ts";

// Launchers are shell scripts, and an AppImage is for Linux.
test.skipIf(process.platform === "win32")("a shim that starts while another version is settled is read whole", () => {
  using folder = tempDir();
  const packed = join(folder.path, "shim", "kibitz-mcp.mjs");
  mkdirSync(join(folder.path, "shim"));
  const settle = (shim: string) => {
    writeFileSync(packed, shim);
    return settleLauncher("/K.AppImage", join(folder.path, "launchers", "kibitz-mcp"), folder.path);
  };
  settle("the older shim, which is longer");
  const bin = join(folder.path, "bin");
  const opened = openSync(join(bin, "kibitz-mcp.mjs"), "r");
  const launcher = settle("the newer shim");
  const read = readFileSync(opened, "utf8");
  closeSync(opened);
  expect(read).toBe("the older shim, which is longer");
  expect(readFileSync(join(bin, "kibitz-mcp.mjs"), "utf8")).toBe("the newer shim");
  expect(statSync(launcher).mode & 0o777).toBe(0o700);
  expect(readdirSync(bin).sort()).toEqual(["kibitz-mcp", "kibitz-mcp.mjs"]);
});
