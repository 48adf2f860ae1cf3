import { useTitle } from "../app/use-title.ts";

/** The rating list over all rated games. */
export function RatingsPage({ game }: { game: string | null }) {
  useTitle("Rating list");
  return <div class="page ratings-page">{game}</div>;
}
