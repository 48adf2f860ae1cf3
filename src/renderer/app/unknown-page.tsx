import { gamesAddress } from "./address.ts";
import * as strings from "./strings.ts";
import { useTitle } from "./use-title.ts";

export function UnknownPage() {
  useTitle(strings.nothingHere);
  return (
    <div class="page reading">
      <h1 tabIndex={-1}>{strings.thereIsNothing}</h1>
      <p>
        <a href={gamesAddress.path({ query: "" })}>{strings.allGames}</a>
      </p>
    </div>
  );
}
