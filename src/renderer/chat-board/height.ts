/** Reports the height that a page needs, now and whenever it changes. */
export function followHeight(page: HTMLElement, isEmpty: () => boolean, report: (height: number) => void): () => void {
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
