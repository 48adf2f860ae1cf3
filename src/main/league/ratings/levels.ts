/** The computer's level with this identity in the rating list; null for everybody else. */
export function levelOf(identity: string): number | null {
  const [, level] = /^computer:(\d{1,2})(?::|$)/.exec(identity) ?? [];
  return level === undefined ? null : Number(level);
}
