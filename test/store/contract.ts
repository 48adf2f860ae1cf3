import { afterEach, describe } from "vitest";
import type { Store } from "../../src/main/store/store.ts";
import { commits } from "./contract/commits.ts";
import { competing } from "./contract/competing.ts";
import { history } from "./contract/history.ts";
import { leagues } from "./contract/leagues.ts";
import { positions } from "./contract/positions.ts";
import { reading } from "./contract/reading.ts";
import { subscribing } from "./contract/subscribing.ts";

/** The contract of every store. `make` gives a new and empty one each time. */
export function storeContract(name: string, make: () => Store | Promise<Store>): void {
  const opened: Store[] = [];
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  const open = async () => {
    const store = await make();
    opened.push(store);
    return store;
  };

  describe(name, () => {
    commits(open);
    competing(open);
    reading(open);
    history(open);
    positions(open);
    leagues(open);
    subscribing(open);
  });
}
