/** Style sheets that did not come. The bundler asks for each of them only once, and draws without it from then on. */
const missing = new Set<HTMLLinkElement>();

/** Has `loadPart` know of the style sheets that do not come from now on. */
export function watchStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") missing.add(target);
  };
  document.addEventListener("error", note, { capture: true });
}

/** Fetches a part of the pages, with the styles that an earlier attempt did not get. Rejects where something is missing. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  await Promise.all([...missing].map(fetchAgain));
  return load();
}

function fetchAgain(link: HTMLLinkElement): Promise<unknown> {
  missing.delete(link);
  const again = document.createElement("link");
  again.rel = link.rel;
  again.href = link.href;
  const come = new Promise((resolve, reject) => {
    again.addEventListener("load", resolve);
    again.addEventListener("error", () => reject(new Error(`${link.href} did not come`)));
  });
  link.replaceWith(again);
  return come;
}
