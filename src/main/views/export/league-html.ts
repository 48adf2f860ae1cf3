import { setImmediate as nextPass } from "node:timers/promises";
import { html, raw } from "hono/html";
import { definitionOf } from "../../../games/register.ts";
import { figureFacts, noteText } from "../../../shared/figure-facts.ts";
import { findFormat, formatTitle } from "../../../shared/formats/register.ts";
import { type Column, printedColumns } from "../../../shared/league-columns.ts";
import { remarksOf, rowNotes, settingFacts, spanOf, strongerFirst } from "../../../shared/league-facts.ts";
import * as leagueWords from "../../../shared/league-words.ts";
import * as leagues from "../../../shared/leagues.ts";
import { clip } from "../../../shared/text.ts";

/** Rules of the page: it stands alone, and takes the colours of whoever reads it. */
const pageStyle = `
:root { color-scheme: light dark; --quiet: light-dark(#5d5c56, #a6a59d); --line: light-dark(#dedcd7, #343431);
  --accent: light-dark(#17694c, #6cc5a1); --faint: light-dark(#e2efe9, #1d2f28); }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 0.9375rem/1.5 system-ui, sans-serif;
  color: light-dark(#1c1c1a, #ecebe6); background: light-dark(#fff, #161615); overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.75rem; } h3 { margin: 1rem 0 0.25rem; font-size: 1rem; } h2 { margin: 2rem 0 0.5rem; font-size: 1.0625rem; }
p { margin: 0.25rem 0; color: var(--quiet); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0.625rem; font-weight: 400; text-align: right; white-space: nowrap;
  border-bottom: 1px solid var(--line); }
thead th { font-size: 0.8125rem; color: var(--quiet); }
.name { min-width: 9rem; text-align: left; white-space: normal; }
.cross td { text-align: center; } .first > * { background: var(--faint); font-weight: 600; }
svg { display: block; width: 100%; height: auto; font: 12px system-ui, sans-serif; }
.bracket { display: flex; gap: 1rem; overflow-x: auto; } .bracket > div { display: flex; flex-direction: column; justify-content: space-around; min-width: 11rem; }
.tie { margin: 0.25rem 0; padding: 0.25rem 0.5rem; color: inherit; border: 1px solid var(--line); border-radius: 0.25rem; }
.tie span { display: flex; justify-content: space-between; gap: 0.5rem; } .tie .won { font-weight: 600; }
dl { display: grid; grid-template-columns: 10rem 1fr; gap: 0 1rem; } dt { color: var(--quiet); } dd { margin: 0; }
`;

type Markup = ReturnType<typeof html>;

/** A league as one self-contained page, each part made when it is asked for; `allRounds` yields one at a time. */
export async function* leagueHtml(
  league: Omit<leagues.LeagueDetail, "rounds">,
  allRounds: Iterable<leagues.LeagueRound>,
): AsyncGenerator<string, void> {
  const { name, game, format, standings, champion, seed, secret, commitment, finished_at, matches_over, entrants } =
    league;
  const columns = printedColumns(league);
  const isCup = findFormat(format)?.eliminates === true;
  // A cup's are read twice, and are few.
  const rounds = isCup ? [...allRounds] : allRounds;
  const head = league.measure
    ? ""
    : html`<h2>Standings</h2>
<div class="scroll"><table>
<thead><tr><th>#</th><th class="name">Name</th>${columns.map(({ head: short, title }) => html`<th title="${title}">${short}</th>`)}</tr></thead>
<tbody>`;
  yield String(
    await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<style>${raw(pageStyle)}</style>
</head>
<body>
<h1>${name}</h1>
<p>${definitionOf(game).title} · ${formatTitle(format)} · ${entrants} entrants · ${matches_over} matches · seed ${seed}${drawsText(secret, commitment)}</p>
<p>${champion === null ? (league.outcome ?? league.no_champion ?? "") : html`Champion: <bdi>${champion}</bdi>`}${finished_at === null ? "" : ` · ${finished_at.slice(0, 10)}`}</p>
${measureOf(league)}${isCup ? bracketOf(rounds) : ""}${head}`,
  );
  // Those that one is measured against are no rivals of each other.
  if (!league.measure) {
    for (const row of standings) yield String(await rowOf(row, columns, row.name === champion));
    yield String(
      await html`</tbody>
</table></div>
<p>${columns.map(({ head: short, title }) => `${short}: ${title}`).join("; ")}.</p>
${remarksOf(league).map((text) => html`<p>${text}</p>`)}
${isCup ? "" : crosstableOf(league)}
${plotOf(standings)}
`,
    );
  }
  yield String(
    await html`<h2>Rounds</h2>
<div class="scroll"><table><tbody>`,
  );
  for (const round of rounds) {
    await nextPass();
    yield String(await roundOf(round));
  }
  yield String(
    await html`</tbody></table></div>
${figuresOf(standings)}<h2>Settings</h2>
<dl>${settingFacts(league.settings).map(([name, text]) => html`<dt>${name}</dt><dd>${text}</dd>`)}</dl>
</body>
</html>
`,
  );
}

/** A cup as its rounds side by side: the winners of neighbours meet in the next column. */
const bracketOf = (rounds: Iterable<leagues.LeagueRound>): Markup =>
  html`<h2>Bracket</h2>
<div class="bracket">${[...rounds].map(({ matches }) => html`<div>${matches.map(tieOf)}</div>`)}</div>
`;

const tieOf = ({ a, b, winner, score }: leagues.LeagueMatch): Markup =>
  html`<p class="tie">${[a, b].map(
    (name, side) =>
      html`<span class="${name !== null && (winner === name || b === null) ? "won" : ""}"><bdi>${name ?? "bye"}</bdi>${b === null ? "" : leagueWords.pointsText(score[side] ?? 0)}</span>`,
  )}</p>`;

const roundOf = ({ round, matches }: leagues.LeagueRound): Markup =>
  html`${matches.map((match) => {
    const { a, b, score, status } = match;
    return html`<tr><td>${round}</td><th class="name">${a}</th><td>${b === null ? "bye" : status === "reported" ? `${leagueWords.pointsText(score[0])} – ${leagueWords.pointsText(score[1])}` : "–"}</td><th class="name">${b ?? ""}</th><td>${noteText(match) ?? ""}</td></tr>`;
  })}`;

function rowOf(row: leagues.LeagueStanding, columns: readonly Column[], first: boolean): Markup {
  const { rank, name } = row;
  const notes = rowNotes(row);
  return html`<tr class="${first ? "first" : ""}"><td>${rank}</td><th class="name">${name}${notes === null ? "" : ` (${notes})`}</th>${columns.map(({ text }) => html`<td>${text(row)}</td>`)}</tr>`;
}

/** The measured entrant: its strength, and its games against each level. */
function measureOf({ measure }: Pick<leagues.LeagueDetail, "measure">): Markup | string {
  if (!measure) return "";
  const levels = measure.levels.filter(({ games }) => games > 0);
  return html`<h2>${measure.entrant}: ${leagueWords.ratingText(measure.rating)} (95%)</h2>
<p>${leagueWords.scaleText}</p>
<div class="scroll"><table>
<thead><tr><th class="name">Against</th><th>Elo</th><th>Games</th><th>Won</th><th>Drawn</th><th>Lost</th></tr></thead>
<tbody>${levels.map(
    ({ name, elo, games, won, drawn, lost }) =>
      html`<tr><th class="name">${name}</th>${[elo, games, won, drawn, lost].map((count) => html`<td>${count}</td>`)}</tr>`,
  )}</tbody>
</table></div>
`;
}

const figuresOf = (standings: readonly leagues.LeagueStanding[]): Markup =>
  html`<h2>Figures</h2>
${standings.map((row) => html`<h3>${row.name}</h3><dl>${figureFacts(row).map(([name, text]) => html`<dt>${name}</dt><dd>${text}</dd>`)}</dl>`)}
`;

const marks: Readonly<Record<string, string>> = { W: "1", D: "½", L: "0" };

function crosstableOf({
  standings,
  crosstable,
}: Pick<leagues.LeagueDetail, "standings" | "crosstable">): Markup | string {
  if (standings.length > leagues.MOST_CROSSED) return "";
  return html`<h2>Crosstable</h2>
<div class="scroll"><table class="cross">
<thead><tr><th>#</th><th class="name">Name</th>${standings.map(({ rank }) => html`<th>${rank}</th>`)}</tr></thead>
<tbody>${standings.map(
    ({ rank, name }, index) =>
      html`<tr><td>${rank}</td><th class="name">${name}</th>${(crosstable[index] ?? []).map(
        (cell, at) => html`<td>${at === index ? "·" : [...cell].map((letter) => marks[letter] ?? "").join(" ")}</td>`,
      )}</tr>`,
  )}</tbody>
</table></div>`;
}

const WIDTH = 800;
const NAMES = 200;
const LINE = 26;

/** Ratings as points with their 95% intervals, strongest first. */
function plotOf(standings: readonly leagues.LeagueStanding[]): Markup | string {
  const rated = standings.flatMap(({ name, rating }) => {
    const [from, to] = spanOf(rating) ?? [];
    const { elo } = rating;
    return elo === null || from === undefined || to === undefined ? [] : [{ name, rating, elo, from, to }];
  });
  if (rated.length < 2) return "";
  const rows = rated.toSorted((one, other) => strongerFirst(one, other));
  const low = Math.min(...rated.map(({ from }) => from));
  const high = Math.max(...rated.map(({ to }) => to));
  const ticks = [low, (low + high) / 2, high].map(Math.round);
  const x = (elo: number) => (NAMES + ((WIDTH - NAMES - 20) * (elo - low)) / Math.max(1, high - low)).toFixed(1);
  return html`<h2>Ratings, with 95% intervals</h2>
<svg viewBox="0 0 ${WIDTH} ${(rows.length + 1) * LINE}" role="img" aria-label="Ratings with their intervals">${ticks.map(
    (elo) =>
      html`<text x="${x(elo)}" y="${(rows.length + 0.75) * LINE}" text-anchor="middle" fill="var(--quiet)">${elo}</text>`,
  )}${rows.map(({ name, rating, elo, from, to }, index) => {
    const y = index * LINE + LINE / 2;
    return html`<g><text x="0" y="${y + 4}" fill="currentColor">${clip(name, 28)}</text><line x1="${x(from)}" x2="${x(to)}" y1="${y}" y2="${y}" stroke="var(--quiet)" stroke-width="2"/><circle cx="${x(elo)}" cy="${y}" r="5" fill="var(--accent)"><title>${leagueWords.ratingText(rating)}</title></circle></g>`;
  })}</svg>`;
}

const drawsText = (secret: string | null, commitment: string): Markup =>
  secret === null
    ? html` · SHA-256 of seed and secret <code>${commitment}</code>`
    : html` · secret <code>${secret}</code>`;
