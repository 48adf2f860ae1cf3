/** Elements that announce themselves to a screen reader. */
const landmarkSelector = 'section, fieldset, form, search, dialog, [role="tabpanel"], main';

/**
 * Keeps the keyboard's place. Where the focused element is removed, as a row or an answered offer is, the browser drops
 * the focus, and a screen reader starts at the top of the page. Instead, the focus goes to the nearest ancestor that is
 * left; an element that was only moved gets it back.
 */
export function keepFocus(): void {
  /** The focused element and its ancestors, from the inside out. */
  let focusPath: readonly HTMLElement[] = [];
  document.addEventListener("focusin", ({ target }) => {
    const out: HTMLElement[] = [];
    for (let each = target; each instanceof HTMLElement; each = each.parentElement) out.push(each);
    focusPath = out;
  });
  // A click beside all elements removes the focus on purpose.
  document.addEventListener("pointerdown", () => {
    focusPath = [];
  });
  new MutationObserver((changes) => {
    const [element] = focusPath;
    if (!element || document.activeElement !== document.body) return;
    if (!changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element)))) return;
    if (element.isConnected) element.focus({ preventScroll: true });
    else goOnAt(focusPath.find((each) => each.isConnected && each.matches(landmarkSelector)));
  }).observe(document.body, { childList: true, subtree: true });
}

function goOnAt(place: HTMLElement | undefined): void {
  if (!place) return;
  if (!place.hasAttribute("tabindex") && place.tabIndex < 0) {
    place.tabIndex = -1;
    place.addEventListener("blur", () => place.removeAttribute("tabindex"), { once: true });
  }
  place.focus({ preventScroll: true });
}

/** Events with which an action of the person on a page begins. */
export const actionEvents = ["keydown", "pointerdown"] as const;

/**
 * Puts the focus on the heading of the page that was gone to. Until that is there the page as a whole has it: its code, or
 * what it shows, may have to be fetched, and what says so is replaced. Whatever the person does meanwhile ends it.
 * @returns what ends it as well
 */
export function focusHeading(page: HTMLElement): () => void {
  const focus = () => (page.querySelector<HTMLElement>("h1[tabindex]") ?? page).focus({ preventScroll: true });
  const observer = new MutationObserver(() => {
    const { activeElement } = document;
    if (activeElement === page || activeElement === document.body) focus();
  });
  const end = () => {
    observer.disconnect();
    for (const act of actionEvents) removeEventListener(act, end, true);
  };
  for (const act of actionEvents) addEventListener(act, end, true);
  observer.observe(page, { childList: true, subtree: true });
  focus();
  return end;
}
