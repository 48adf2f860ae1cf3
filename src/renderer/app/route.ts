import { batch, type ReadonlySignal, signal } from "@preact/signals";
import { missingCase } from "../../shared/result.ts";
import { acts } from "./focus-heading.ts";

/** The page that is open, with its parameters. */
export type Route =
  | { readonly page: "home" }
  /** The query of the address of finished games: `?list=finished&result=won`, or empty. */
  | { readonly page: "games"; readonly query: string }
  | { readonly page: "game"; readonly id: string }
  | { readonly page: "leagues" }
  | { readonly page: "league"; readonly id: string }
  | { readonly page: "entrant"; readonly id: string; readonly number: number }
  /** Null for the default game. */
  | { readonly page: "ratings"; readonly game: string | null }
  /** The query of the address of an analysis: `?game=4821&ply=12`, `?position=FEN`, `?pasted=N`, or empty. */
  | { readonly page: "analysis"; readonly query: string }
  | { readonly page: "settings" }
  | { readonly page: "connect" }
  | { readonly page: "about" }
  | { readonly page: "unknown" };

function readRoute(pathname: string, search = ""): Route {
  const id = /^\/game\/(\w{1,20})\/?$/.exec(pathname)?.[1];
  if (id !== undefined) return { page: "game", id };
  const [, league, entrant] = /^\/league\/(\w{1,20})(?:\/entrant\/(\d{1,5}))?\/?$/.exec(pathname) ?? [];
  if (league !== undefined)
    return entrant === undefined
      ? { page: "league", id: league }
      : { page: "entrant", id: league, number: Number(entrant) };
  const ratings = /^\/ratings(?:\/([\w-]{1,40}))?\/?$/.exec(pathname);
  if (ratings) return { page: "ratings", game: ratings[1] ?? null };
  switch (pathname.replace(/\/$/, "")) {
    case "":
    case "/index.html":
      return { page: "home" };
    case "/games":
      return { page: "games", query: search };
    case "/leagues":
      return { page: "leagues" };
    case "/analysis":
      return { page: "analysis", query: search };
    case "/settings":
      return { page: "settings" };
    case "/connect":
      return { page: "connect" };
    case "/about":
      return { page: "about" };
    default:
      return { page: "unknown" };
  }
}

export function pathOf(route: Exclude<Route, { page: "unknown" }>): string {
  switch (route.page) {
    case "home":
      return "/";
    case "games":
      return `/games${route.query}`;
    case "game":
      return `/game/${route.id}`;
    case "leagues":
      return "/leagues";
    case "league":
      return `/league/${route.id}`;
    case "entrant":
      return `/league/${route.id}/entrant/${route.number}`;
    case "ratings":
      return route.game === null ? "/ratings" : `/ratings/${route.game}`;
    case "analysis":
      return `/analysis${route.query}`;
    case "settings":
      return "/settings";
    case "connect":
      return "/connect";
    case "about":
      return "/about";
    default:
      return missingCase(route);
  }
}

/** The page of a game; for a study, that of its analysis. */
export const gamePath = ({ game_id, study }: { readonly game_id: string; readonly study: string | null }): string =>
  study === null ? `/game/${game_id}` : `/analysis?game=${game_id}`;

const current = signal<Route>(readRoute(location.pathname, location.search));
export const route: ReadonlySignal<Route> = current;

const visitCount = signal(0);
/** The number of navigations. A changed address of the same page does not count. */
export const visits: ReadonlySignal<number> = visitCount;

const placeOf = (of: Route): string => (of.page === "unknown" ? of.page : pathOf(of));

/** Shows the page for the address. */
function arrive(): void {
  const next = readRoute(location.pathname, location.search);
  batch(() => {
    if (placeOf(next) !== placeOf(current.peek())) visitCount.value += 1;
    current.value = next;
  });
}

/** Goes to a page of the application, as a link would. */
export function navigate(path: string): void {
  if (path !== location.pathname + location.search) {
    history.replaceState({ scroll: scrollY }, "");
    history.pushState(null, "", path);
  }
  stopReturning();
  arrive();
  scrollTo(0, 0);
}

/** Replaces the address of the shown page, without a step in the history. */
export function replacePath(path: string): void {
  history.replaceState(history.state, "", path);
  current.value = readRoute(location.pathname, location.search);
}

const scrollOf = (state: unknown): number =>
  typeof state === "object" && state !== null && "scroll" in state && typeof state.scroll === "number"
    ? state.scroll
    : 0;

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
  const scrolled = () => {
    if (scrollY !== last) stopReturning();
  };
  const stop = () => {
    observer.disconnect();
    window.removeEventListener("scroll", scrolled);
    for (const act of acts) window.removeEventListener(act, stop, true);
  };
  stopReturning = stop;
  window.addEventListener("scroll", scrolled);
  for (const act of acts) window.addEventListener(act, stop, true);
  // The observer also calls at once, when cached content has been drawn.
  observer.observe(document.body);
}

/** Handles the history and the page's own links without loading a document. */
export function startRouting(): void {
  // The token has been removed from the address by now.
  current.value = readRoute(location.pathname, location.search);
  history.scrollRestoration = "manual";
  returnTo(scrollOf(history.state));
  // Browsers do not store the scroll position when the page is reloaded, and some fire only one of these events.
  for (const leaving of ["beforeunload", "pagehide"])
    window.addEventListener(leaving, () => history.replaceState({ scroll: scrollY }, ""));
  window.addEventListener("popstate", (event) => {
    arrive();
    returnTo(scrollOf(event.state));
  });
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || link.origin !== location.origin) return;
    if (link.target !== "" || link.hasAttribute("download")) return;
    if (link.hash !== "" || readRoute(link.pathname).page === "unknown") return;
    event.preventDefault();
    navigate(link.pathname + link.search);
  });
}
