/** What stands in an element of the page, where there is one. The page and what stands in it were written together, by one Kibitz. */
export const seedIn = <Seed>(id: string): Seed | null => JSON.parse(document.getElementById(id)?.textContent ?? "null");
