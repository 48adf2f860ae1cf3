const code = (sign: string) => sign.codePointAt(0) ?? 0;
const hex = (sign: string) => code(sign).toString(16).padStart(2, "0");
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** A key as somebody may say it back who was told it. */
export function echoesOf(key: string): Readonly<Record<string, string>> {
  const each = (write: (sign: string) => string) => Array.from(key, write).join("");
  return {
    "as it is": key,
    "in capitals": key.toUpperCase(),
    "in small letters": key.toLowerCase(),
    "with spaces": each((sign) => `${sign} `),
    "with line ends": each((sign) => `${sign}\r\n`),
    "with escaped line ends": each((sign) => `${sign}\\n`),
    "with zero-width spaces": each((sign) => `${sign}\u200b`),
    "with soft hyphens and joiners": each((sign) => `${sign}\u00ad\u200d`),
    "with direction marks": each((sign) => `\u202e${sign}`),
    "with combining marks": each((sign) => `${sign}\u0301`),
    "with punctuation": each((sign) => `${sign}-.*|`),
    "in quotes, each": Array.from(key, (sign) => JSON.stringify(sign)).join(", "),
    "in wide letters": each((sign) => (sign > " " ? String.fromCodePoint(code(sign) + 0xfee0) : sign)),
    "in mathematical letters": key.replaceAll(/[a-z]/g, (sign) => String.fromCodePoint(0x1d41a + code(sign) - 97)),
    "with accents in letters": key.replaceAll("a", "á").replaceAll("n", "ñ"),
    "in JSON": each((sign) => `\\u00${hex(sign)}`),
    "in JSON in JSON": each((sign) => `\\\\u00${hex(sign)}`),
    "in JavaScript": each((sign) => `\\u{${hex(sign)}}`),
    "in C": each((sign) => `\\x${hex(sign)}`),
    "as numbers of a program": each((sign) => `0x${hex(sign)}, `),
    "in an address": encodeURIComponent(key),
    "in an address, each sign": each((sign) => `%${hex(sign)}`),
    "in an address in an address": each((sign) => `%25${hex(sign)}`),
    "in HTML": each((sign) => `&#${code(sign)};`),
    "in HTML, by hexadecimal numbers": each((sign) => `&#x${hex(sign)};`),
    "in base64": base64(key),
    "in base64 after one": base64(`x${key}`),
    "in base64 after two": base64(`xy${key}`),
    "in base64 within more": base64(`key=${key}\n`),
    "in base64 for addresses": Buffer.from(key).toString("base64url"),
    "in base64, in lines": base64(key).replaceAll(/.{8}/g, "$&\n"),
    "in hexadecimal": each(hex),
    "in hexadecimal, in pairs": each((sign) => `${hex(sign)} `).toUpperCase(),
    "as numbers": each((sign) => `${code(sign)}, `),
    "as octal numbers": each((sign) => `${code(sign).toString(8)} `),
    backwards: Array.from(key).reverse().join(""),
    "its beginning": key.slice(0, 16),
    "its end": key.slice(-14),
    "its middle": key.slice(8, 22),
  };
}
