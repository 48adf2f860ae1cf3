import "../styles/tokens.css";
import "../styles/base.css";
import "./chat-board.css";
import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { drawings, findBoard } from "../../games/boards.ts";
import type { ChatBoardSeed } from "../../shared/chat-board.ts";
import { applyTheme, type Display, displayIn } from "./display.ts";
import { openGame } from "./game.ts";
import { parentWindow } from "./host/chat-host.ts";
import { findHost } from "./host/find-host.ts";
import { Page, type State } from "./page.tsx";
import { embeddedSeed } from "./seed.ts";

/** Reports the height that a page needs, now and whenever it changes. */
function followHeight(page: HTMLElement, isEmpty: () => boolean, report: (height: number) => void): () => void {
  let last = -1;
  const look = () => {
    const height = isEmpty() ? 0 : Math.ceil(page.getBoundingClientRect().height);
    if (height === last) return;
    last = height;
    report(height);
  };
  new ResizeObserver(look).observe(page);
  look();
  return look;
}

/** Reports whether an element is visible, as far as the browser knows. */
function sightOf(element: Element): () => Promise<void> {
  let visible = true;
  let waiting: (() => void)[] = [];
  new IntersectionObserver(([entry]) => {
    visible = entry?.isIntersecting ?? true;
    if (!visible) return;
    for (const resume of waiting) resume();
    waiting = [];
  }).observe(element);
  return () => (visible ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)));
}

const rootElement = document.getElementById("app") ?? document.body.appendChild(document.createElement("div"));
for (const draw of drawings) draw(rootElement);
const pageState = signal<State>({ kind: "waiting" });
const displaySignal = signal<Display>({ mode: "inline", modes: [] });
effect(() => {
  document.documentElement.dataset.mode = displaySignal.value.mode;
});
const whenVisible = sightOf(document.documentElement);
const embeddedBoard = embeddedSeed(document);
let isClosed = false;
/** The board that is shown last: a host may give the frame to another game, and may say the same twice. */
let lastSeed: ChatBoardSeed | null = null;

const hostSearch = findHost(parentWindow(window), embeddedBoard !== null, {
  onResult: (seed) => {
    if (seed) showSeed(seed);
    else if (pageState.value.kind === "waiting") pageState.value = { kind: "nothing" };
  },
  onContext: (context) => {
    applyTheme(document.documentElement, context);
    displaySignal.value = displayIn(context, displaySignal.value);
  },
  leaving: () => {
    isClosed = true;
  },
});

if (embeddedBoard) showSeed(embeddedBoard);
render(<Page state={pageState} display={displaySignal} />, rootElement);

void hostSearch.host.then((host) => {
  const look = followHeight(
    rootElement,
    () => pageState.value.kind === "nothing",
    (height) => {
      // In full screen, the page is as high as the window.
      if (displaySignal.peek().mode === "inline") host.resize(height);
    },
  );
  effect(() => {
    pageState.value;
    look();
  });
});

function showSeed(seed: ChatBoardSeed): void {
  if (lastSeed?.state.game_id === seed.state.game_id) return;
  const play = findBoard(seed.state.game);
  if (!play) {
    pageState.value = { kind: "unknown" };
    return;
  }
  lastSeed = seed;
  const options = { seed, play, ...hostSearch, whenVisible, isClosed: () => isClosed || lastSeed !== seed };
  pageState.value = { kind: "game", game: openGame(options) };
}
