// `npm run soak -- --minutes 10`: many agents, pages and leagues on one host, and whether it is at the end as at the start.
import { loadavg } from "node:os";
import { numbersFor } from "../../test/support/script-options.ts";
import { compare, report, slowestCalls } from "./report.ts";
import { soak } from "./soak.ts";

const usual = { minutes: 10, agents: 1_000, pages: 20, rate: 340, profile: 0 };
const about = `
With --profile 1, host and callers are sampled in the second and the last minute, and the report says what they did
during the slowest hundredth of the moves.
`;
const { minutes, agents, pages, rate, profile } = numbersFor("soak", usual, about);
console.log(
  `${agents} agents, half of them over HTTP and half over sockets, ${rate} moves a second in all, ${pages} pages; load ${(loadavg()[0] ?? 0).toFixed(1)}.`,
);
const { windows, leagues, problems, told } = await soak({
  agents,
  pages,
  rate,
  windows: minutes,
  windowMs: 60_000,
  leagueMs: 5_000,
  profiled: profile !== 0,
  say: (line) => void process.stderr.write(`${line}\n`),
});
console.log(report(windows));
console.log(slowestCalls(windows));
console.log(`${leagues} leagues, ${(told / 2 ** 20).toFixed(0)} MiB told to the pages.`);
const grown = compare(windows);
for (const line of [...problems, ...grown]) console.log(line);
process.exitCode = problems.length + grown.length > 0 ? 1 : 0;
