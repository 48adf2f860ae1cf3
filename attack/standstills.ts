// `npm run attack -- standstill --minutes 10`: has the built host miss so much time, frozen and by its system's clock, while
// every limit of time that there is runs, and prints who was charged for it.
import { numbersFor } from "../test/support/script-options.ts";
import { tempDir } from "../test/support/temp-dir.ts";
import { standstills, strikes } from "./standstill.ts";
import { createTally } from "./tally.ts";

const { minutes } = numbersFor("attack -- standstill", { minutes: 10 });
using dir = tempDir();
const tally = createTally();
console.log(`Missing ${minutes} minutes, frozen and by the clock.`);
const tried = await standstills({ dir: dir.path, tally, missedMs: minutes * 60_000, which: strikes });
const limits = [...new Set(tried.map(({ limit }) => limit))];
console.log(["", "limit", ...strikes, ""].join(" | ").trim());
console.log(`|---|${strikes.map(() => "---").join("|")}|`);
for (const limit of limits) {
  const charged = strikes.map(
    (strike) => tried.find((each) => each.limit === limit && each.strike === strike)?.charged ?? "not tried",
  );
  console.log(["", limit, ...charged, ""].join(" | ").trim());
}
console.log(tally.table());
process.exitCode = tally.failures.length > 0 ? 1 : 0;
