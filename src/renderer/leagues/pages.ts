/** The pages of leagues, loaded with the first one that is opened. */
export { EntrantPage } from "./entrant-page.tsx";
export { LeaguePage } from "./league-page.tsx";
export { LeaguesPage, RatingsPage } from "./leagues-page.tsx";
