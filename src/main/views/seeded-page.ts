/** The element of a page with data for it. Nothing that somebody typed can end it. */
export const seedElement = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;

/** The page with data in its element of that id, which holds null before. */
export const seededPage = (page: string, id: string, data: unknown): string =>
  page.replace(seedElement(id, null), () => seedElement(id, data));
