import { signal } from "@preact/signals";
import type { ComponentType, RenderableProps } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { dueText } from "../../shared/due.ts";
import { untilAnswered } from "../api/until-answered.ts";
import { due } from "../due/due.ts";
import { Button } from "../ui/button.tsx";
import { gamesAddress } from "./address.ts";
import { loadPart } from "./load-part.ts";

/**
 * A part of the pages whose code is fetched when it is first shown. Draws nothing until then, and `Missing` where the code
 * does not come; asks again when it is next shown, and when the host is back while it is shown.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType = MissingPart,
): ComponentType<Props> {
  const component = signal<{ readonly draw: ComponentType<Props> } | null>(null);
  const hasFailed = signal(false);
  let version = 0;
  const { ask: fetchCode } = untilAnswered(async () => {
    if (component.peek() || version === 0) return true;
    const part = await loadPart(load);
    if (part.ok) component.value = { draw: part.value };
    else hasFailed.value = true;
    return part.ok;
  });
  return (props: Props) => {
    useLayoutEffect(() => {
      version += 1;
      fetchCode();
      return () => {
        version -= 1;
      };
    }, []);
    const Component = component.value?.draw;
    if (Component) return <Component {...props} />;
    return hasFailed.value ? <Missing /> : null;
  };
}

/** Shown in the place of a part that did not come: the host is away, or brings another version by now. */
export const MissingPart = () => (
  <div class="page reading" role="alert">
    <p>This part of Kibitz could not be loaded. Reload the page.</p>
    <p>
      <Button label="Reload" onClick={() => location.reload()} />
    </p>
  </div>
);

/** Names the page in the window's title and the browser's history, with what waits for the person around it. */
export function useTitle(title: string | null): void {
  const name = title === null ? "Kibitz" : `${title} · Kibitz`;
  const count = due.value.length;
  const fullTitle = count === 0 ? name : `(${count}) ${name} – ${dueText(due.value)}`;
  useEffect(() => {
    document.title = fullTitle;
  }, [fullTitle]);
}

/** Shown in the place of a page whose subject is missing, or still to come, with a link that leads on. */
export const MissingPage = (props: RenderableProps<{ title: string; text?: string; class?: string }>) => (
  <div class={props.class ?? "page reading"}>
    <h1 tabIndex={-1}>{props.title}</h1>
    {props.text !== undefined && <p role="status">{props.text}</p>}
    {props.children && <p>{props.children}</p>}
  </div>
);

export function UnknownPage() {
  useTitle("Nothing here");
  return (
    <MissingPage title="There is nothing at this address">
      <a href={gamesAddress.path({ query: "" })}>All games</a>
    </MissingPage>
  );
}
