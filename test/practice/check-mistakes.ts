import { chess } from "../../src/games/chess/index.ts";
import { records } from "../../src/games/chess/pgn/pgn.ts";
import { silentLog } from "../../src/main/base/log.ts";
import { byNodes, createAnalyst } from "../../src/main/players/stockfish/analyst.ts";
import { LEAST_FALL, mistakesIn } from "../../src/main/practice/mistakes.ts";
import { secondLook } from "../../src/main/practice/second-look.ts";
import { createReplays } from "../../src/main/views/game/replay.ts";
import { reviewAndKeep } from "../../src/main/views/game/review.ts";
import { runAtOnce } from "../../src/shared/steps.ts";
import { openGames, sure } from "../live-games/support.ts";

/** Nodes a position of the review, of the second search, and of the one that checks it. */
export interface Nodes {
  readonly review: number;
  readonly second: number;
  readonly third: number;
}

/** A mistake, and whether it would be asked; if so, by how many points the better move was better, as said and as checked. */
export interface Checked {
  readonly name: string;
  readonly said: number | null;
  readonly seen: number | null;
}

/**
 * Reviews chess games with the engine that Kibitz brings along, has their mistakes looked at a second time, and checks each
 * that would be asked by a third search: of the position after the better move, and of the one after what was played.
 * Counted in nodes, so it is the same on every machine.
 * @param texts games as PGN, of which as many are read as it takes to come to `most` mistakes
 */
export async function* checkMistakes(texts: readonly string[], most: number, nodes: Nodes): AsyncGenerator<Checked> {
  await using place = openGames();
  const analyst = createAnalyst({ log: silentLog });
  const analysis = { analyst, replays: createReplays() };
  const { signal } = new AbortController();
  const { chances, startFen } = chess.engine ?? {};
  if (!chances || !startFen) throw new Error("no engine plays chess");
  let count = 0;
  try {
    for (const text of texts) {
      const { names, moves, ...record } = sure(runAtOnce(records.readGame(text)));
      const imported = await place.games.importGame({
        ...record,
        moves: moves.map(({ code }) => code),
        kind: "chess",
        names: [names["white"] ?? "White", names["black"] ?? "Black"],
      });
      const game = sure(await reviewAndKeep(sure(imported), nodes.review, { games: place.games, analysis }, signal));
      for (const mistake of runAtOnce(mistakesIn(game, ["white", "black"]))) {
        if (count === most) return;
        count += 1;
        const name = `${game.state.id} ply ${mistake.ply} ${mistake.judgement}`;
        const finding = sure(await secondLook(game, mistake, analysis, signal, nodes.second));
        if (!finding) {
          yield { name, said: null, seen: null };
          continue;
        }
        const sign = mistake.seat === "white" ? 1 : -1;
        const own = ({ kind, value }: { kind: "cp" | "mate"; value: number }) => chances({ kind, value: sign * value });
        const before = game.moves.slice(0, mistake.ply - 1).map(({ code }) => code);
        const after = async (code: string) => {
          // A move that ends the game is as good as its outcome.
          const position = analysis.replays.stateAt(game, mistake.ply - 1);
          const play = chess.rules.play(position, mistake.seat, code);
          const over = play.ok ? chess.rules.outcome(play.value.state) : null;
          if (over)
            return over.winner === null ? 50 : chances({ kind: "mate", value: over.winner === mistake.seat ? 1 : -1 });
          const fen = startFen(game.state.options);
          const look = sure(await analyst.look(fen, [...before, code], signal, byNodes(nodes.third)));
          return 100 - chances(look.score);
        };
        const seen = (await after(finding.best[0]?.code ?? "")) - (await after(mistake.played));
        yield { name, said: own(finding.score) - own(finding.playedScore), seen };
      }
    }
  } finally {
    await analyst.close();
  }
}

/** The figures of many: how many would be asked, of how many the better move is better, and of how many by as much as is demanded. */
export function summary(all: readonly Checked[]) {
  const asked = all.flatMap(({ name, said, seen }) => (said === null || seen === null ? [] : [{ name, said, seen }]));
  const gaps = asked.map(({ seen }) => seen);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    mistakes: all.length,
    asked: asked.length,
    better: gaps.filter((gap) => gap > 0).length,
    muchBetter: gaps.filter((gap) => gap >= LEAST_FALL).length,
    least: Math.min(...gaps),
    off: mean(asked.map(({ said, seen }) => Math.abs(said - seen))),
  };
}
