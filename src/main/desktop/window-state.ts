import { type BrowserWindow, screen } from "electron";
import { jsonIn } from "../../shared/fields.ts";
import { readableText } from "../base/text-file.ts";
import { writeFileWhole } from "../data/data-dir.ts";
import { type Placement, placeOn, type WindowState, windowStateSchema } from "./placement.ts";

/** Milliseconds without a further change before the state is written. */
const SETTLING_MS = 400;

/** The placement that the file remembers, on the displays that there are. A file that cannot be read is none. */
export function readPlacement(file: string): Placement {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return placeOn(
    [main, ...others].map(({ workArea }) => workArea),
    readState(file),
  );
}

const readState = (file: string): WindowState | null =>
  windowStateSchema.safeParse(jsonIn(readableText(file) ?? "")).data ?? null;

/** Keeps the file up to date until the window is closed. */
export function rememberPlacement(window: BrowserWindow, file: string): void {
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    clearTimeout(timer);
    const { x, y, width, height } = window.getNormalBounds();
    try {
      writeFileWhole(file, `${JSON.stringify({ x, y, width, height, maximized: window.isMaximized() })}\n`);
    } catch {
      // The next window opens in the usual place; nothing else is lost.
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(write, SETTLING_MS);
  };
  window.on("resize", soon);
  window.on("move", soon);
  window.on("maximize", soon);
  window.on("unmaximize", soon);
  window.on("close", write);
  window.on("closed", () => clearTimeout(timer));
}
