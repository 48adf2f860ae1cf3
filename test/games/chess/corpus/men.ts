/** Whether the men of a side can give mate somehow: what the docstring of `canWin` says, counted once more from a FEN. */
export function canMate(fen: string, seat: "white" | "black"): boolean {
  const squares = [
    ...(fen.split(" ")[0] ?? "").replace(/\d/g, (digit) => ".".repeat(Number(digit))).replaceAll("/", ""),
  ];
  const cased = (letters: string, white: boolean) => (white ? letters : letters.toLowerCase());
  const count = (letters: string) => squares.filter((man) => man !== "." && letters.includes(man)).length;
  const own = (letters: string) => count(cased(letters, seat === "white"));
  const other = (letters: string) => count(cased(letters, seat !== "white"));
  if (own("PRQ") > 0) return true;
  if (own("N") > 0) return own("NB") > 1 || other("PNBR") > 0;
  if (own("B") === 0) return false;
  const colours = new Set(squares.flatMap((man, at) => (/b/i.test(man) ? [((at >> 3) + at) % 2] : [])));
  return colours.size === 2 || other("PN") > 0;
}
