import { gameToPgn, resultOf, terminationOf } from "../games/notation/pgn.ts";
import type { Sitting } from "../tables/sitting.ts";

/** A chess game as PGN, with the clock after each move where there is one; null for other games. One that was read from a PGN keeps its tags. */
export function gamePgn({ table, moves }: Sitting): string | null {
  if (table.kind !== "chess") return null;
  const [white, black] = table.seats;
  const date = new Date(table.createdAt).toISOString();
  const clocks = moves.flatMap(({ clock, seat }) => (clock ? [clock[seat === "white" ? 0 : 1] / 1000] : []));
  const players = { White: white.name ?? "?", Black: black.name ?? "?" };
  return gameToPgn({
    tags: table.imported
      ? { ...table.imported, ...players }
      : {
          Event: "Kibitz game",
          Site: "Kibitz",
          Date: date.slice(0, 10).replaceAll("-", "."),
          Round: "-",
          ...players,
          WhiteType: white.kind === "human" ? "human" : "program",
          BlackType: black.kind === "human" ? "human" : "program",
          UTCTime: date.slice(11, 19),
          GameId: table.id,
          TimeControl: table.clock ? `${table.clock.initialMs / 1000}+${table.clock.incrementMs / 1000}` : "-",
          Termination: terminationOf(table.outcome),
        },
    startFen: table.setup.fen ?? null,
    sans: moves.map(({ san }) => san),
    result: resultOf(table.outcome),
    clocks: clocks.length === moves.length && moves.length > 0 ? clocks : null,
  });
}
