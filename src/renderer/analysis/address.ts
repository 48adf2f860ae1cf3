import { queryAddress } from "../app/address.ts";

/** The query says what is analysed: `?game=4821&ply=12`, `?position=FEN`, `?pasted=N`; empty for the starting position. */
export const analysisAddress = queryAddress("/analysis");
