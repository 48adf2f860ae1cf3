import type { Store } from "../../../src/main/store/store.ts";

/** Opens an empty store that is closed when the test is over. */
export type Open = () => Promise<Store>;
