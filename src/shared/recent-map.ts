/**
 * A map of the entries that were set last, so many at most: setting one more leaves out the oldest, for which `onDrop` is
 * called.
 */
export class RecentMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number;
  readonly #dropped: (key: Key) => void;

  constructor(most: number, onDrop: (key: Key) => void = () => {}) {
    super();
    this.#most = most;
    this.#dropped = onDrop;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    const [oldest] = this.keys();
    if (this.size > this.#most && oldest !== undefined && this.delete(oldest)) this.#dropped(oldest);
    return this;
  }
}
