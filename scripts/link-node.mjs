// `npm run prepare`, which npm runs after `npm ci`: has npm's scripts find the Node that came with the packages. npm 10
// links it, and takes the link away again with the packages of other platforms, whose programs have the same name.
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tooOldForNpm } from "./npm-node.mjs";

const { platform, arch } = process;
const modules = fileURLToPath(new URL("../node_modules", import.meta.url));
const name = platform === "win32" ? "node.exe" : "node";
const from = ["..", `node-${platform}-${arch}`, "bin", name];
const link = join(modules, ".bin", platform === "win32" ? "node.cmd" : "node");

const problem = tooOldForNpm(process.env["npm_config_user_agent"]);
if (problem !== null) {
  process.stderr.write(`kibitz: ${problem}\n`);
  process.exit(1);
}
// The link may be there and lead nowhere: then this fails, and says so.
if (existsSync(join(modules, ".bin", ...from)) && !existsSync(link)) {
  mkdirSync(join(modules, ".bin"), { recursive: true });
  if (platform !== "win32") symlinkSync(from.join("/"), link);
  else {
    writeFileSync(link, `@"%~dp0${from.join("\\")}" %*\r\n`);
    // For shells that are none of Windows' own.
    writeFileSync(join(modules, ".bin", "node"), `#!/bin/sh\nexec "$(dirname "$0")/${from.join("/")}" "$@"\n`);
    chmodSync(join(modules, ".bin", "node"), 0o755);
  }
}
