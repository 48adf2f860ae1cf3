/**
 * The data in an element of the page; null without one. The page and its data were written together, by one version of
 * Kibitz.
 */
export const seedIn = <Seed>(id: string): Seed | null => JSON.parse(document.getElementById(id)?.textContent ?? "null");
