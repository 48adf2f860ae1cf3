import { globSync } from "node:fs";
import { join } from "node:path";
import { root } from "./fingerprint.mjs";

const dist = join(root, "dist");
/** The packages of this machine's kind of processor. */
const own = process.arch === "arm64" ? "-arm64" : "";
const patterns = {
  linux: [`linux${own}-unpacked/kibitz`, own ? "*-arm64.AppImage" : "*-x86_64.AppImage"],
  darwin: [`mac${own}/Kibitz.app/Contents/MacOS/Kibitz`],
  win32: [`win${own}-unpacked/Kibitz.exe`],
}[String(process.platform)];

/** The programs that `npm run dist` packs on this platform, each with its path, or null where it is not there. */
export const packedPrograms = (patterns ?? []).map((pattern) => {
  const [found] = globSync(pattern, { cwd: dist });
  return { pattern, path: found === undefined ? null : join(dist, found) };
});
