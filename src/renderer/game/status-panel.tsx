import type { RenderableProps } from "preact";
import { useState } from "preact/hooks";
import type { PlayPart } from "../../games/page.ts";
import type { AgentCall, GameDetail } from "../../shared/api.ts";
import type { Seat } from "../../shared/terms.ts";
import { isYourTurn } from "../dashboard/filters.ts";
import { callsOf } from "../due/due.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { now, type Offer, offerInWords, offersIn } from "../ui/format.ts";
import { assign, matchingMedia } from "../ui/hooks.ts";
import { isQuiet, resumePrompt } from "./controls.tsx";
import { type GameModel, type Notice, ownSeat, type TableProps } from "./game-model.ts";
import { unreadLine } from "./game-panel.tsx";
import { moveNumber, nameOf, turnInWords } from "./game-words.ts";
import { Result, wonBy } from "./result.tsx";
import * as strings from "./strings.ts";

/** Whether the talk is below the board, out of the first screen. */
const isNarrow = matchingMedia("(max-width: 47.5rem)");

/** Shows the rules of a game that is not widely known. */
function RulesButton({ play }: { play: PlayPart }) {
  const [isOpen, setShown] = useState(false);
  if (play.rules.length === 0) return null;
  return (
    <>
      <Button label="Rules" size="small" kind="quiet" onClick={() => setShown(true)} />
      {isOpen && (
        <Dialog title={play.title} onClose={() => setShown(false)}>
          <div class="stack gap-2">
            {play.rules.map((rule) => (
              <p key={rule}>{rule}</p>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}

/** The agent that the person plays, and its calls; null where there is none. */
interface WithAgent extends TableProps {
  readonly agent: (AgentCall & { readonly seat: Seat }) | null;
}

/**
 * The state of the game, in a place of constant height: the result, whose turn it is or which position is shown, and
 * below it news or the opening, and where the game is from.
 */
export function StatusPanel({ model, live, children }: RenderableProps<TableProps>) {
  const { game } = live;
  const calls = game.status === "live" && game.person_seats.length > 0 ? callsOf(game.game_id) : {};
  const [agent = null] = Object.entries(calls).map(([seat, call]) => ({ ...call, seat }));
  const standing = (
    <div class="status-line spread shrinks weight-strong line" data-part="status">
      <Standing model={model} live={live} agent={agent} />
    </div>
  );
  return (
    <div class="status-panel" data-own={isYourTurn(game)} data-won={game.result ? wonBy(game) : undefined}>
      {game.result ? <Result game={game} /> : standing}
      {game.result && model.line.value ? (
        standing
      ) : (
        <div class="status-line spread shrinks status-below quiet small line">
          <Below model={model} live={live} agent={agent} />
          {children}
        </div>
      )}
    </div>
  );
}

function Standing({ model, live, agent }: WithAgent) {
  const { game, play } = live;
  const line = model.line.value;
  const ply = model.viewedPly.value;
  if (line)
    return (
      <>
        <p>{`Line: move ${line.count} of ${line.moves.length}`}</p>
        <Button label="Back to the game" size="small" kind="primary" onClick={() => model.playOut(null)} />
      </>
    );
  if (ply !== null)
    return (
      <>
        <p>{strings.viewing(ply === 0 ? null : moveNumber(ply, play.pliesBefore(game.options)).replace(/\W+$/, ""))}</p>
        <Button label="Back to live" size="small" kind="primary" onClick={() => model.view(null)} />
      </>
    );
  if (game.status === "open") return <p>Waiting for an assistant to join</p>;
  const own = isYourTurn(game);
  const offer = standingOffer(game);
  // Otherwise, it is said below.
  const ownOffer = offer && silenceOf(game, agent) && game.person_seats.includes(offer.by) && (
    <p class="push one-line rigid quiet small">{strings.ownOffers[offer.kind]}</p>
  );
  const turn = own ? ownSeat(game) : game.turn;
  if (turn === null) return <p>Waiting for a choice</p>;
  if (own && game.person_seats.length === 1)
    return (
      <>
        <p class="rigid">{turnInWords(game, turn, play)}</p>
        {ownOffer}
        {agent?.asleep && (
          <p class="line gap-1 shrinks push quiet small" data-part="asleep">
            <NoticeLine who={nameOf(game, agent.seat)} does="is asleep until you move" />
          </p>
        )}
      </>
    );
  return (
    <>
      <p class="line gap-1 shrinks">
        <NoticeLine
          who={nameOf(game, turn)}
          does={game.players[turn]?.kind === "computer" ? "is thinking" : "to move"}
        />
      </p>
      {ownOffer}
    </>
  );
}

/** A player's action in one line, of which only the name may be cut. */
const NoticeLine = ({ who, does }: Notice) => (
  <>
    <bdi class="one-line" title={who}>
      {who}
    </bdi>{" "}
    <span class="rigid">{does}</span>
  </>
);

/** A refusal, shown near the control that caused it. */
export function RefusalNotice({ model }: { model: GameModel }) {
  const refusal = model.refusal.value;
  if (refusal === null) return null;
  return (
    <div class="refused anchor">
      <p key={refusal} class="status-refusal placed pad-2" role="alert">
        {refusal.words}
      </p>
    </div>
  );
}

/** The offer that stands, but for offers to the person, which are shown below with their buttons. */
const standingOffer = (game: GameDetail): Offer | undefined =>
  offersIn(game).find(({ by }) => !game.person_seats.some((seat) => seat !== by));

/** The agent that is to move or to answer and does not, and why, with how it can be woken; null where there is none. */
function silenceOf(game: GameDetail, agent: WithAgent["agent"]) {
  const offer = standingOffer(game);
  const hasOffer = offer !== undefined && game.person_seats.includes(offer.by);
  const isNew = agent?.not_listening_in === 0 && agent.last_call === null;
  if (game.status !== "live" || (isYourTurn(game) && !hasOffer && !isNew)) return null;
  const isLong = isQuiet(game) && !agent?.waits;
  const mover = agent ?? { seat: game.to_move[0] ?? "", opens: null };
  if (!isLong && agent?.not_listening_in !== 0) return null;
  const isAbsent = isNew && game.ply === 0;
  const brief = isAbsent ? "has not come yet." : "is not waiting.";
  const does = isLong
    ? "has gone quiet."
    : isNarrow.value
      ? brief
      : isAbsent
        ? "does not know of this game yet."
        : "is not waiting for your move.";
  return { ...mover, isLong, does: agent?.gone ? "has disconnected." : does };
}

function Below({ model, live, agent }: WithAgent) {
  const { game, play } = live;
  if (model.notice.value !== null)
    return (
      <p class="line gap-1 shrinks weight-strong" data-part="notice">
        <NoticeLine {...model.notice.value} />
      </p>
    );
  const silent = silenceOf(game, agent);
  const offer = standingOffer(game);
  if (offer && (silent === null || !game.person_seats.includes(offer.by)))
    return <p>{game.person_seats.includes(offer.by) ? strings.ownOffers[offer.kind] : offerInWords(offer)}</p>;
  if (silent !== null)
    return (
      <>
        <p class="line gap-1 shrinks" data-part="not-listening">
          <NoticeLine who={nameOf(game, silent.seat)} does={silent.does} />
        </p>
        {silent.isLong ? (
          <Button
            label="What to do"
            size="small"
            onClick={() => {
              model.tab.value = "Game";
              model.isHelpWanted.value = true;
            }}
          />
        ) : silent.opens ? (
          <ButtonLink
            label={`Open ${silent.opens.title}`}
            size="small"
            href={silent.opens.link}
            title="Opens a new chat in which the prompt is ready to send."
          />
        ) : (
          <CopyButton
            label="Resume prompt"
            aria-label="Copy resume prompt"
            size="small"
            text={() => resumePrompt(game.game_id, silent.seat)}
            note={`Prompt copied. Paste it into ${nameOf(game, silent.seat)}.`}
          />
        )}
      </>
    );
  if (game.ply < 2 && game.league_id !== null && now.value < game.turn_since)
    return <p>{`The time starts in ${Math.ceil((game.turn_since - now.value) / 1_000)} s.`}</p>;
  const remark = unreadLine(model, live);
  if (remark)
    return (
      <button type="button" class="bare one-line" data-part="said" onClick={() => assign(model.tab, "Talk")}>
        <bdi class="weight-strong">{remark.name}</bdi>: “<bdi>{remark.message}</bdi>”
      </button>
    );
  if (game.clock && game.status === "live" && game.clock.running.length === 0 && game.history.length < 2)
    return <p>The clocks start when both have moved.</p>;
  if (game.opening)
    return (
      <p class="one-line" data-part="opening" title={game.opening.name}>
        <span class="weight-medium">{game.opening.code}</span> {game.opening.name}
      </p>
    );
  return (
    <>
      <p>{game.league_id === null ? `Game ${game.game_id} · ${play.title}` : play.title}</p>
      <RulesButton play={play} />
    </>
  );
}
