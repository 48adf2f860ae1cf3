import type { GamePage } from "../../../games/page.ts";
import type { AddedEngine } from "../../../shared/api.ts";
import type { LeagueChoices } from "../../../shared/leagues.ts";
import type { Problems } from "../../api/problems.ts";
import type { LeagueDraft } from "./draft.ts";

/** The data and actions of the form for a new league. */
export interface SetUpFormProps {
  readonly draft: LeagueDraft;
  readonly page: GamePage;
  /** The host's choices for the game; null until they are loaded. */
  readonly choice: LeagueChoices["games"][number] | null;
  /** The person's engines. */
  readonly engines: readonly AddedEngine[];
  readonly problems: Problems;
  /** The problem of a field, by its name. */
  readonly problem: (name: string) => string | null;
  /** Whether the person tried to create the league: then empty fields are reported too. */
  readonly tried: boolean;
  readonly change: (part: Partial<LeagueDraft>) => void;
}
