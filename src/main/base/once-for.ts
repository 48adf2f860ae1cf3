import type { Steps } from "../../shared/steps.ts";

/** The value of a key in a map, where it is made first if there is none. */
export function entryOf<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

/**
 * Computes a value of an object once, and keeps it as long as the object, which nobody changes. Further arguments do not
 * tell values apart: they are the same for an object each time.
 */
export function onceFor<Key extends object, Others extends readonly unknown[], Value>(
  compute: (key: Key, ...others: Others) => Value,
): (key: Key, ...others: Others) => Value {
  const cache = new WeakMap<Key, { readonly value: Value }>();
  return (key, ...others) => entryOf(cache, key, () => ({ value: compute(key, ...others) })).value;
}

/** The same in pieces. Two who ask at the same time both compute it. */
export function inPiecesOnceFor<Key extends object, Others extends readonly unknown[], Value>(
  compute: (key: Key, ...others: Others) => Steps<Value>,
): (key: Key, ...others: Others) => Steps<Value> {
  const cache = new WeakMap<Key, { readonly value: Value }>();
  return function* (key, ...others) {
    const entry = cache.get(key) ?? { value: yield* compute(key, ...others) };
    cache.set(key, entry);
    return entry.value;
  };
}
