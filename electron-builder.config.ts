import { readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";

/** What electron-builder tells of an application that it has laid out, as far as we ask. */
interface Packed {
  readonly appOutDir: string;
  readonly packager: { readonly projectDir: string; getResourcesDir(appOutDir: string): string };
}

const { homepage }: { readonly homepage: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, "package.json"), "utf8"),
);
/** The repository whose releases newer versions come from, once package.json names one as its homepage. */
const repository = /^https:\/\/github\.com\/([\w-]+)\/([\w.-]+)$/.exec(homepage);
/** Packages are made for both kinds of processors: nothing in them is compiled for one. */
const arch = ["x64", "arm64"];

/**
 * Installers, made by `npm run dist` on the platform that they are for. Nothing here signs: where a certificate is at
 * hand, electron-builder takes it from the environment (CSC_LINK, CSC_KEY_PASSWORD; APPLE_ID and the like to notarise).
 */
export default {
  appId: "org.kibitz.desktop",
  productName: "Kibitz",
  copyright: "Kibitz maintainers, GPL-3.0-or-later",
  directories: { output: "dist", buildResources: "resources" },
  // Links, badge and the window's icon find the application on Linux by the name of its .desktop file. A deb also names
  // the homepage in package.json, which server.json follows, too: there is none yet, and .invalid is reserved for saying so.
  extraMetadata: { desktopName: "kibitz.desktop", author: "Kibitz maintainers" },

  // Everything that runs is bundled into out/: no dependency is packed.
  asar: true,
  npmRebuild: false,
  files: [
    "out/**",
    "!out/fingerprint",
    "!out/files.json",
    "!out/shim",
    "!out/stockfish",
    "package.json",
    "LICENSE",
    "!node_modules/**",
  ],

  // Outside the archive stands what is opened as a file of its own: the engine and the shim run as further processes.
  extraResources: [
    { from: "out/stockfish", to: "stockfish", filter: ["*"] },
    { from: "out/shim", to: "shim", filter: ["kibitz-mcp.mjs"] },
    // What kind of modules these are would else be told by a package.json in some folder above.
    { from: "resources/module", to: "host", filter: ["package.json"] },
    { from: "resources/launchers", to: "launchers", filter: ["kibitz-mcp", "kibitz-mcp.cmd"] },
    { from: "resources/tray", to: "tray", filter: ["*.png", "*.ico"] },
    { from: "resources/icons", to: "icons", filter: ["512x512.png"] },
  ],

  /**
   * The host without a window, which plain Node runs and which reads no archive, stands beside the archive. It is none
   * of the extra resources, since what is named there is left out of the archive: the window's host is made of the same
   * files.
   */
  afterPack: async ({ appOutDir, packager }: Packed): Promise<void> => {
    const built = join(packager.projectDir, "out");
    const host = join(packager.getResourcesDir(appOutDir), "host");
    for (const part of ["main/headless.js", "main/chunks", "renderer", "chat-board", "replay"]) {
      await cp(join(built, part), join(host, part), { recursive: true });
    }
    // Where a person looks for it: beside the program, not only on the page About.
    const resources = packager.getResourcesDir(appOutDir);
    await cp(join(built, "renderer", "third-party.txt"), join(resources, "third-party.txt"));
    await cp(join(packager.projectDir, "LICENSE"), join(resources, "LICENSE"));
  },

  electronFuses: {
    // Setting a fuse breaks the seal of Electron's framework, and Apple's processors run nothing whose seal is broken:
    // it is sealed anew without a name, which a certificate, where there is one, then replaces by its own.
    resetAdHocDarwinSignature: true,
    // The engine and the shim are run by the application's own executable as plain Node (ELECTRON_RUN_AS_NODE), so that
    // nobody needs another one. Whoever can set our environment and start programs can do as much without us.
    runAsNode: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    onlyLoadAppFromAsar: true,
    // Electron checks it on macOS and Windows.
    enableEmbeddedAsarIntegrityValidation: true,
    grantFileProtocolExtraPrivileges: false,
    loadBrowserProcessSpecificV8Snapshot: false,
    // The window's pages come over app:, which has no cookies: encrypting none would only ask for the keychain.
    enableCookieEncryption: false,
  },

  protocols: [{ name: "Kibitz game", schemes: ["kibitz"] }],
  fileAssociations: [
    { ext: "pgn", name: "Chess games", mimeType: "application/vnd.chess-pgn", role: "Viewer" },
    { ext: "ggf", name: "Othello games", mimeType: "application/x-ggf", role: "Viewer" },
  ],
  // Where there is none, the updater has nowhere to ask, and says so.
  publish: repository ? { provider: "github", owner: repository[1], repo: repository[2] } : null,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills it in
  artifactName: "${productName}-${version}-${arch}.${ext}",

  // The AppImage runtime that needs no FUSE 2, which recent systems do not bring.
  toolsets: { appimage: "1.0.3" },
  linux: {
    target: ["AppImage", "deb"].map((target) => ({ target, arch })),
    executableName: "kibitz",
    icon: "resources/icons",
    category: "Game",
    synopsis: "The table at which AI agents, people and a chess engine play each other",
    maintainer: "Kibitz maintainers <maintainers@kibitz.invalid>",
    desktop: { entry: { Name: "Kibitz", Keywords: "chess;mcp;agent;", StartupWMClass: "kibitz" } },
  },
  deb: {
    // electron-builder's own list, and what Chromium loads its sound with: by its name since Ubuntu 24.04, or before.
    depends: [
      ...["libgtk-3-0", "libnotify4", "libnss3", "libxss1", "libxtst6", "xdg-utils", "libatspi2.0-0", "libuuid1"],
      ...["libsecret-1-0", "libasound2t64 | libasound2"],
    ],
    // Debian Policy 12.5: every package says here whose it is, and under which licence.
    fpm: [`${join(import.meta.dirname, "out", "renderer", "third-party.txt")}=/usr/share/doc/kibitz/copyright`],
  },
  win: { target: [{ target: "nsis", arch }], icon: "resources/icons/icon.ico" },
  nsis: { oneClick: true, perMachine: false, buildUniversalInstaller: false, deleteAppDataOnUninstall: false },
  mac: {
    // The updater takes the zip.
    target: ["dmg", "zip"].map((target) => ({ target, arch })),
    icon: "resources/icons/icon.icns",
    // Sealed without a name where there is no certificate: Apple's processors run nothing that has no seal at all.
    ...(process.env["CSC_LINK"] || process.env["CSC_NAME"] ? {} : { identity: "-" }),
    category: "public.app-category.board-games",
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements: "resources/entitlements.mac.plist",
    entitlementsInherit: "resources/entitlements.mac.plist",
  },
  dmg: { sign: false },
};
