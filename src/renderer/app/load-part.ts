import { connection } from "../api/live.ts";
import { type Answer, failure } from "../api/request.ts";

const loadedParts = new WeakSet<() => Promise<unknown>>();
let hasAnyFailed = false;

/**
 * Fetches a part of the pages; fails where its code or its style is missing. A document in which one has failed is
 * loaded anew when a part is asked for again: browsers keep a module that failed to load for the life of its document
 * (HTML issue 10327; Chromium until 156, Firefox until 154, Safari), and the bundler asks for a style only once.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Answer<Part>> {
  const mayReload = hasAnyFailed && !loadedParts.has(load) && connection.peek() === "connected" && !isAnythingUnsaved();
  if (mayReload && isFirstReloadInMinute()) {
    location.reload();
    return new Promise(() => {});
  }
  try {
    const value = await load();
    loadedParts.add(load);
    return { ok: true, value };
  } catch {
    hasAnyFailed = true;
    return failure("CONNECTION_LOST", "A part of this page could not be loaded. Reload the page.");
  }
}

const RELOADED_KEY = "kibitz-reloaded";

/**
 * Returns false too where nothing can be stored: otherwise a part that is missing for good would reload the page
 * without end.
 */
function isFirstReloadInMinute(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_KEY));
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    return Math.abs(Date.now() - last) > 60_000;
  } catch {
    return false;
  }
}

const checks = new Set<() => boolean>();

/** Adds a check before a reload that the person did not ask for: whether it would lose anything. */
export function watchUnsaved(check: () => boolean): void {
  checks.add(check);
}

/** Whether a reload would lose anything: a filled-in field, an open dialog, an unsaved study. */
function isAnythingUnsaved(): boolean {
  if (document.querySelector("dialog[open]")) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
  return [...fields].some(({ value, defaultValue }) => value !== defaultValue) || [...checks].some((check) => check());
}
