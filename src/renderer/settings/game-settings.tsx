import { notices, wantNotices } from "../calls/notices.ts";
import { play, type Sound } from "../game/synthesiser.ts";
import { Button } from "../ui/button.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Toggle } from "../ui/toggle.tsx";
import { changeSettings, volume as loudness, settings } from "./settings.ts";

const replies = [
  { value: "0", label: "At once" },
  { value: "400", label: "After a moment" },
  { value: "1200", label: "Slowly" },
] as const;
const volumes = [
  { value: "30", label: "Quiet" },
  { value: "80", label: "Usual" },
  { value: "100", label: "Loud" },
] as const;

const heard: readonly (readonly [Sound, string])[] = [
  ["move", "Move"],
  ["capture", "Capture"],
  ["check", "Check"],
  ["low", "Little time"],
  ["end", "End"],
];

/** The choice that comes nearest to what is set. */
const nearest = <Value extends string>(options: readonly { readonly value: Value }[], set: number): Value | undefined =>
  options
    .map(({ value }) => value)
    .toSorted((one, other) => Math.abs(Number(one) - set) - Math.abs(Number(other) - set))[0];

/** How games are shown and played. */
export function GameSettings() {
  const { sounds, volume, animation, legal_dots, figurines, auto_promote, confirm_moves, turn_board, zen, reply_ms } =
    settings.value;
  return (
    <>
      <Toggle
        on={sounds}
        onChange={(on) => void changeSettings({ sounds: on })}
        hint="Moves, captures, checks, little time and the end."
      >
        Sounds
      </Toggle>
      {sounds && (
        <Segmented
          legend="Volume"
          value={nearest(volumes, volume) ?? "80"}
          onChange={(value) => {
            void changeSettings({ volume: Number(value) });
            play("move", Number(value) / 100);
          }}
          options={volumes}
        />
      )}
      {sounds && (
        <fieldset>
          <legend class="field-label">Listen</legend>
          <div class="button-row">
            {heard.map(([sound, label]) => (
              <Button key={sound} size="small" onClick={() => play(sound, loudness.peek())}>
                {label}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      <Segmented
        legend="The computer answers"
        value={nearest(replies, reply_ms) ?? "400"}
        onChange={(value) => void changeSettings({ reply_ms: Number(value) })}
        options={replies}
      />
      <Toggle on={legal_dots} onChange={(on) => void changeSettings({ legal_dots: on })}>
        Show where a piece may go
      </Toggle>
      <Toggle on={animation} onChange={(on) => void changeSettings({ animation: on })}>
        Animate pieces
      </Toggle>
      <Toggle
        on={auto_promote}
        onChange={(on) => void changeSettings({ auto_promote: on })}
        hint="Without being asked; a typed move may still name another piece."
      >
        Promote to a queen at once
      </Toggle>
      <Toggle
        on={confirm_moves}
        onChange={(on) => void changeSettings({ confirm_moves: on })}
        hint="A move stands on the board until you confirm it. Premoves are played at once."
      >
        Confirm moves
      </Toggle>
      <Toggle on={figurines} onChange={(on) => void changeSettings({ figurines: on })}>
        Figurine notation
      </Toggle>
      <Toggle
        on={turn_board}
        onChange={(on) => void changeSettings({ turn_board: on })}
        hint="Where two people play at this board."
      >
        Turn the board to whoever is to move
      </Toggle>
      <Toggle
        on={zen}
        onChange={(on) => void changeSettings({ zen: on })}
        hint="A game shows nothing but its board, its players and its clocks. The key z does the same."
      >
        Zen mode
      </Toggle>
      {notices.value !== "none" && (
        <Toggle
          on={notices.value === "on"}
          onChange={(on) => void wantNotices(on)}
          disabled={notices.value === "blocked"}
          hint={
            notices.value === "blocked"
              ? "Blocked in this browser: allow them in its settings for this site."
              : "For your turns and matches, while this tab is hidden."
          }
        >
          Notifications
        </Toggle>
      )}
    </>
  );
}
