import { backgammon } from "./backgammon/page/index.tsx";
import { chess } from "./chess/page/index.tsx";
import { connectFour } from "./connect-four/page/index.tsx";
import { oddEven } from "./odd-even/page/index.tsx";
import { othello } from "./othello/page/index.tsx";
import { pagesOf } from "./page.ts";
import { poker } from "./poker/page/index.tsx";
import { ticTacToe } from "./tic-tac-toe/page/index.tsx";

/** The page parts of all games: one line each. */
export const { pages, findPage } = pagesOf([chess, ticTacToe, oddEven, connectFour, othello, backgammon, poker]);
