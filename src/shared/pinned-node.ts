/** The oldest Node that the host runs on. */
export const oldestNode = 24;

/** The path of the Node that npm installs, from the folder of a checkout (scripts/node/package.json). */
export const pinnedNode = (platform: string, arch: string): readonly string[] => [
  "node_modules",
  `node-${platform}-${arch}`,
  "bin",
  platform === "win32" ? "node.exe" : "node",
];
