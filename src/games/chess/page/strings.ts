export const chessBoard = (gameId: string) => `Chess board, game ${gameId}`;
export const atPly = (label: string, ply: number) => `${label}, ply ${ply}`;

export const nothingCaptured = "nothing captured";
export const captured = (pieces: string) => `captured: ${pieces}`;
export const aheadBy = (pawns: number) => `, ahead by ${pawns} in material`;

export const castlings = { K: "White O-O", Q: "White O-O-O", k: "Black O-O", q: "Black O-O-O" } as const;

export const position = "Position";
export const dragPieces =
  "Drag pieces onto the board, or off it to remove them. Or choose a piece and click squares; a second click removes it. Keys: arrows, a letter for a piece (a capital for White), Delete.";
export const toMove = "To move";
export const white = "White";
export const black = "Black";
export const enPassant = "En passant";
export const none = "none";
export const castling = "Castling";
export const startPosition = "Starting position";
export const clearBoard = "Clear the board";

export const claimDrawWithThisMove = "Claim a draw with this move";
export const claimDrawTitle = "Claim a draw?";
export const claimDrawText =
  "The same position has occurred three times, or fifty moves have passed without a capture or a pawn move. The game ends as a draw.";
export const claimDraw = "Claim draw";

export const keys = "Arrow keys move around the board. Enter picks a piece up and puts it down, Escape lets it go.";
const movesCount = (moves: number) => (moves === 1 ? "1 move" : `${moves} moves`);
export const pickedUp = (piece: string, square: string, moves: number) =>
  `${piece} on ${square} picked up, ${movesCount(moves)}`;
export const pieceOn = (piece: string, square: string) => `${piece} on ${square}`;
export const putDown = "put down";
export const nothingToPickUp = (square: string) => `nothing to pick up on ${square}`;
export const notLegal = (square: string) => `no legal move to ${square}`;
export const premoveFromTo = (squares: readonly string[]) => `premove ${squares.join(" to ")}`;
export const noPremove = "no premove";
export const selectedLabel = "selected";
export const canMoveHere = "can move here";
export const premove = "premove";
export const lastMove = "last move";

export const isNotLegalHere = (text: string) => `“${text}” is not a legal move here.`;
export const canMeanSeveral = (text: string, moves: readonly string[]) =>
  `“${text}” can be ${moves.join(" or ")}: type the one that you mean.`;
export const moveInNotation = "Move, in algebraic notation";
export const moveExample = "Nf3";
export const playMove = "Play the move";
export const moreAboutNextMove = "More about the next move";
export const claimCheckmate = "Claim checkmate";
export const whatClaimDoes = "Claims that your next move is checkmate. If it is not, the move is not played.";

export const fenOrPgn = "FEN or PGN";
export const startFromPosition = "Start from a position";
export const lastPositionOfPgn = "From a PGN, the last position is used.";

export const neitherFenNorPgn = "This is neither a FEN nor a PGN with moves.";
export const pgnCannotBeUsed = (why: string) => `This PGN cannot be used: ${why}`;
export const pgnMoveIsNotPossible = (number: string, san: string) =>
  `This PGN cannot be played through: ${number} ${san} is not a legal move.`;

export const moveExamples = "Nf3 or g1f3";
export const checkmate = "checkmate";

export const takeMoveBack = "Take the move back";
export const promotePawnTo = "Promote the pawn to";

export const gameIsOverHere = "The game is over in this position.";
