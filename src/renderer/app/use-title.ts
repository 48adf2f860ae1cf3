import { useEffect } from "preact/hooks";
import { invitations } from "../calls/calls.ts";

/** Names the page in the window's title and the browser's history; before that, that a match waits for the person. */
export function useTitle(title: string | null): void {
  const waiting = invitations.value.length;
  useEffect(() => {
    const named = title === null ? "Kibitz" : `${title} · Kibitz`;
    document.title = waiting === 0 ? named : `(${waiting}) Your match · ${named}`;
  }, [title, waiting]);
}
