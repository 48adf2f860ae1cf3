import { writeFileSync } from "node:fs";
import { app, Notification } from "electron";

export interface ClosingOptions {
  /** Whether Kibitz is to go on when its window is closed. */
  readonly staysInTray: () => boolean;
  /** A file that is there once the person has been told where Kibitz went. */
  readonly toldFile: string;
  readonly show: () => void;
}

/** Decides what closing the window means: the games go on in the tray, or Kibitz ends. */
export function closeToTray({ staysInTray, toldFile, show }: ClosingOptions): void {
  let notification: Notification | null = null;
  // Not told of windows that are closed because Kibitz quits.
  app.on("window-all-closed", () => {
    if (!staysInTray()) return app.quit();
    // On macOS every application goes on, and shows it in the dock.
    if (process.platform === "darwin" || !Notification.isSupported() || !isFirst(toldFile)) return;
    notification = new Notification({
      title: "Kibitz goes on in the tray",
      body: "Games and assistants play on. Quit from the tray’s menu; the settings can change what closing does.",
    });
    notification.on("click", () => show());
    notification.on("close", () => {
      notification = null;
    });
    notification.show();
  });
}

/** Whether the file was not there; it is now. One that cannot be written counts as there, or it would be told each time. */
function isFirst(file: string): boolean {
  try {
    writeFileSync(file, "", { flag: "wx", mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}
