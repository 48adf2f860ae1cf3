import { expect, test } from "vitest";
import { createAnnouncer, type Due, type DueGame, dueFrom, dueText } from "../../src/shared/due.ts";
import type { Invitation } from "../../src/shared/leagues.ts";

const game = (id: string, part: Partial<DueGame> = {}): DueGame => ({
  id,
  players: [
    { seat: "white", kind: "human", name: "Human" },
    { seat: "black", kind: "agent", name: "Claude" },
  ],
  isPersonsTurn: false,
  offer: null,
  isNew: false,
  isAsleep: false,
  turnSince: 1,
  ...part,
});
const match: Invitation = {
  league_id: "7",
  league: "Cup",
  game: "chess",
  round: 1,
  entrant: 2,
  name: "You",
  opponent: "Ito",
  until: "2026-01-01",
  terms: { move_seconds: 12, clock: null, games_per_match: 2 },
};
const offer = { kind: "draw", from: "black" } as const;

test("everything that waits for the person is known once, matches and offers first, and said in a few words", () => {
  const games = [
    game("1"),
    game("2", { isAsleep: true }),
    game("3", { isNew: true }),
    game("4", { isNew: true, isPersonsTurn: true }),
    game("5", { isPersonsTurn: true, offer }),
    game("6", { isPersonsTurn: true }),
  ];
  const due = dueFrom(games, [match]);
  expect(due.map((each) => (each.kind === "match" ? "match" : `${each.kind} ${each.game.id}`))).toEqual([
    "match",
    "offer 5",
    "turn 4",
    "turn 6",
    "new 3",
    "asleep 2",
  ]);
  expect(dueText(due)).toBe("your match, an offer, your turn, a new game, an assistant to wake");
  expect(dueFrom([game("1")], [])).toEqual([]);
});

test("the person is notified of each thing as it begins to wait, and not of what waited before", () => {
  const log: string[] = [];
  const announce = createAnnouncer(dueFrom([game("1", { isPersonsTurn: true })], []), {
    tell: (key, { title, body }) => void log.push(`${key}: ${title} (${body})`),
    forget: (key) => void log.push(`${key} is over`),
  });
  const hears = (due: readonly Due[], ...words: readonly string[]) => {
    announce(due);
    expect(log.splice(0)).toEqual(words);
  };
  const turn = game("1", { isPersonsTurn: true });
  hears(dueFrom([turn], []));
  hears(
    dueFrom([{ ...turn, offer }], [match]),
    "7.2.1: Your match against Ito (Cup, round 1: 12 s a move, game 1 of 2)",
    "1: Claude offers a draw (Game 1)",
  );
  hears(dueFrom([{ ...turn, turnSince: 2 }], []), "7.2.1 is over", "1: Your turn against Claude (Game 1)");
  hears(dueFrom([game("2", { isNew: true })], []), "1 is over", "2: Claude has begun a game with you (Game 2)");
  const person = { kind: "human", name: "Ada" } as const;
  const shared = game("3", {
    players: [
      { seat: "white", ...person },
      { seat: "black", ...person },
    ],
    isPersonsTurn: true,
  });
  hears(dueFrom([shared], []), "2 is over");
});
