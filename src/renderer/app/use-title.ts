import { useEffect } from "preact/hooks";
import { invitations } from "../invitations/invitations.ts";
import * as strings from "./strings.ts";

/** Names the page in the window's title and the browser's history, with a call to a waiting match in front. */
export function useTitle(title: string | null): void {
  const waiting = invitations.value.length;
  useEffect(() => {
    const named = title === null ? strings.kibitz : strings.kibitzTitle(title);
    document.title = waiting === 0 ? named : strings.yourMatch(waiting, named);
  }, [title, waiting]);
}
