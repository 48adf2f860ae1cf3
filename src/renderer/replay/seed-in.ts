/** The data in an element of the page; null without one. One version of Kibitz wrote both page and data. */
export const seedIn = <Seed>(id: string): Seed | null => JSON.parse(document.getElementById(id)?.textContent ?? "null");
