import { rm } from "node:fs/promises";
import { join } from "node:path";
import { build as buildApplication } from "electron-vite";
import { build as buildWithVite } from "vite";
import { fingerprint, noteBuilt, root } from "./fingerprint.mjs";

process.chdir(root);
const before = await fingerprint();
try {
  await rm(join(root, "out"), { recursive: true, force: true });
  await buildApplication({ logLevel: "warn" });
  await buildWithVite({ configFile: "vite.shim.config.ts", logLevel: "warn" });
  await buildWithVite({ configFile: "vite.chat-board.config.ts", logLevel: "warn" });
  await buildWithVite({ configFile: "vite.replay.config.ts", logLevel: "warn" });
  await noteBuilt(before);
  console.log("Built the application, its pages and the shim into out/.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
