/** Longest body of any request, in bytes; an address may take less. */
export const LONGEST_BODY = 1024 * 1024;
