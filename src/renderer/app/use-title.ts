import { useEffect } from "preact/hooks";

/** Names the page in the window's title and the browser's history. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? "Kibitz" : `${title} · Kibitz`;
  }, [title]);
}
