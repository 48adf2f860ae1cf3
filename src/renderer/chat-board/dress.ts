import { type Fields, isFields } from "./seed.ts";

/** Makes the page look like what is around it: theme, colours and type, as the host tells them. */
export function dress(root: HTMLElement, context: Fields): void {
  const { theme, styles, safeAreaInsets } = context;
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
