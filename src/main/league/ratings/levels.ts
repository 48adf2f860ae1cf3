/** The level of the computer that an identity of the rating list is; null for everybody else. */
export function levelOf(identity: string): number | null {
  const [, level] = /^computer:(\d{1,2})(?::|$)/.exec(identity) ?? [];
  return level === undefined ? null : Number(level);
}
