/** Parts of a page that say what they are. */
const places = 'section, fieldset, form, dialog, [role="tabpanel"]';

/**
 * Keeps the place of who works by keyboard or by ear. Where what has the focus goes away, as a row that is removed or an
 * offer that is answered, the browser leaves the focus nowhere, and a screen reader at the start of the page: it goes to
 * the nearest part around it that still stands. What was only put elsewhere has it again.
 */
export function keepFocus(): void {
  /** The focused element and its ancestors, from the inside out. */
  let around: readonly HTMLElement[] = [];
  document.addEventListener("focusin", ({ target }) => {
    const out: HTMLElement[] = [];
    for (let each = target; each instanceof HTMLElement; each = each.parentElement) out.push(each);
    around = out;
  });
  // A press beside everything takes the focus away on purpose.
  document.addEventListener("pointerdown", () => {
    around = [];
  });
  new MutationObserver((changes) => {
    const [focused] = around;
    if (!focused || document.activeElement !== document.body) return;
    if (!changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(focused)))) return;
    if (focused.isConnected) focused.focus({ preventScroll: true });
    else goOnAt(around.find((each) => each.isConnected && each.matches(places)));
  }).observe(document.body, { childList: true, subtree: true });
}

function goOnAt(place: HTMLElement | undefined): void {
  if (!place) return;
  if (place.tabIndex < 0) {
    place.tabIndex = -1;
    place.addEventListener("blur", () => place.removeAttribute("tabindex"), { once: true });
  }
  place.focus({ preventScroll: true });
}
