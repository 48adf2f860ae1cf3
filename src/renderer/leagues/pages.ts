/** The pages of leagues, which are loaded when one of them is first looked at. */
export { EntrantPage } from "./entrant-page.tsx";
export { LeaguePage } from "./league-page.tsx";
export { LeaguesPage } from "./leagues-page.tsx";
export { RatingsPage } from "./ratings-page.tsx";
