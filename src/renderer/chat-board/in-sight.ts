/** Tells whether an element can be seen, as far as the browser knows of the windows around. */
export function sightOf(element: Element): () => Promise<void> {
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
