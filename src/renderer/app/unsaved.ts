const checks = new Set<() => boolean>();

/** Has a check asked before the page is loaded anew without the person's asking: whether that would lose something. */
export function watchUnsaved(check: () => boolean): void {
  checks.add(check);
}

/** Whether loading the page anew would lose something: a field that was filled in, an open dialog, an unsaved study. */
export function isAnythingUnsaved(): boolean {
  if (document.querySelector("dialog[open]")) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
  return [...fields].some(({ value, defaultValue }) => value !== defaultValue) || [...checks].some((check) => check());
}
