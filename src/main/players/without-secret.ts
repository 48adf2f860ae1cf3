/** What somebody said without a secret that they were told, also where its line was broken; before it is cut anywhere. */
export function withoutSecret(text: string, secret: string): string {
  const signs = Array.from(secret, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
  return text.replaceAll(new RegExp(signs.join("\\s*"), "gu"), "…");
}
