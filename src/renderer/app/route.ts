import { batch, type ReadonlySignal, signal } from "@preact/signals";
import { fieldsOf } from "../../shared/fields.ts";
import type { Address } from "./address.ts";
import { actionEvents } from "./focus.ts";

/** Where the person is: a part of the address. */
interface PagePlace {
  readonly pathname: string;
  readonly search: string;
}

const currentPlace = (): PagePlace => ({ pathname: location.pathname, search: location.search });
const placeSignal = signal<PagePlace>(currentPlace());
export const place: ReadonlySignal<PagePlace> = placeSignal;

/** The parameters of a page that is open; null if another page is. */
export const paramsOf = <Params>({ parse }: Address<Params>, { pathname, search } = place.value): Params | null =>
  parse(pathname, search);

/** The canonical address of the page at an address; null if there is none. The register of pages provides it. */
type CanonicalPath = (pathname: string, search: string) => string | null;
let canonicalPath: CanonicalPath = () => null;

const visitCount = signal(0);
/** The number of navigations. A changed address of the same page does not count. */
export const visits: ReadonlySignal<number> = visitCount;

const pathOf = ({ pathname, search }: PagePlace): string | null => canonicalPath(pathname, search);

/** Shows the page for the address. */
function updatePlace(): void {
  const next = currentPlace();
  batch(() => {
    if (pathOf(next) !== pathOf(placeSignal.peek())) visitCount.value += 1;
    placeSignal.value = next;
  });
}

/** Goes to a page of the application, as a link would. */
export function navigate(path: string): void {
  if (path !== location.pathname + location.search) {
    rememberHere("scroll", scrollY);
    history.pushState(null, "", path);
  }
  stopReturning();
  updatePlace();
  scrollTo(0, 0);
}

/** Replaces the address of the shown page, without a step in the history. */
export function replacePath(path: string): void {
  history.replaceState(history.state, "", path);
  placeSignal.value = currentPlace();
}

/** A number that this step of the browser's history holds; null where it does not. */
export function recallHere(name: "scroll" | "ply"): number | null {
  const value = fieldsOf(history.state)?.[name];
  return typeof value === "number" ? value : null;
}

/** Stores a number with this step of the history, for a person who comes back to it. */
export const rememberHere = (name: "scroll" | "ply", value: number | null): void =>
  history.replaceState({ ...fieldsOf(history.state), [name]: value }, "");

let stopReturning = () => {};

/**
 * Scrolls to where a page was left as soon as the page is long enough, since its content may have to be fetched. Any
 * action of the person ends it.
 */
function returnTo(top: number): void {
  stopReturning();
  let last = scrollY;
  const observer = new ResizeObserver(() => {
    scrollTo(0, top);
    last = scrollY;
    if (Math.abs(last - top) < 1) stopReturning();
  });
  const onScroll = () => {
    if (scrollY !== last) stopReturning();
  };
  const stop = () => {
    observer.disconnect();
    window.removeEventListener("scroll", onScroll);
    for (const act of actionEvents) window.removeEventListener(act, stop, true);
  };
  stopReturning = stop;
  window.addEventListener("scroll", onScroll);
  for (const act of actionEvents) window.addEventListener(act, stop, true);
  // The observer also calls at once, when cached content has been drawn.
  observer.observe(document.body);
}

/** Handles the history and the page's own links without loading a document. */
export function startRouting(pages: CanonicalPath): void {
  canonicalPath = pages;
  // The token has been removed from the address by now.
  placeSignal.value = currentPlace();
  history.scrollRestoration = "manual";
  returnTo(recallHere("scroll") ?? 0);
  // Browsers do not store the scroll position when the page is reloaded, and some fire only one of these events.
  for (const leaving of ["beforeunload", "pagehide"])
    window.addEventListener(leaving, () => rememberHere("scroll", scrollY));
  window.addEventListener("popstate", () => {
    updatePlace();
    returnTo(recallHere("scroll") ?? 0);
  });
  let lastClick: Element | null = null;
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    // The second click of a double-click was not meant for a link that has come under the pointer since the first.
    if (link && event.detail > 1 && link !== lastClick) return event.preventDefault();
    lastClick = link;
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link === null || link.origin !== location.origin) return;
    if (link.target !== "" || link.hasAttribute("download")) return;
    if (link.hash !== "" || canonicalPath(link.pathname, "") === null) return;
    event.preventDefault();
    navigate(link.pathname + link.search);
  });
}
