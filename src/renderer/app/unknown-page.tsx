import { useTitle } from "./use-title.ts";

export function UnknownPage() {
  useTitle("Nothing here");
  return (
    <div class="page reading">
      <h1 tabIndex={-1}>There is nothing at this address</h1>
      <p>
        <a href="/games">All games</a>
      </p>
    </div>
  );
}
