import type { Signal } from "@preact/signals";
import { pgnType } from "../../games/kibitz.ts";
import { Button, PathIcon } from "../ui/button.tsx";
import type { Display } from "./display.ts";
import type { ChatGame } from "./game.ts";
import type { Mode } from "./host/chat-host.ts";

/** The button for full screen and back, where the host has both modes. */
export function ModeButton({ game, display }: { readonly game: ChatGame; readonly display: Signal<Display> }) {
  const { mode, modes } = display.value;
  const showAs = game.host.value?.showAs;
  const other: Mode = mode === "inline" ? "fullscreen" : "inline";
  if (!showAs || !modes.includes(other)) return null;
  return (
    <Button
      kind="quiet"
      size="small"
      label={mode === "inline" ? "Full screen" : "Back to the chat"}
      onClick={async () => {
        const now = await showAs(other);
        display.value = { ...display.value, mode: now };
      }}
    >
      <PathIcon
        d={
          mode === "inline"
            ? "M9.5 2.5h4v4M13.5 2.5L9 7M6.5 13.5h-4v-4M2.5 13.5L7 9"
            : "M13 7H9V3M9 7l4.5-4.5M3 9h4v4M7 9l-4.5 4.5"
        }
      />
    </Button>
  );
}

/** Links out of the chat, as far as the host allows them. */
export function GameLinks({ game }: { readonly game: ChatGame }) {
  const { host, askPgn, url, problem, state } = game;
  const { saveFile = null, openLink = null } = host.value ?? {};
  const save = async (give: NonNullable<typeof saveFile>, ask: NonNullable<typeof askPgn>) => {
    problem.value = null;
    const text = await ask();
    const isSaved = text && (await give(`kibitz-${state.value.game_id}.pgn`, pgnType, text));
    if (!isSaved) problem.value = { words: "The chat did not save it." };
  };
  const open = async (follow: NonNullable<typeof openLink>) => {
    problem.value = null;
    if (!(await follow(url))) problem.value = { words: `The chat did not open it. The game is at ${url}` };
  };
  if (!(saveFile && askPgn) && !openLink) return null;
  return (
    <>
      {saveFile && askPgn && (
        <Button label="Save PGN" kind="quiet" size="small" onClick={() => save(saveFile, askPgn)}>
          <PathIcon d="M8 2.5v7.5M4.5 7L8 10.5 11.5 7M3 13.5h10" />
        </Button>
      )}
      {openLink && (
        <Button label="Open in Kibitz" kind="quiet" size="small" onClick={() => open(openLink)}>
          <PathIcon d="M6.5 3.5h-3v9h9v-3M9 2.5h4.5V7M13.5 2.5L7.5 8.5" />
        </Button>
      )}
    </>
  );
}
