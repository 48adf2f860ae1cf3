import { type Fields, isFields } from "../../shared/fields.ts";
import type { Mode } from "./host/chat-host.ts";

/** Applies the host's theme, colours and fonts to the page, and the height that it gives the frame at most. */
export function applyTheme(root: HTMLElement, context: Fields): void {
  const { theme, styles, safeAreaInsets, containerDimensions } = context;
  const { height, maxHeight: most = height } = isFields(containerDimensions) ? containerDimensions : {};
  if (typeof most === "number") root.style.setProperty("--most", `${most}px`);
  if (isFields(containerDimensions)) root.dataset.fits = String(typeof most === "number");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  const variables = isFields(styles) && isFields(styles.variables) ? styles.variables : {};
  for (const [name, value] of Object.entries(variables))
    if (name.startsWith("--") && typeof value === "string") root.style.setProperty(name, value);
  if (!isFields(safeAreaInsets)) return;
  for (const side of ["top", "right", "bottom", "left"] as const) {
    const inset = safeAreaInsets[side];
    if (typeof inset === "number") root.style.setProperty(`--inset-${side}`, `${inset}px`);
  }
}

/** The display mode of the page, and the modes that the host offers. */
export interface Display {
  readonly mode: Mode;
  readonly modes: readonly Mode[];
}

const displayModes: readonly Mode[] = ["inline", "fullscreen"];

/** The display that the host reports, or the changed parts of it. A floating window is as small as the chat. */
export const displayIn = ({ displayMode, availableDisplayModes }: Fields, before: Display): Display => ({
  mode: typeof displayMode === "string" ? (displayMode === "fullscreen" ? displayMode : "inline") : before.mode,
  modes: Array.isArray(availableDisplayModes)
    ? displayModes.filter((mode) => availableDisplayModes.includes(mode))
    : before.modes,
});
