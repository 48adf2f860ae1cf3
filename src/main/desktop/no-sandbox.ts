import { existsSync, writeFileSync } from "node:fs";
import { app, dialog } from "electron";
import type { Log } from "../base/log.ts";

const message = "Kibitz’s pages run without Chromium’s sandbox here.";
const detail =
  "This system withholds what the sandbox is made of from programs that are not installed, as Ubuntu 23.10 and later " +
  "do. Kibitz shows nothing but its own pages, which load nothing from elsewhere. Installed from the deb, it has its sandbox.";

/**
 * Says where Chromium runs without its sandbox, as the script in an AppImage has it where the system refuses it the
 * namespaces: in the log at each start, and to the person once.
 * @param told a file that is there once the person wants to go on all the same
 * @returns whether to go on
 */
export async function goesOnWithoutSandbox(told: string, noWindow: boolean, log: Log): Promise<boolean> {
  if (!app.commandLine.hasSwitch("no-sandbox")) return true;
  log.warn(`${message} ${detail}`);
  if (noWindow || existsSync(told)) return true;
  const buttons = ["Go on", "Quit"];
  const { response } = await dialog.showMessageBox({
    type: "warning",
    title: "Kibitz",
    message,
    detail,
    buttons,
    cancelId: 1,
  });
  if (response !== 0) return false;
  writeFileSync(told, "", { mode: 0o600 });
  return true;
}
