// Makes what stores are told of a release, beside its packages in dist/: a manifest for Flatpak, of the debs, and one for
// winget, of the installer for Windows. Each is made where its packages are; `npm run dist` runs it.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import builder from "../electron-builder.config.ts";
import packageJson from "../package.json" with { type: "json" };
import { root } from "./fingerprint.mjs";

/** A package of the release. */
export interface Release {
  readonly name: string;
  readonly arch: "x64" | "arm64";
  /** In hexadecimal, lower case. */
  readonly sha256: string;
}

const { version, homepage, description, license } = packageJson;
const id = builder.appId;
const addressOf = ({ name }: Release): string => `${homepage}/releases/download/v${version}/${name}`;

/** The manifest for Flatpak: the deb, laid out anew on Electron's base. */
export function flatpakManifest(debs: readonly Release[]) {
  const icon = "usr/share/icons/hicolor/512x512/apps/kibitz.png";
  const entry = `/app/share/applications/${id}.desktop`;
  return {
    id,
    runtime: "org.freedesktop.Platform",
    "runtime-version": "25.08",
    sdk: "org.freedesktop.Sdk",
    base: "org.electronjs.Electron2.BaseApp",
    "base-version": "25.08",
    command: "kibitz",
    "finish-args": [
      "--share=ipc",
      // Assistants and model players are reached over it.
      "--share=network",
      "--socket=wayland",
      "--socket=fallback-x11",
      "--socket=pulseaudio",
      "--device=dri",
      "--talk-name=org.freedesktop.Notifications",
      "--talk-name=org.freedesktop.secrets",
      "--talk-name=org.kde.StatusNotifierWatcher",
    ],
    modules: [
      {
        name: "kibitz",
        buildsystem: "simple",
        "build-commands": [
          "ar x kibitz.deb && tar xf data.tar.*",
          "cp -r opt/Kibitz /app/kibitz",
          "install -Dm755 kibitz.sh /app/bin/kibitz",
          `install -Dm644 ${icon} /app/share/icons/hicolor/512x512/apps/${id}.png`,
          `install -Dm644 usr/share/applications/kibitz.desktop ${entry}`,
          `desktop-file-edit --set-key=Exec --set-value="kibitz %U" --set-icon=${id} ${entry}`,
        ],
        sources: [
          ...debs.map((deb) => ({
            type: "file",
            "only-arches": [deb.arch === "x64" ? "x86_64" : "aarch64"],
            url: addressOf(deb),
            sha256: deb.sha256,
            "dest-filename": "kibitz.deb",
          })),
          { type: "script", "dest-filename": "kibitz.sh", commands: ['exec zypak-wrapper /app/kibitz/kibitz "$@"'] },
        ],
      },
    ],
  };
}

/** The three files of winget's manifest, by their names. */
export function wingetManifests(installers: readonly Release[]): Readonly<Record<string, object>> {
  const common = { PackageIdentifier: "Kibitz.Kibitz", PackageVersion: version };
  const form = (ManifestType: string) => ({ ManifestType, ManifestVersion: "1.6.0" });
  return {
    "Kibitz.Kibitz.yaml": { ...common, DefaultLocale: "en-GB", ...form("version") },
    "Kibitz.Kibitz.installer.yaml": {
      ...common,
      InstallerType: "nullsoft",
      Scope: "user",
      UpgradeBehavior: "install",
      FileExtensions: builder.fileAssociations.map(({ ext }) => ext),
      Protocols: builder.protocols.flatMap(({ schemes }) => schemes),
      Installers: installers.map((installer) => ({
        Architecture: installer.arch,
        InstallerUrl: addressOf(installer),
        InstallerSha256: installer.sha256.toUpperCase(),
      })),
      ...form("installer"),
    },
    "Kibitz.Kibitz.locale.en-GB.yaml": {
      ...common,
      PackageLocale: "en-GB",
      Publisher: "Kibitz maintainers",
      PackageName: builder.productName,
      PackageUrl: homepage,
      License: license,
      ShortDescription: description,
      ...form("defaultLocale"),
    },
  };
}

/** The packages in dist/ with this ending, by the names that the configuration gives them. */
function releasesIn(dist: string, ending: string): readonly Release[] {
  const names = existsSync(dist) ? readdirSync(dist).filter((name) => name.endsWith(ending)) : [];
  return names.map((name) => ({
    name: name.replaceAll(" ", "-"),
    arch: name.includes("arm64") ? "arm64" : "x64",
    sha256: createHash("sha256")
      .update(readFileSync(join(dist, name)))
      .digest("hex"),
  }));
}

if (import.meta.main) {
  const dist = join(root, builder.directories.output);
  const debs = releasesIn(dist, ".deb");
  if (debs.length > 0) writeFileSync(join(dist, `${id}.yml`), stringify(flatpakManifest(debs)));
  const installers = releasesIn(dist, ".exe");
  if (installers.length > 0) mkdirSync(join(dist, "winget"), { recursive: true });
  for (const [name, manifest] of installers.length > 0 ? Object.entries(wingetManifests(installers)) : [])
    writeFileSync(join(dist, "winget", name), stringify(manifest));
  console.log(`Made manifests for ${debs.length} debs and ${installers.length} installers in ${dist}.`);
}
