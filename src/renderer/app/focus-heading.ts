/** Events with which an action of the person on a page begins. */
export const acts = ["keydown", "pointerdown"] as const;

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
    for (const act of acts) removeEventListener(act, end, true);
  };
  for (const act of acts) addEventListener(act, end, true);
  observer.observe(page, { childList: true, subtree: true });
  focus();
  return end;
}
