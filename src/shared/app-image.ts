import { attempt } from "./result.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The AppImage that this program runs from; null where it runs from none. What another AppImage, such as an editor's,
 * left in the surroundings of the programs that it started is not taken for ours.
 * @param execPath of this process, as the system names it: without links
 * @param realPath resolves links, and throws where there is no such path
 */
export function ownAppImage(execPath: string, env: Env, realPath: (path: string) => string): string | null {
  const { APPIMAGE, APPDIR } = env;
  if (!APPIMAGE || !APPDIR) return null;
  return attempt(() => execPath.startsWith(`${realPath(APPDIR)}/`), false) ? APPIMAGE : null;
}

/** Variables that the runtime of an AppImage, and its start script, set for the program. */
const runtimeVariables = ["APPIMAGE", "APPDIR", "ARGV0", "OWD"];
const pathVariables = ["PATH", "LD_LIBRARY_PATH", "XDG_DATA_DIRS", "GSETTINGS_SCHEMA_DIR"];

/** The environment without an AppImage's own variables: its folder is gone once it ends, and its libraries are not for other programs. */
export function withoutAppImage(env: Env): Record<string, string | undefined> {
  const { APPDIR } = env;
  const entries = Object.entries(env).filter(([name]) => !runtimeVariables.includes(name));
  if (!APPDIR) return Object.fromEntries(entries);
  const isTheirs = (path: string) => path === APPDIR || path.startsWith(`${APPDIR}/`);
  const environment = entries.map(([name, value]) => {
    if (!pathVariables.includes(name) || value === undefined) return [name, value];
    const paths = value.split(":").filter((path) => !isTheirs(path));
    return [name, paths.length === 0 ? undefined : paths.join(":")];
  });
  return Object.fromEntries(environment.filter(([, value]) => value !== undefined));
}
