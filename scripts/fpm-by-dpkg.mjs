#!/usr/bin/env node
// Does for electron-builder what fpm would, as far as it asks for a deb: lays the files out and has dpkg-deb pack them.
// Where fpm itself cannot be fetched, `npm test -- deb` names this one in CUSTOM_FPM_PATH.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** @type {Map<string, string[]>} */
const given = new Map();
/** @type {[from: string, to: string][]} */
const files = [];
const words = process.argv.slice(2);
for (let word = words.shift(); word !== undefined; word = words.shift()) {
  if (word === "--force") continue;
  if (word.startsWith("-")) given.set(word, [...(given.get(word) ?? []), words.shift() ?? ""]);
  else {
    const parts = word.split("=");
    files.push([parts.slice(0, -1).join("="), parts.at(-1) ?? ""]);
  }
}
/** @param {string} flag */
const one = (flag) => given.get(flag)?.[0] ?? "";
if (one("-s") !== "dir" || one("-t") !== "deb") throw new Error("only a deb, and of a folder");

const root = mkdtempSync(join(tmpdir(), "kibitz-deb-"));
try {
  for (const [from, to] of files) {
    mkdirSync(dirname(join(root, to)), { recursive: true, mode: 0o755 });
    cpSync(from, join(root, to), { recursive: true, preserveTimestamps: true });
  }
  const control = join(root, "DEBIAN");
  mkdirSync(control, { mode: 0o755 });
  cpSync(one("--after-install"), join(control, "postinst"));
  cpSync(one("--after-remove"), join(control, "postrm"));
  execFileSync("chmod", ["755", join(control, "postinst"), join(control, "postrm"), root]);
  const [synopsis = "", ...rest] = one("--description").split("\n");
  const size = execFileSync("du", ["--summarize", "--apparent-size", "--block-size=1K", root], { encoding: "utf8" });
  const fields = {
    Package: one("--name"),
    Version: one("--version"),
    License: one("--license"),
    Vendor: one("--vendor"),
    Architecture: one("--architecture"),
    Maintainer: one("--maintainer"),
    "Installed-Size": size.split("\t")[0],
    Depends: (given.get("-d") ?? []).join(", "),
    Recommends: (given.get("--deb-recommends") ?? []).join(", "),
    Section: one("--category") || "default",
    Priority: one("--deb-priority"),
    Homepage: one("--url"),
    Description: [synopsis, ...rest.map((line) => ` ${line.trim()}`)].join("\n"),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  writeFileSync(join(control, "control"), lines.join(""));
  // Quickly: nobody downloads it.
  execFileSync("dpkg-deb", ["--root-owner-group", "-Zgzip", "-z1", "--build", root, one("--package")], {
    stdio: "pipe",
  });
} finally {
  rmSync(root, { recursive: true, force: true });
}
