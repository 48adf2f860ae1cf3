import { chmodSync, copyFileSync, cpSync, globSync, linkSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import builder from "../../electron-builder.config.ts";
import { projectDir } from "../support/host-process.ts";

/**
 * Lays the application out as an installation has it, Node in the place of the executable: it is what that is when the
 * shim or the headless host runs. Gives the folder of the resources.
 */
export async function install(folder: string): Promise<string> {
  const resources = join(folder, "resources");
  mkdirSync(resources, { recursive: true });
  for (const { from, to, filter } of builder.extraResources) {
    for (const name of globSync([...filter], { cwd: join(projectDir, from) })) {
      cpSync(join(projectDir, from, name), join(resources, to, name), { recursive: true });
    }
  }
  await builder.afterPack({ appOutDir: folder, packager: { projectDir, getResourcesDir: () => resources } });
  writeFileSync(join(resources, "app.asar"), "");
  const executable = join(folder, "kibitz");
  try {
    linkSync(process.execPath, executable);
  } catch {
    // The folder is on another disk.
    copyFileSync(process.execPath, executable);
  }
  return resources;
}

/** The script that starts the program in an AppImage of electron-builder's, where the system refuses user namespaces. */
const appRun = `#!/bin/sh
export PATH="$APPDIR:$APPDIR/usr/sbin:$PATH" LD_LIBRARY_PATH="$APPDIR/usr/lib"
for argument; do
  [ "$argument" = --no-sandbox ] && exec "$APPDIR/kibitz" "$@"
done
exec "$APPDIR/kibitz" --no-sandbox "$@"
`;

/** The runtime in front of an AppImage: mounts what is in it for as long as a process of it runs, and tells where. */
const runtime = (content: string) => `#!/bin/bash
APPDIR=$(mktemp -d '${dirname(content)}/.mount_XXXXXX')
cp -al '${content}/.' "$APPDIR"
export APPDIR APPIMAGE="$(readlink -f "$0")" ARGV0="$0" OWD="$PWD"
exec 9> >(cat > /dev/null; rm -rf "$APPDIR")
exec "$APPDIR/AppRun" "$@"
`;

/** Makes an AppImage in the folder, as far as a script can do what its runtime does; gives its path. */
export async function makeAppImage(folder: string): Promise<string> {
  const content = join(folder, "content");
  await install(content);
  const programs = { [join(content, "AppRun")]: appRun, [join(folder, "It's Kibitz.AppImage")]: runtime(content) };
  for (const [path, script] of Object.entries(programs)) {
    writeFileSync(path, script);
    chmodSync(path, 0o755);
  }
  return join(folder, "It's Kibitz.AppImage");
}
