import "./installed.mjs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fingerprint, noteBuilt, root } from "./fingerprint.mjs";

async function build() {
  // To Vite they end a path.
  if (/[#?]/.test(root)) throw new Error(`Kibitz cannot be built where a folder has # or ? in its name: ${root}`);
  const { build: buildApplication } = await import("electron-vite");
  const { build: buildWithVite } = await import("vite");
  const before = await fingerprint();
  await rm(join(root, "out"), { recursive: true, force: true });
  await buildApplication({ logLevel: "warn" });
  await buildWithVite({ configFile: "vite.shim.config.ts", logLevel: "warn" });
  await buildWithVite({ configFile: "vite.chat-board.config.ts", logLevel: "warn" });
  await buildWithVite({ configFile: "vite.replay.config.ts", logLevel: "warn" });
  await noteBuilt(before);
  console.log("Built the application, its pages and the shim into out/.");
}

process.chdir(root);
try {
  await build();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
