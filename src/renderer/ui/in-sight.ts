/**
 * Scrolls a box until an element in it is visible; to its start without one. Not by scrollIntoView, which would scroll
 * the page too.
 */
export function keepInSight(box: HTMLElement, part: HTMLElement | null): void {
  if (!part) {
    box.scrollTo(0, 0);
    return;
  }
  const { top, bottom } = part.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  if (top < frame.top) box.scrollTop += top - frame.top;
  else if (bottom > frame.bottom) box.scrollTop += bottom - frame.bottom;
}

/** The same for the shown move, keeping the focus in the box for keyboard users. */
export function walkTo(box: HTMLElement, move: HTMLElement | null): void {
  if (box.contains(document.activeElement)) move?.focus({ preventScroll: true });
  keepInSight(box, move);
}
