import { notices, wantNotices } from "../calls/notices.ts";
import { play, type Sound } from "../game/synthesiser.ts";
import { Button } from "../ui/button.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Toggle } from "../ui/toggle.tsx";
import { changeSettings, volume as loudness, settings } from "./settings.ts";
import * as strings from "./strings.ts";

const replies = [
  { value: "0", label: strings.atOnce },
  { value: "400", label: strings.afterMoment },
  { value: "1200", label: strings.slowly },
] as const;
const volumes = [
  { value: "30", label: strings.quiet },
  { value: "80", label: strings.usual },
  { value: "100", label: strings.loud },
] as const;

const heard: readonly (readonly [Sound, string])[] = [
  ["move", strings.move],
  ["capture", strings.capture],
  ["check", strings.check],
  ["low", strings.littleTime],
  ["end", strings.end],
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
        hint={strings.movesCapturesChecksLittleTime}
      >
        {strings.sounds}
      </Toggle>
      {sounds && (
        <Segmented
          legend={strings.volume}
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
          <legend class="field-label">{strings.listen}</legend>
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
        legend={strings.computerAnswers}
        value={nearest(replies, reply_ms) ?? "400"}
        onChange={(value) => void changeSettings({ reply_ms: Number(value) })}
        options={replies}
      />
      <Toggle on={legal_dots} onChange={(on) => void changeSettings({ legal_dots: on })}>
        {strings.showWherePieceMayGo}
      </Toggle>
      <Toggle on={animation} onChange={(on) => void changeSettings({ animation: on })}>
        {strings.animatePieces}
      </Toggle>
      <Toggle
        on={auto_promote}
        onChange={(on) => void changeSettings({ auto_promote: on })}
        hint={strings.withoutBeingAskedTypedMove}
      >
        {strings.promoteToQueenAtOnce}
      </Toggle>
      <Toggle
        on={confirm_moves}
        onChange={(on) => void changeSettings({ confirm_moves: on })}
        hint={strings.moveStandsOnBoardUntil}
      >
        {strings.confirmMoves}
      </Toggle>
      <Toggle on={figurines} onChange={(on) => void changeSettings({ figurines: on })}>
        {strings.figurineNotation}
      </Toggle>
      <Toggle
        on={turn_board}
        onChange={(on) => void changeSettings({ turn_board: on })}
        hint={strings.whereTwoPeoplePlay}
      >
        {strings.turnBoardToWhoever}
      </Toggle>
      <Toggle on={zen} onChange={(on) => void changeSettings({ zen: on })} hint={strings.gameShowsNothingBut}>
        {strings.zenMode}
      </Toggle>
      {notices.value !== "none" && (
        <Toggle
          on={notices.value === "on"}
          onChange={(on) => void wantNotices(on)}
          disabled={notices.value === "blocked"}
          hint={notices.value === "blocked" ? strings.blockedInThisBrowserAllow : strings.forYourTurnsAndMatches}
        >
          {strings.notifications}
        </Toggle>
      )}
    </>
  );
}
