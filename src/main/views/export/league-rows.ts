import { setImmediate as nextPass } from "node:timers/promises";
import { definitionOf } from "../../../games/register.ts";
import type { AddedEngine } from "../../../shared/api.ts";
import { addedCounts, type Causes, failureCauses, illegalCause } from "../../../shared/causes.ts";
import { type Effort, type GameReviewed, LONGEST_RECORD, type LoggedEvent } from "../../../shared/events.ts";
import { nameOfModel } from "../../../shared/player-settings.ts";
import { CHANCE } from "../../../shared/terms.ts";
import { version } from "../../../shared/version.ts";
import { runInSlices } from "../../base/run-in-slices.ts";
import type { Games } from "../../games/games.ts";
import type { LiveGame } from "../../games/live-game.ts";
import { countsFor } from "../../games/machine/rights.ts";
import * as machine from "../../league/machine/league.ts";
import { isByFailure, repeatedGames } from "../../league/machine/rated-games.ts";
import { noFigures } from "../../league/machine/side-figures.ts";
import { settingsView } from "../league/league-plan.ts";
import { dateOf, randomnessOf } from "../league/league-view.ts";
import { type CsvRow, csvLine, relabel } from "./league-csv.ts";

export type GameSource = Pick<Games, "get" | "log">;

type Cost = Pick<Effort, "retries" | "unusable" | "tokens" | "cost"> & { readonly causes?: Causes | undefined };

/** Tries, tokens, cost and the number of each cause that there can be in the league's game, a column each. */
function costCells(
  { settings }: machine.League,
  { retries, unusable, tokens, cost, causes }: Cost,
  more?: Causes,
): CsvRow {
  const all = [...failureCauses, ...definitionOf(settings.game).illegalKinds.map(illegalCause)];
  const none = Object.fromEntries(all.map((cause) => [cause, 0]));
  const { input, output, reasoning } = tokens ?? {};
  return {
    errors: unusable,
    retries,
    input_tokens: input,
    output_tokens: output,
    reasoning_tokens: reasoning,
    cost,
    ...relabel({ ...none, ...addedCounts(causes, more) }, (cause) => cause),
  };
}

/** The quality of all or some of a side's moves. */
const playCells = (play?: NonNullable<GameReviewed["seats"][string]["theory"]>): CsvRow => ({
  reviewed_moves: play?.moves,
  accuracy: play?.accuracy,
  centipawn_loss: play?.centipawnLoss,
});

/** A side's part of the row of a game, its columns beginning with the name of its place. */
function sideCells(
  league: machine.League,
  match: machine.Match,
  side: machine.Side,
  { first, result }: machine.MatchGame,
  live: LiveGame | null,
): CsvRow {
  const place = machine.placeOf(side);
  const { number, name, kind, settings } = machine.entrantOf(league, match[side] ?? 0) ?? {};
  const { model, engine, level, strategy, endpoint } = settings ?? {};
  const plays = model ? nameOfModel(model) : (engine ?? level ?? strategy ?? endpoint);
  const figures = result?.figures?.[place] ?? noFigures;
  const [moves, by_lot] = [result?.moves[place] ?? 0, figures.fallbacks];
  const review = live?.state.review?.seats[live.state.seats[first === side ? 0 : 1].seat];
  const cells: CsvRow = {
    entrant: number,
    name,
    kind,
    plays,
    moves,
    own_moves: moves - by_lot,
    by_lot,
    illegal: result?.illegal[place] ?? 0,
    ms: result?.ms[place] ?? 0,
    margin: result?.margin === undefined ? null : side === "a" ? result.margin : 0 - result.margin,
    ...playCells(review),
    ...relabel(playCells(review?.theory), (column) => `theory_${column}`),
    ...relabel(playCells(review?.later), (column) => `later_${column}`),
    ...costCells(league, figures),
  };
  return relabel(cells, (column) => `${first === side ? "first" : "second"}_${column}`);
}

/** The games of a league that are over, a row each, and one for each match that was decided without a game. */
export async function* gameRows(league: machine.League, games: GameSource): AsyncGenerator<CsvRow, void> {
  const repeats = await runInSlices(repeatedGames(league));
  const none: machine.MatchGame = { id: "", first: "a", opening: null, result: null };
  for (const matches of machine.byRound(league))
    for (const match of matches) {
      const over = match.games.filter(({ result }) => result !== null);
      for (const game of over.length > 0 || !match.result ? over : [none]) {
        await nextPass();
        const gameResult = game === none ? null : await games.get(game.id);
        const live = gameResult?.ok ? gameResult.value : null;
        const { state, review } = live ?? {};
        const [{ number, round, result: whole }, { id, first, result, armageddon = false }] = [match, game];
        const winner = (result ?? whole)?.winner ?? null;
        const count = live ? countsFor(live.state, () => live.moves) : { unrated: "not_played" };
        yield {
          league: league.id,
          match: number,
          round,
          game: match.games.indexOf(game) + 1,
          game_id: id,
          result: winner === null ? (result ? "drawn" : null) : winner === first ? "first" : "second",
          reason: result?.reason,
          termination: (result ?? whole)?.termination,
          match_winner: whole?.winner ? match[whole.winner] : null,
          match_by_lot: whole?.lot ?? false,
          unrated: "unrated" in count ? count.unrated : null,
          by_failure: result && isByFailure(result),
          repeats: repeats.has(id),
          course: result?.course,
          armageddon,
          opening: state?.league?.opening,
          unfamiliar: machine.isUnfamiliar(league, game),
          opening_code: result?.opening?.code,
          plies: state?.ply,
          start: state && JSON.stringify(state.options),
          started_at: dateOf(state?.startedAt),
          finished_at: dateOf(state?.endedAt),
          clock_ms: state?.clock?.initialMs,
          clock_second_ms: state?.clock?.secondMs,
          increment_ms: state?.clock?.incrementMs,
          review_engine: review?.engine,
          review_nodes: review?.nodes,
          ...sideCells(league, match, first, game, live),
          ...sideCells(league, match, machine.otherSide(first), game, live),
        };
      }
    }
}

/** Entries of a log that are read at once. */
const AT_ONCE = 500;

/** The entries of a game's log, read piece by piece, as far as they can be read. */
export async function* logOf(games: Pick<Games, "log">, id: string): AsyncGenerator<LoggedEvent, void> {
  for (let after = 0, isLast = false; !isLast; after += AT_ONCE) {
    await nextPass();
    const page = await games.log(id, after, AT_ONCE);
    if (page.ok) yield* page.value;
    isLast = !page.ok || page.value.length < AT_ONCE;
  }
}

/** The moves of finished games, a row each, with refusals and failures before it; also a missed move that lost. */
export async function* moveRows(league: machine.League, games: GameSource): AsyncGenerator<CsvRow, void> {
  const [firstSeat] = definitionOf(league.settings.game).seats;
  for (const matches of machine.byRound(league))
    for (const { number: match, round, games: matchGames, ...both } of matches)
      for (const { id, first, result } of matchGames) {
        if (result === null) continue;
        const refusals: Record<string, Causes> = {};
        for await (const { at, event } of logOf(games, id)) {
          if (event.type === "moveRefused" || event.type === "movesRefused") {
            const kinds = event.type === "moveRefused" ? { [event.kind ?? "notation"]: 1 } : event.kinds;
            for (const [kind, count] of Object.entries(kinds ?? {}))
              refusals[event.seat] = addedCounts(refusals[event.seat], { [illegalCause(kind)]: count });
          }
          if (event.type !== "movePlayed" && event.type !== "moveMissed") continue;
          const { seat, effort } = event;
          const { ply, code, text: move, ms, clock, metadata, thoughts } = event.type === "movePlayed" ? event : {};
          const { form: read_as, finish, model, sent, length = 0, sha256, text } = effort?.answer ?? {};
          const side = (seat === firstSeat) === (first === "a") ? "a" : "b";
          const { number: entrant, name } = machine.entrantOf(league, (seat !== CHANCE && both[side]) || 0) ?? {};
          const illegal = Object.values(refusals[seat] ?? {}).reduce((sum, count) => sum + count, 0);
          yield {
            game_id: id,
            match,
            round,
            ply,
            seat,
            entrant,
            name,
            code,
            move,
            at: dateOf(at),
            ms,
            clock_first_ms: clock?.[0],
            clock_second_ms: clock?.[1],
            by_lot: effort?.fallback,
            illegal,
            failures: effort?.failures.join("; "),
            read_as,
            finish,
            model,
            sent,
            votes: effort?.votes?.map(({ choice }) => choice ?? "none").join(" "),
            answer: text,
            answer_length: text === undefined ? null : length,
            answer_cut: text === undefined ? null : length > LONGEST_RECORD,
            answer_sha256: sha256,
            metadata,
            thoughts: thoughts?.text,
            thoughts_cut: thoughts && thoughts.cut === true,
            contradictions: thoughts?.contradictions?.map(({ kind, said }) => `${kind} ${said}`).join("; "),
            ...costCells(league, effort ?? noFigures, refusals[seat]),
          };
          delete refusals[seat];
        }
      }
}

/** Rows as comma-separated values, with a line of the columns' names. */
export async function* csvOf(rows: AsyncIterable<CsvRow>): AsyncGenerator<string, void> {
  let isFirst = true;
  for await (const row of rows) {
    if (isFirst) yield csvLine(Object.keys(row));
    isFirst = false;
    yield csvLine(Object.values(row));
  }
}

/**
 * Rows as one JSON object with what they come from: versions, settings, entrants without their keys, and the anchors of
 * a measurement with the covariances of their errors, in Elo².
 * @param engines the person's, of which the entrants' are shown
 */
export async function* jsonOf(
  name: string,
  rows: AsyncIterable<CsvRow>,
  league: machine.League,
  engines: readonly AddedEngine[],
): AsyncGenerator<string, void> {
  const { measure, game } = league.settings;
  const entrants = league.entrants.map(({ number, name: entrantName, kind, settings: { model, engine, ...own } }) => {
    const { key: _, ...asked } = model ?? {};
    const program = engines.find((each) => each.name === engine) ?? engine;
    return { number, name: entrantName, kind, ...own, engine: program, ...(model ? { model: asked } : {}) };
  });
  const anchors = measure ? { elo: measure.levels, covariance: measure.covariance } : undefined;
  const about = { kibitz: version, league_id: league.id, name: league.name, game, status: league.status };
  const head = { ...about, ...randomnessOf(league), settings: settingsView(league), anchors, entrants };
  yield `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[`;
  let before = "\n";
  for await (const row of rows) {
    yield `${before}${JSON.stringify(row, (_, cell) => cell ?? null)}`;
    before = ",\n";
  }
  yield "]}\n";
}
