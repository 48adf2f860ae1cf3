// Packs the shim as an MCP bundle (.mcpb), and describes it for the MCP registry (server.json), into dist/ or the folder
// that is named. Needs what `npm run build` made. With --validate, server.json is held against its published schema.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { packExtension, validateManifest } from "@anthropic-ai/mcpb";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { startBundle } from "./bundle-start.mjs";
import { root } from "./fingerprint.mjs";
import { fillPackage, homepage, manifest, refuse, version } from "./package-contents.mjs";

const args = process.argv.slice(2);
const out = resolve(args.find((word) => !word.startsWith("--")) ?? join(root, "dist"));

const folder = join(out, "mcpb");
fillPackage(folder);
manifest.server.mcp_config.platform_overrides.win32.args[1] = startBundle;
writeFileSync(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);

const bundle = join(out, `kibitz-${version}.mcpb`);
if (!validateManifest(join(folder, "manifest.json"))) refuse("the manifest is not valid");
if (!(await packExtension({ extensionPath: folder, outputPath: bundle, silent: true }))) refuse("it was not packed");

/** Schema 2025-12-11. */
const server = {
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: "org.kibitz/kibitz",
  title: "Kibitz",
  description: manifest.description,
  version,
  packages: [
    {
      registryType: "mcpb",
      // Where .github/workflows/release.yml puts it.
      identifier: `${homepage}/releases/download/v${version}/${basename(bundle)}`,
      version,
      fileSha256: createHash("sha256").update(readFileSync(bundle)).digest("hex"),
      transport: { type: "stdio" },
    },
  ],
};
writeFileSync(join(out, "server.json"), `${JSON.stringify(server, null, 2)}\n`);
if (args.includes("--validate")) {
  const published = await fetch(server.$schema, { signal: AbortSignal.timeout(20_000) }).catch(() => null);
  if (!published?.ok) console.log(`- Not validated: ${server.$schema} cannot be had here.`);
  else {
    const validate = new AjvJsonSchemaValidator().getValidator(JSON.parse(await published.text()));
    const { valid, errorMessage } = validate(server);
    if (!valid) refuse(`server.json is not as its schema says: ${errorMessage}`);
    console.log("✓ server.json is as its schema says.");
  }
}
if (new URL(homepage).hostname.endsWith(".invalid"))
  console.log("- The homepage in package.json is a placeholder still: publish nothing with it.");
console.log(`Packed ${bundle}, and described it in server.json.`);
