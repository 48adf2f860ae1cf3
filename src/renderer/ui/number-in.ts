/**
 * Digits in groups of three, with the sign that stands between them. A single group after a point is none: `1.000` is 1,
 * as its last zeros are decimals.
 */
const groupedDigits = /^([-+]?[1-9]\d{0,2}(?:([ ,'’.])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/;

/**
 * The number that a person typed, with digits grouped as people write them (`1,000`, `1 000`, `1.000.000,5`), and a decimal
 * comma where it can be nothing else (`0,5`, `12,50`); NaN for an empty text or another one.
 */
export function numberIn(text: string): number {
  const input = text.trim().replace(/\s/g, " ").replace("−", "-");
  const [, whole = "", sign, decimals] = groupedDigits.exec(input) ?? [];
  const isGrouped = whole !== "" && !(sign === "." && decimals === undefined && whole.split(".").length === 2);
  const plain = isGrouped ? `${whole.replace(/[ ,'’.]/g, "")}.${decimals ?? 0}` : input.replace(",", ".");
  return /^[-+]?\.?\d/.test(plain) ? Number(plain) : Number.NaN;
}
