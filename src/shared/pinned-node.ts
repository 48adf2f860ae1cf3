/** The oldest Node that the host runs on. */
export const oldestNode = 24;

/** Where the Node is, from the folder of a checkout, that npm brings along with it (scripts/node/package.json). */
export const pinnedNode = (platform: string, arch: string): readonly string[] => [
  "node_modules",
  `node-${platform}-${arch}`,
  "bin",
  platform === "win32" ? "node.exe" : "node",
];
