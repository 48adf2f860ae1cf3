/** Reports whether an element is visible, as far as the browser knows. */
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
