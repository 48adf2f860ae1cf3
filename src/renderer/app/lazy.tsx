import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { untilAnswered } from "../api/until-answered.ts";
import { invitations } from "../invitations/invitations.ts";
import { Button } from "../ui/button.tsx";
import { gamesAddress } from "./address.ts";
import { loadPart } from "./load-part.ts";
import * as strings from "./strings.ts";

/**
 * A part of the pages whose code is fetched when it is first shown. Draws nothing until then, and `Missing` where the code
 * does not come; asks again when it is next shown, and when the host is back while it is shown.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType = MissingPart,
): ComponentType<Props> {
  const component = signal<{ readonly draw: ComponentType<Props> } | null>(null);
  const failed = signal(false);
  let shown = 0;
  const { ask: fetchCode } = untilAnswered(async () => {
    if (component.peek() || shown === 0) return true;
    try {
      component.value = { draw: await loadPart(load) };
      return true;
    } catch {
      failed.value = true;
      return false;
    }
  });
  return (props: Props) => {
    useLayoutEffect(() => {
      shown += 1;
      fetchCode();
      return () => {
        shown -= 1;
      };
    }, []);
    const Loaded = component.value?.draw;
    if (Loaded) return <Loaded {...props} />;
    return failed.value ? <Missing /> : null;
  };
}

/** Shown in the place of a part that did not come: the host is away, or brings another version by now. */
export function MissingPart() {
  return (
    <div class="page reading" role="alert">
      <p>{strings.partIsMissing}</p>
      <p>
        <Button label={strings.reload} onClick={() => location.reload()} />
      </p>
    </div>
  );
}

/** Names the page in the window's title and the browser's history, with a call to a waiting match in front. */
export function useTitle(title: string | null): void {
  const waiting = invitations.value.length;
  useEffect(() => {
    const named = title === null ? strings.kibitz : strings.kibitzTitle(title);
    document.title = waiting === 0 ? named : strings.yourMatch(waiting, named);
  }, [title, waiting]);
}

export function UnknownPage() {
  useTitle(strings.nothingHere);
  return (
    <div class="page reading">
      <h1 tabIndex={-1}>{strings.thereIsNothing}</h1>
      <p>
        <a href={gamesAddress.path({ query: "" })}>{strings.allGames}</a>
      </p>
    </div>
  );
}
