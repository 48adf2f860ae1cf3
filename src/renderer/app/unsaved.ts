const checks = new Set<() => boolean>();

/** Adds a check before a reload that the person did not ask for: whether it would lose anything. */
export function watchUnsaved(check: () => boolean): void {
  checks.add(check);
}

/** Whether a reload would lose anything: a filled-in field, an open dialog, an unsaved study. */
export function isAnythingUnsaved(): boolean {
  if (document.querySelector("dialog[open]")) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
  return [...fields].some(({ value, defaultValue }) => value !== defaultValue) || [...checks].some((check) => check());
}
