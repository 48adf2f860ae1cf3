import type { Point, Rectangle } from "electron";
import { z } from "zod";

export const windowStateSchema = z.object({
  /** Where the window is when it is not maximised, in device-independent pixels. */
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof windowStateSchema>;

/** Where a window is to open: without x and y, in the middle of the main display. */
export type Placement = Omit<WindowState, "x" | "y"> & Partial<Pick<WindowState, "x" | "y">>;

export const smallestWindow = { width: 360, height: 480 };
const usualWindow = { width: 1180, height: 820, maximized: false };
/** Height of the strip that a window is moved by, and the least of its width to be in reach. */
const titleBar = { width: 120, height: 32 };

/** Where to open the window; `areas` are what each display leaves to windows, the main one first. */
export function placeOn(areas: readonly Rectangle[], state: WindowState | null): Placement {
  const display = state && areas.find((area) => isInReach(state, area));
  const area = display ?? areas[0];
  const { width, height, maximized } = state ?? usualWindow;
  const fitting = {
    width: Math.max(smallestWindow.width, Math.min(width, area?.width ?? width)),
    height: Math.max(smallestWindow.height, Math.min(height, area?.height ?? height)),
    maximized,
  };
  return display ? { ...fitting, x: state.x, y: state.y } : fitting;
}

/** Most that a window manager's frame shifts a window by, across and down, in device-independent pixels. */
const widestFrame = { x: 32, y: 96 };

/**
 * The shift of a window by its frame: where it was asked to stand is the frame's corner to most window managers of X11,
 * and where it is said to stand afterwards is its page's. Nothing where it stands further away: somebody moved it.
 */
export function frameShift(target: Point, actual: Point): Point {
  const [x, y] = [actual.x - target.x, actual.y - target.y];
  return Math.abs(x) <= widestFrame.x && Math.abs(y) <= widestFrame.y ? { x, y } : { x: 0, y: 0 };
}

/** Whether enough of the title bar is on a display for the person to take hold of it. */
function isInReach({ x, y, width }: WindowState, area: Rectangle): boolean {
  const across = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
  return across >= Math.min(titleBar.width, width) && y >= area.y && y + titleBar.height <= area.y + area.height;
}
