import { describe, expect, test } from "vitest";
import { definitionOf } from "../../../src/games/register.ts";
import { proseIn, readAnswer, type TypedMoves } from "../../../src/main/players/model/answer.ts";
import { sure } from "../../live-games/support.ts";
import { seeded } from "../../support/seeded.ts";

/** The moves of a game after those played. */
function movesIn(kind: string, ...played: readonly string[]): TypedMoves {
  const { rules, options } = definitionOf(kind);
  const seatIn = (state: unknown) => rules.toMove(state)[0] ?? "";
  const state = played.reduce(
    (before, text) => sure(rules.play(before, seatIn(before), text)).state,
    sure(rules.start(options.parse({}))),
  );
  return {
    legalMoves: rules.legalMoves(state, seatIn(state)),
    readMove: (text) => {
      const read = rules.play(state, seatIn(state), text);
      return read.ok ? read.value.move : null;
    },
  };
}
const opening = movesIn("chess");
const cells = movesIn("tic-tac-toe", "b2");
const choices = movesIn("odd-even");

/** The reading of an answer: the code of a legal move, the text of an illegal one, or why there is none. */
function meaning(answer: string, moves: TypedMoves, isCut = false): string {
  const read = readAnswer(answer, moves, isCut);
  if (read.text === null) return read.cause;
  return moves.readMove(read.text)?.code ?? read.text;
}

/** The games, each with a legal move, another one and an illegal one. */
const games = [
  { game: "chess", moves: opening, own: "Nf3", code: "g1f3", other: "e4", bad: "Nf9" },
  { game: "chess by squares", moves: opening, own: "g1f3", code: "g1f3", other: "d2d4", bad: "e2e5" },
  { game: "tic-tac-toe", moves: cells, own: "a1", code: "a1", other: "c3", bad: "b2" },
  { game: "odd/even", moves: choices, own: "3", code: "3", other: "5", bad: "7" },
] as const;

/** Answers that name a move: M the one meant, O another one that is legal. */
const named = [
  "MOVE: M",
  "Move: M",
  "move: M",
  "MOVE:M",
  "MOVE : M",
  "MOVE = M",
  "MOVE: M.",
  "**MOVE: M**",
  "**MOVE:** M",
  "**Move**: `M`",
  "`MOVE: M`",
  "```\nMOVE: M\n```",
  "- MOVE: M",
  "* **MOVE:** M",
  "1. MOVE: M",
  "> MOVE: M",
  "### MOVE: M",
  "✅ MOVE: M",
  "MOVE: “M”.",
  "MOVE: <M>",
  "MOVE: [M]",
  "MOVE: (M)",
  "MOVE：M",
  "ＭＯＶＥ： M",
  "MOVE: M\u200b",
  "\ufeffMOVE:\u00a0M",
  "<b>MOVE: M</b>",
  "MOVE: M<|im_end|>",
  "I like O, but it is too committal.\nMOVE: M",
  "I like O.\r\n\r\nMOVE: M\r\n",
  "MOVE: M\n\nIt is better than O.",
  "MOVE: M\nExpected opponent move: O",
  "MOVE: M\nExpected reply move: O\n",
  "MOVE: M\nBackup move: O",
  "Backup move: O\nMOVE: M",
  "Opponent's best move: O\nMOVE: M",
  "Candidate move: O\n\nMOVE: M",
  "MOVE: M\n\nMOVE: M",
  "I take it. MOVE: M",
  "MOVE: M. I rejected O.",
  "MOVE: M (the best one)",
  "MOVE: M - it is the best one",
  "MOVE: M, which is best",
  "Final answer: M",
  "**Final Answer:** M",
  "I looked at O. Final Answer: M. I rejected O.",
  "My final answer is M.",
  "My move: M",
  "Best move: M",
  "My final move: M",
  "Final Move → M",
  "So, my choice: M",
  "Best Move:\nM",
  "## Best Move\n\n**M**\n\nIt beats O.",
  "**Final Answer**\n\n$\\boxed{M}$",
  "bestmove M",
  "I prefer it to O.\nbestmove M ponder O",
  "\\boxed{M}",
  "After O it is worse.\n\n$\\boxed{\\text{M}}$",
  "The final answer is $\\boxed{M}$.",
  "\\[\n\\boxed{M}\n\\]",
  "The answer is \\boxed{M}.",
  "MOVE: $\\boxed{M}$",
  "M",
  "M.",
  "**M**",
  "`M`",
  "```\nM\n```",
  " M \n",
  '"M"',
  "<move>M</move>",
  "<move>\nM\n</move>\n<why>O loses</why>",
  "<why>O loses</why><move>M</move>",
  "<answer>M</answer>",
  "I reject O. <answer>M</answer>",
  "<answer>\nMOVE: M\n</answer>",
  "<reasoning>MOVE: O?</reasoning>\n<final_answer>M</final_answer>",
  '{"move":"M"}',
  '{"move": "M", "reasoning": "O is too committal"}',
  '{"reasoning": "O is too committal", "move": "M"}',
  '{"reasoning": "MOVE: O was my first thought", "Move": "M"}',
  '```json\n{\n  "move": "M",\n  "why": "O loses"\n}\n```',
  'I reject O:\n\n```json\n{"move": "M"}\n```\n\nO is worse.',
  'I reject O.\n{"move": "M"}',
  '{"best_move":"M","considered":["O"]}',
  '{"action":"M"}',
  '{"move":{"move":"M"}}',
  '{"name":"make_move","arguments":{"move":"M"}}',
  '{"move":"M","reason":"first\nsecond",}',
  '<answer>{"move":"M"}</answer>',
  "<think>O? MOVE: O</think>MOVE: M",
  "<think>\nMOVE: O\nNo, rather the first one.\n</think>\nM",
  "MOVE: O, or rather not.\n</think>\n\nMOVE: M",
  "<thinking>O</thinking>\n\nMOVE: M",
  "[THINK]MOVE: O[/THINK]MOVE: M",
  "◁think▷MOVE: O◁/think▷MOVE: M",
  "<seed:think>MOVE: O</seed:think>MOVE: M",
  "<|begin_of_thought|>MOVE: O<|end_of_thought|>\nMOVE: M",
  "<|START_THINKING|>MOVE: O<|END_THINKING|>MOVE: M",
  "<|channel|>analysis<|message|>MOVE: O<|end|><|start|>assistant<|channel|>final<|message|>MOVE: M",
  "<|channel>thought\nMOVE: O\n<channel|>MOVE: M",
  "~~MOVE: O~~\nMOVE: M",
  "Show MOVE: <your move> at the end.\nMOVE: <your move>\n\nMOVE: M",
];

/** Answers that name none, and the reason. */
const unnamed: readonly (readonly [answer: string, cause: string])[] = [
  ["", "empty"],
  [" \n", "empty"],
  ["I would rather not.", "unreadable"],
  ["I am sorry, but I cannot play M.", "refused"],
  ["I can't help with that. M or O would be moves.", "refused"],
  ["I think M is best.", "unreadable"],
  ["I play M", "unreadable"],
  ["M is best, and O is good too.", "unreadable"],
  ["M or O", "unreadable"],
  ["My legal moves: M O", "unreadable"],
  ["Your legal moves:\nM O\n\nI pass.", "unreadable"],
  ["- M\n- O", "unreadable"],
  ["Best moves:\n- M\n- O", "unreadable"],
  ["Best move:\n- M\n- O", "unreadable"],
  ["Best Move:\nI would consider M.", "unreadable"],
  ["Best Move:\nConsidering O, the move M is good.", "unreadable"],
  ["Expected opponent move: M", "unreadable"],
  ["Backup move: M", "unreadable"],
  ["The opponent's move: M", "unreadable"],
  ["Last move: M", "unreadable"],
  ["Candidate move: M", "unreadable"],
  ["MOVE: M or O", "unreadable"],
  ["MOVE: M / O", "unreadable"],
  ["MOVE: M, O", "unreadable"],
  ["MOVE: M (or O)", "unreadable"],
  ["MOVE: M - no, wait", "unreadable"],
  ["MOVE: M. No, wait.", "unreadable"],
  ["MOVE: not M", "unreadable"],
  ["MOVE: either M or O", "unreadable"],
  ["MOVE: <your move>", "unreadable"],
  ["MOVE:", "unreadable"],
  ["MOVE: I think that M is best here", "unreadable"],
  ["You want a line like MOVE: M", "unreadable"],
  ["If he plays MOVE: M I am lost", "unreadable"],
  ["Or I could play M. Let me double check", "unreadable"],
  ["<think>MOVE: M", "unreadable"],
  ["<think>MOVE: M</think>", "unreadable"],
  ["<think>MOVE: M</think>\nI pass.", "unreadable"],
  ["<|channel|>analysis<|message|>MOVE: M", "unreadable"],
  ["~~MOVE: M~~", "unreadable"],
  ["MOVE: M\nMOVE: O", "ambiguous"],
  ["MOVE: O\n\nNo, rather:\nMOVE: M", "ambiguous"],
  ["MOVE: M\n\nFinal answer: O", "ambiguous"],
  ["MOVE: M\nMOVE: RESIGN", "ambiguous"],
  ['{"move":"M"}\n{"move":"O"}', "ambiguous"],
  ['{"move":"M","best_move":"O"}', "ambiguous"],
  ["<move>M</move><move>O</move>", "ambiguous"],
  ['{"opponent":{"move":"M"}}', "unreadable"],
  ['{"reason":"M is good"}', "unreadable"],
  ['{"move":null,"reason":"MOVE: M"}', "unreadable"],
  ['{"move":"","reason":"M"}', "unreadable"],
  ['{"move":"I would play M, I guess"}', "unreadable"],
  ["\\boxed{M} was my first thought, but no.", "unreadable"],
  ["I could play \\boxed{M}", "unreadable"],
];

const fill = (template: string, { own, other, bad }: (typeof games)[number]): string =>
  template.replace(/\bM\b(?!\w)|\bO\b|\bB\b/g, (sign) => ({ M: own, O: other })[sign] ?? bad);

describe.each(games)("answers in $game", (played) => {
  const { moves, code } = played;

  test("an explicit choice is read, in whatever form, and nothing beside it", () => {
    const read = named.map((template) => [template, meaning(fill(template, played), moves)]);
    expect(read.filter(([, found]) => found !== code)).toEqual([]);
  });

  test("an answer without one choice has no move, and says why", () => {
    const read = unnamed.map(([template]) => [template, meaning(fill(template, played), moves)]);
    expect(read).toEqual(unnamed);
  });

  test("an illegal choice stays what it is, whatever legal moves are mentioned", () => {
    for (const template of [
      "MOVE: B",
      "M is nice.\nMOVE: B",
      '{"move": "B", "reason": "after M it is lost"}',
      "B",
      "\\boxed{B}",
    ])
      expect([template, meaning(fill(template, played), moves)]).toEqual([template, played.bad]);
    for (const template of [
      "MOVE: RESIGN",
      "I am lost after O.\n\n**MOVE:** Resign",
      "RESIGN",
      "I resign.",
      '{"move":"resign"}',
    ])
      expect([template, meaning(fill(template, played), moves)]).toEqual([template, "RESIGN"]);
  });

  test("an answer that was cut off names no move before its choice is complete", () => {
    for (const template of [
      `<think>M? O? MOVE: O</think>First M, then O. If O then M.\nMOVE: M\nIt beats O.`,
      `I think of O, M. Final answer: M. That beats O.`,
      `{"reason": "better than O", "move": "M"}\nThat is all.`,
      `O is worse.\n\\boxed{M}\nIt beats O.`,
      `O is worse than M.\n<move>M</move>\nIt beats O.`,
      `M beats O.\n**Best move:**\nM\nIt beats O.`,
    ]) {
      const answer = fill(template, played);
      const complete = answer.lastIndexOf(played.own) + played.own.length;
      const read = [...answer].map((_, end) => meaning(answer.slice(0, end), moves, true));
      expect(read.slice(0, complete).filter((each) => each !== "cut-off")).toEqual([]);
      expect([template, meaning(answer, moves, true)]).toEqual([template, code]);
    }
    expect(meaning(played.own, moves, true)).toBe("cut-off");
    expect(meaning(fill("<think>M or O? If I play O then", played), moves, true)).toBe("cut-off");
  });

  test("2,500 answers of prose and moves without a choice have none", () => {
    const { legalMoves, readMove } = moves;
    const random = seeded(60);
    const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
    const written = legalMoves.flatMap((each) => [each, readMove(each)?.text ?? each]);
    const prose = [
      "I consider",
      "then",
      "after",
      "is too slow because",
      "he answers",
      "the best move would be",
      "or",
      "perhaps",
      "my opponent's move:",
      "expected move:",
      "wins a piece",
      "\n",
      "\n\n- ",
      ". ",
      ", ",
      " (",
      ") ",
      "1.",
      "**",
      "`",
      ": ",
      "?",
      "!",
      "= ",
      "move",
      "so",
      "<why>",
      "</why>",
      "{",
      "}",
      '"',
      "backup move:",
      "Let me think",
      "not",
      "threat:",
      "option 1:",
      "plan B:",
      "légal",
      "→",
      "…",
    ];
    const ghosts = Array.from({ length: 2_500 }, () => {
      const parts = Array.from({ length: 4 + Math.floor(random() * 24) }, () =>
        random() < 0.4 ? one(written) : one(prose),
      );
      return `Well, ${parts.join(" ")} and so on`;
    }).filter((answer) => readAnswer(answer, moves).text !== null);
    expect(ghosts).toEqual([]);
  });
});

test.each([
  ["MOVE: e2 to e4", "e2e4"],
  ["MOVE: e2 → e4", "e2e4"],
  ["MOVE: e2 e4", "e2e4"],
  ["MOVE: e2-e4", "e2e4"],
  ["MOVE: Knight to f3", "g1f3"],
  ["MOVE: ♘f3", "g1f3"],
  ["MOVE: 1. e4", "e2e4"],
  ["MOVE: 1... e4", "e2e4"],
  ["1. e4", "e2e4"],
  ["Knight to f3", "g1f3"],
  ["MOVE: e4!", "e2e4"],
  ["MOVE: 1. e4. It takes the centre.", "e2e4"],
  ["MOVE: Nf3 (g1f3)", "g1f3"],
  ["MOVE: Nf3<end_of_turn>", "g1f3"],
  ["MOVE: Nf3 (Réti)", "g1f3"],
  ["MOVE: castles kingside", "unreadable"],
  ["👉 **e4**", "e2e4"],
  ["♘ f3", "g1f3"],
  ["make_move(e4)", "unreadable"],
  ["<move>e4", "unreadable"],
  ["> **MOVE:** e4\n\nMy move: simple, but good.", "e2e4"],
  ["**Best Move: Nf3**\n\nReason: simple.", "g1f3"],
  ["MOVE: Nf3 (Réti) - better than e4", "unreadable"],
  ['{"from":"e2","to":"e4"}', "e2e4"],
  ['{"move":{"from":"e2","to":"e4"}}', "e2e4"],
  ['{"san":"Nf3","uci":"g1f3"}', "g1f3"],
  ['{"move":"Nxf7","reasoning":"e4 is too committal"}', "Nxf7"],
  ["MOVE: e2 to e9", "e2 to e9"],
  ["MOVE: O-O", "O-O"],
  ["MOVE: e4 e5", "unreadable"],
])("the answer %j is read in chess", (answer, expected) => expect(meaning(answer, opening)).toBe(expected));

test("a choice that may go on at the end of an answer that was cut off is none", () => {
  const castling = movesIn("chess", ..."d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 Nf3 Nf6 e3 e6 Be2 Be7".split(" "));
  expect(meaning("MOVE: O-O", castling)).toBe("e1g1");
  expect(meaning("MOVE: O-O", castling, true)).toBe("cut-off");
  expect(meaning("MOVE: O-O\n", castling, true)).toBe("e1g1");
  expect(meaning("MOVE: O-O-O", castling, true)).toBe("e1c1");
  expect(meaning("MOVE: Nf", castling, true)).toBe("cut-off");
});

test.each([
  ["MOVE: 0, 2", "c1"],
  ["MOVE: (0,2)", "c1"],
  ["(0, 2)", "c1"],
  ['{"row": 0, "col": 2}', "c1"],
  ['{"move": [0, 2]}', "c1"],
  ["MOVE: C1!", "c1"],
  ["ｃ１", "c1"],
])("the answer %j is read in tic-tac-toe", (answer, expected) => expect(meaning(answer, cells)).toBe(expected));

test.each([
  ['{"choice": 4}', "4"],
  ["４", "4"],
  ["4️⃣", "4"],
  ["-1", "-1"],
  ["I choose 4 of 5.", "unreadable"],
  ["1 + 3 = 4", "unreadable"],
  ["Round 2: MOVE: 4", "unreadable"],
])("the answer %j is read in odd/even", (answer, expected) => expect(meaning(answer, choices)).toBe(expected));

test("an answer that is a stretch of one sign holds nobody up", () => {
  const before = process.cpuUsage();
  for (const sign of [
    ".",
    "<think>",
    "{",
    "{\n",
    "```\n",
    '"',
    "move ",
    "MOVE:\n",
    "so, ",
    "my ",
    "\\boxed{",
    "(",
    "<move>",
    "~~",
    "* ",
    ". Move",
    " ",
  ])
    expect(readAnswer(sign.repeat(65_536 / sign.length), opening).text).toBeNull();
  for (const line of ["e4\n", "{}\n", "MOVE: e4\n", "* "]) proseIn(line.repeat(65_536 / line.length), opening);
  // Microseconds of this process, since a busy machine takes longer.
  const { user, system } = process.cpuUsage(before);
  expect(user + system).toBeLessThan(5_000_000);
});

test.each([
  ["I like the centre.\n\nMOVE: e4", "I like the centre."],
  [
    "<think>If e5, then Nf3.</think>The centre counts.\n**Final answer:** `e4`\nIt is sound.",
    "The centre counts.\nIt is sound.\n\nIf e5, then Nf3.",
  ],
  ["Hm. If e5, then Nf3.</think>\nMOVE: e4", "Hm. If e5, then Nf3."],
  [
    '{"move": "Nf3", "reasoning": "e4 is too committal", "plan": {"next": "to castle soon"}}',
    "e4 is too committal\nto castle soon",
  ],
  ['So be it:\n```json\n{"move": "Nf3",\n "why": "It develops a knight."}\n```', "So be it:\nIt develops a knight."],
  ["Knights first. Move: Nf3", "Knights first."],
  ["Best Move:\ne4", ""],
  ["Centre.\n<move>e4</move>", "Centre."],
  ["$\\boxed{e4}$", ""],
  ["e4", ""],
])("the words beside the choice of an answer are the model's thoughts: %j", (answer, prose) => {
  expect(meaning(answer, opening)).toMatch(/^(?:e2e4|g1f3)$/);
  expect(proseIn(answer, opening).trim()).toBe(prose);
});

test("the game's reader is given few texts of an answer, however many it has", () => {
  let count = 0;
  const counted: TypedMoves = {
    ...opening,
    readMove: (text) => {
      count += 1;
      return opening.readMove(text);
    },
  };
  expect(readAnswer("MOVE: e4\n".repeat(7_000), counted)).toMatchObject({ text: "e4" });
  expect(count).toBe(1);
  count = 0;
  const many = Array.from({ length: 4_000 }, (_, index) => `MOVE: e4 or no. ${index}, no`).join("\n");
  expect(readAnswer(many, counted).text).toBeNull();
  proseIn(many, counted);
  expect(count).toBeLessThanOrEqual(1_000);
});
