import { globSync } from "node:fs";
import { join } from "node:path";
import { root } from "./fingerprint.mjs";

const dist = join(root, "dist");
const patterns = {
  linux: ["linux-unpacked/kibitz", "*.AppImage"],
  darwin: ["mac*/Kibitz.app/Contents/MacOS/Kibitz"],
  win32: ["win-unpacked/Kibitz.exe"],
}[String(process.platform)];

/** The programs that `npm run dist` packs on this platform, each with its path, or null where it is not there. */
export const packedPrograms = (patterns ?? []).map((pattern) => {
  const [found] = globSync(pattern, { cwd: dist });
  return { pattern, path: found === undefined ? null : join(dist, found) };
});
