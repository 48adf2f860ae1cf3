/** Scrolls a box until a part of it is seen; to its start where there is none. Not with scrollIntoView, which would move the page as well. */
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

/** The same for a move that is walked to: who walks with the keys within the box keeps the focus on it. */
export function walkTo(box: HTMLElement, move: HTMLElement | null): void {
  if (box.contains(document.activeElement)) move?.focus({ preventScroll: true });
  keepInSight(box, move);
}
