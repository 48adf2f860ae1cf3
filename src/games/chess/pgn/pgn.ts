import { mainLine } from "../../../shared/lines.ts";
import { accept } from "../../../shared/result.ts";
import { type Outcome, type Seat, seatTitle } from "../../../shared/terms.ts";
import { cleanLine, clip, NAME_LENGTH } from "../../../shared/text.ts";
import type { GameRecord, RecordedPlayer, RecordFormat, SharedPosition } from "../../game.ts";
import { openingOf } from "../openings/names.ts";
import type { ChessOptions } from "../rules/rules.ts";
import { readingPgn } from "./import.ts";
import type { ReadResult } from "./results.ts";
import { gameToPgn, isTagName, resultOf, terminationOf } from "./write.ts";

/** Chess as PGN. A game that was read from one keeps its tags when it is written again. */
export const records: RecordFormat<ChessOptions> = {
  name: "PGN",
  write: (record) =>
    gameToPgn({
      tags: {
        ...openingTags(record),
        ...eventTags(record),
        ...playerTags(record),
        ...annotatorTag(record),
      },
      startFen: record.options.fen ?? null,
      lines: record.lines,
      result: resultOf(record.outcome),
    }),

  tags: eventTags,

  *readGame(text, firstLine) {
    const game = yield* readingPgn(text, firstLine);
    if (!game.ok) return game;
    const { tags, startFen, moves, lines, result } = game.value;
    return accept({
      names: namesIn(tags),
      tags: keptTags(tags),
      options: startFen === null ? {} : { fen: startFen },
      moves,
      lines,
      outcome: recordedOutcome(result),
    });
  },
};

/** A name that was too long to be shown is written as it was read. */
function playerTags({ players: [white, black], tags }: GameRecord<ChessOptions>): Record<string, string> {
  const nameText = ({ name }: RecordedPlayer, whole = ""): string =>
    whole !== "" && shownName(whole) === name ? whole : (name ?? "?");
  return { White: nameText(white, tags?.["White"]), Black: nameText(black, tags?.["Black"]) };
}

const shownName = (name: string): string => clip(cleanLine(name), NAME_LENGTH);

function openingTags({ options, lines }: GameRecord<ChessOptions>): Record<string, string> {
  const moves = mainLine(lines).map((place) => lines.moves[place]?.code ?? "");
  const opening = openingOf(options, moves);
  return opening ? { ECO: opening.code, Opening: opening.name } : {};
}

/** The human annotators, and then the engine. */
function annotatorTag({ annotator, tags }: GameRecord<ChessOptions>): Record<string, string> {
  const writers = (tags?.["Annotator"] ?? "").split("; ").filter((name) => name !== "" && name !== annotator);
  return annotator === null ? {} : { Annotator: [...writers, annotator].join("; ") };
}

/** The tags that an imported game came with, else those of a game that was played here, beside the players' names. */
function eventTags({
  tags,
  id,
  createdAt,
  players: [white, black],
  timeControl,
  outcome,
  event,
  drawWinsFor,
  shared = [],
}: GameRecord<ChessOptions>): Readonly<Record<string, string>> {
  if (tags) return tags;
  const date = new Date(createdAt).toISOString();
  return {
    Event: event?.name ?? "Kibitz game",
    Site: "Kibitz",
    Date: date.slice(0, 10).replaceAll("-", "."),
    Round: event?.round ?? "-",
    WhiteType: typeOf(white),
    BlackType: typeOf(black),
    UTCTime: date.slice(11, 19),
    GameId: id,
    ...timeTags(timeControl),
    ...(drawWinsFor === undefined ? {} : { Armageddon: `a draw is a win for ${seatTitle(drawWinsFor)}` }),
    Termination: terminationOf(outcome),
    ...(shared.length > 0 ? { FairPlay: sharedText(shared) } : {}),
  };
}

/** With odds either side has a tag of its own, as Cute Chess and fastchess write them. */
function timeTags(control: GameRecord<ChessOptions>["timeControl"]): Readonly<Record<string, string>> {
  if (!control) return { TimeControl: "-" };
  const { initial, increment, second = initial } = control;
  const [white, black] = [`${initial}+${increment}`, `${second}+${increment}`];
  return white === black ? { TimeControl: white } : { WhiteTimeControl: white, BlackTimeControl: black };
}

/** The notice on the page, as a tag. */
const sharedText = (positions: readonly SharedPosition[]): string =>
  `While it was played, its positions were on other boards of this installation that told a computer's move: ${positions.map(({ ply, game }) => `game ${game} (ply ${ply})`).join(", ")}`;

/** PGN standard 9.1.4. */
const typeOf = ({ isHuman }: RecordedPlayer): string => (isHuman ? "human" : "program");

/** Most tags that are kept, and the longest value, in characters; a PGN may hold any number of them. */
const mostTags = 40;
const longestTag = 200;

/** Event, date, ratings and the like, and names too long to be shown, for the day when the game is written out again. */
function keptTags(tags: Readonly<Record<string, string>>): Record<string, string> {
  const ownTags = new Set(["Result", "FEN", "SetUp"]);
  const isShown = (value: string) => shownName(value) === cleanLine(value);
  const others = Object.entries(tags).filter(
    ([name, value]) => isTagName(name) && !ownTags.has(name) && !(["White", "Black"].includes(name) && isShown(value)),
  );
  return Object.fromEntries(
    others.slice(0, mostTags).map(([name, value]) => [name, clip(cleanLine(value), longestTag)]),
  );
}

function namesIn(tags: Readonly<Record<string, string>>): Record<Seat, string> {
  const [white, black] = [shownName(tags["White"] ?? ""), shownName(tags["Black"] ?? "")];
  return { ...(white === "" ? {} : { white }), ...(black === "" ? {} : { black }) };
}

const winners = { "1-0": "white", "0-1": "black", "1/2-1/2": null } as const;

/** A result that two lose is none of ours: the game counts as broken off, whatever its position. */
const recordedOutcome = (result: ReadResult): Outcome | null =>
  result === "*"
    ? null
    : result === "odd"
      ? { winner: null, reason: "unfinished" }
      : { winner: winners[result], reason: "recorded" };
