import { useState } from "preact/hooks";
import { findPage, pages } from "../../games/pages.ts";
import type { GameDetail } from "../../shared/api.ts";
import { seatTitle } from "../../shared/terms.ts";
import { createGame } from "../api/client.ts";
import { connectAddress, gameAddress } from "../app/address.ts";
import { navigate } from "../app/route.ts";
import { Button } from "../ui/button.tsx";
import { JoinPromptButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Problem } from "../ui/field.tsx";
import { useBusy, useShown } from "../ui/hooks.ts";
import { clockOf } from "./clocks.ts";
import { type Beginning, createdGame, hideNewGame, initialValues } from "./dialog-state.ts";
import { type Draft, firstDraft, requestOf, saveDraft, savedDraft } from "./draft.ts";
import { NewGameForm } from "./new-game-form.tsx";
import { firstTexts, readOptions } from "./option-texts.ts";
import { openCreated } from "./start-game.ts";
import "./new-game.css";

/** Creates a game; where an agent is to come, shows its join prompt. */
export function NewGameDialog() {
  const [draft, setDraft] = useState<Draft>(() => draftFrom(initialValues.peek()));
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, run] = useBusy();
  const isShown = useShown();
  const page = findPage(draft.game) ?? pages[0];

  const create = async (): Promise<string | null> => {
    if (clockOf(draft.clock) === undefined)
      return "Clock: 1 second to 24 hours for each side, plus at most an hour per move.";
    const options = await readOptions(page, draft.options);
    if (!options.ok) return options.message;
    const answer = await createGame(requestOf(draft, page.seats, options.value));
    if (!answer.ok) return answer.message;
    saveDraft(draft, options.value);
    if (isShown.current) openCreated(answer.value);
    return null;
  };

  if (createdGame.value) return <InviteDialog {...createdGame.value} />;
  return (
    <Dialog
      title="New game"
      wide
      onClose={hideNewGame}
      act={{
        label: draft.pairing === "computer-computer" ? "Watch" : "Start",
        disabled: busy,
        note: <Problem text={problem} />,
        run: () => run(async () => setProblem(await create())),
      }}
    >
      <NewGameForm
        draft={draft}
        change={(part) => {
          setDraft((before) => ({ ...before, ...part }));
          setProblem(null);
        }}
        page={page}
      />
    </Dialog>
  );
}

/** The default draft, or one of a game from a position. */
function draftFrom(start: Beginning | null): Draft {
  const page = start && findPage(start.game);
  if (!start || !page) return savedDraft();
  const field = page.options.find(({ kind }) => kind === "position");
  const texts = firstTexts(page.options);
  const options = { ...firstDraft.options, [page.kind]: field ? { ...texts, [field.name]: start.position } : texts };
  return { ...firstDraft, game: page.kind, options };
}

/** The prompts that bring agents to a created game: one for each open seat. */
function InviteDialog({ game, to }: { game: GameDetail; to: string }) {
  const prompts = Object.entries(game.join_prompts);
  const open = () => {
    hideNewGame();
    navigate(gameAddress.path({ id: game.game_id }));
  };
  return (
    <Dialog
      title={`Game ${game.game_id} is ready`}
      onClose={hideNewGame}
      actions={<Button label="Open the board" onClick={open} />}
    >
      {prompts.map(([seat, prompt = ""]) => (
        <div key={seat} class="stack gap-2">
          <p>
            {prompts.length > 1
              ? `Paste this into the assistant that is to play ${seatTitle(seat)}.`
              : `Paste this into ${to}. The game starts when it joins.`}
          </p>
          <blockquote class="prompt pad-3 small sunken rounded">{prompt}</blockquote>
          <JoinPromptButton kind="primary" text={prompt} />
        </div>
      ))}
      <p class="quiet small">
        Not connected to Kibitz yet?{" "}
        <a href={connectAddress.path({})} onClick={hideNewGame}>
          Connect an assistant
        </a>
      </p>
    </Dialog>
  );
}
