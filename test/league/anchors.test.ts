import { expect, test } from "vitest";
import { outside } from "../../bench/anchors/comparison.ts";
import { matchFigures, sequentialTests } from "../../bench/anchors/fastchess.ts";
import { bayesEloList, ordoList, randomOpponents, threePrograms } from "../../bench/anchors/rating-lists.ts";

test.each([
  ["sequential tests", sequentialTests, 4],
  ["figures of matches", matchFigures, 19],
  ["ratings of Ordo", ordoList, 20],
  ["ratings of BayesElo", bayesEloList, 8],
  ["ratings of three programs", threePrograms, 12],
  ["ratings of models that met a random player", randomOpponents, 66],
])("published %s are those of Kibitz within their errors", (_, compared, rows) => {
  const comparison = compared();
  expect(comparison.rows).toHaveLength(rows);
  expect(outside(comparison)).toEqual([]);
});
