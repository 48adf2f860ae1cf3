import { ratingText, scaleText } from "../../shared/league-words.ts";
import { version } from "../../shared/version.ts";
import { endText, figureRows, headline, type Measurement, rangeText } from "./text.ts";

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

/** A measurement as one self-contained page: no script, no font, no picture from elsewhere. */
export function pageOf(found: Measurement): string {
  const title = `${escaped(found.entrant)}: ${escaped(headline(found))}`;
  const rows = found.levels
    .filter(({ games }) => games > 0)
    .map(
      ({ name, elo, games, won, drawn, lost }) =>
        `<tr><th scope="row">${escaped(name)}</th><td>${[elo, games, won, drawn, lost].join("</td><td>")}</td></tr>`,
    );
  const facts = figureRows(found).map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
:root { color-scheme: light dark; --ink: #1d2327; --soft: #5c666d; --line: #d7dcdf; --mark: #0b6e4f; --ground: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ecee; --soft: #a4aeb4; --line: #3a4247; --mark: #5fd3a8; --ground: #171b1e; }
}
body { margin: 0 auto; max-width: 44rem; padding: 2rem 1.25rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.25rem; margin: 0; overflow-wrap: anywhere; }
.elo { font-size: 2.5rem; font-weight: 700; color: var(--mark); margin: 0; font-variant-numeric: tabular-nums; }
p { margin: .25rem 0; }
.soft, figcaption, footer, dt { color: var(--soft); }
figure { margin: 1.5rem 0; }
svg { width: 100%; height: auto; }
svg text { fill: var(--soft); font-size: 11px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .5rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child { text-align: left; font-weight: 500; }
dl { display: grid; grid-template-columns: minmax(8rem, auto) 1fr; gap: .35rem 1rem; margin: 1.5rem 0; }
dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 30rem) {
  svg text { font-size: 18px; }
  th, td { padding-inline: .2rem; }
  dl { grid-template-columns: minmax(6rem, auto) 1fr; }
}
footer { border-top: 1px solid var(--line); margin-top: 2rem; padding-top: .75rem; font-size: .875rem; }
</style>
</head>
<body>
<h1>${escaped(found.entrant)}</h1>
<p class="elo">${escaped(ratingText(found.rating))}</p>
<p>${escaped(rangeText(found))}</p>
<p>${escaped(endText(found))}</p>
<p class="soft">${escaped(scaleText)}</p>
<figure>
${pictureOf(found)}
<figcaption>The 95 % interval among the levels.</figcaption>
</figure>
<table>
<thead><tr><th scope="col">Against</th><th scope="col">Elo</th><th scope="col">Games</th><th scope="col">Won</th><th scope="col">Drawn</th><th scope="col">Lost</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>
<dl>
${facts.join("\n")}
</dl>
<footer>Measured by Kibitz ${escaped(version)}${found.finished_at === null ? "" : `, ${escaped(found.finished_at.slice(0, 10))}`}, league ${escaped(found.league_id)}.</footer>
</body>
</html>
`;
}

const WIDTH = 640;
const MARGIN = 24;
const AXIS = 58;

/** The levels on a line by their strength, and above it the interval of the measured entrant. */
function pictureOf({ levels, rating, low, high }: Measurement): string {
  const elos = [...levels.map(({ elo }) => elo), ...(low === null || high === null ? [rating.elo ?? 0] : [low, high])];
  const [least, most] = [Math.min(...elos), Math.max(...elos)];
  const x = (elo: number): string =>
    (MARGIN + ((WIDTH - 2 * MARGIN) * (elo - least)) / Math.max(1, most - least)).toFixed(1);
  const ticks = levels.map(
    ({ level, elo }) =>
      `<line x1="${x(elo)}" x2="${x(elo)}" y1="${AXIS - 5}" y2="${AXIS + 5}" stroke="var(--soft)"/>` +
      `<text x="${x(elo)}" y="${AXIS + 20}" text-anchor="middle">${level ?? "–"}</text>`,
  );
  const { elo } = rating;
  const bar =
    low === null || high === null
      ? ""
      : `<line x1="${x(low)}" x2="${x(high)}" y1="26" y2="26" stroke="var(--mark)" stroke-width="6" stroke-linecap="round"/>`;
  const mark =
    elo === null
      ? ""
      : `<circle cx="${x(elo)}" cy="26" r="7" fill="var(--mark)" stroke="var(--ground)" stroke-width="2"/>`;
  return `<svg viewBox="0 0 ${WIDTH} 90" role="img" aria-label="The interval among the levels">
<line x1="${MARGIN}" x2="${WIDTH - MARGIN}" y1="${AXIS}" y2="${AXIS}" stroke="var(--line)"/>
${ticks.join("\n")}
${bar}${mark}
</svg>`;
}
