import { signal } from "@preact/signals";
import type { ComponentType } from "preact";

/** A page whose code is fetched when it is first shown. Draws nothing until then. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const component = signal<{ readonly draw: ComponentType<Props> } | null>(null);
  let started = false;
  return (props: Props) => {
    if (!started) {
      started = true;
      void load().then((draw) => {
        component.value = { draw };
      });
    }
    const Loaded = component.value?.draw;
    return Loaded ? <Loaded {...props} /> : null;
  };
}
