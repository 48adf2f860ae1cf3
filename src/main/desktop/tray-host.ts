import { execFile } from "node:child_process";
import { withoutAppImage } from "../../shared/app-image.ts";
import type { Log } from "../base/log.ts";
import { systemErrorCode } from "../data/data-dir.ts";

const watcher = "org.kde.StatusNotifierWatcher";
const path = "/StatusNotifierWatcher";
const property = "IsStatusNotifierHostRegistered";

/** Programs that can ask the session bus; every desktop has one of them, systemd's or GLib's. */
const questions = [
  `busctl --user get-property ${watcher} ${path} ${watcher} ${property}`,
  `gdbus call --session --dest ${watcher} --object-path ${path} --method org.freedesktop.DBus.Properties.Get ${watcher} ${property}`,
].map((line) => line.split(" "));

/** Milliseconds within which the bus is to answer. */
const PATIENCE_MS = 2_000;

/**
 * Whether the desktop shows trays. On Linux that is an optional part, missing in GNOME without an extension, and
 * Electron makes a tray all the same; without a bus the answer is no.
 */
export async function isTrayShown(log: Log): Promise<boolean> {
  if (process.platform !== "linux") return true;
  for (const question of questions) {
    const answer = await ask(question);
    if (answer !== null) return answer;
  }
  const programs = questions.map(([program]) => program).join(" nor ");
  log.warn(`neither ${programs} is here to ask whether the desktop has a tray: taken for one without`);
  return false;
}

/** Null where the program is missing. Without a bus, a watcher or an answer in time it is a no. */
function ask([program = "", ...args]: readonly string[]): Promise<boolean | null> {
  return new Promise((resolve) => {
    const options = { env: withoutAppImage(process.env), timeout: PATIENCE_MS };
    execFile(program, args, options, (error, stdout) => {
      if (systemErrorCode(error) === "ENOENT") resolve(null);
      else resolve(error === null && /\btrue\b/.test(stdout));
    });
  });
}
