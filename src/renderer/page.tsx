import { type Game, games, link } from "./games.ts";

const linkText = {
  connecting: "Connecting…",
  live: "Live",
  lost: "Connection lost. Trying again…",
  refused: "Not signed in: open the address that Kibitz printed when it started.",
} as const;

export function Page() {
  const running = games.value.filter((game) => game.result === null);
  const over = games.value.filter((game) => game.result !== null);
  return (
    <>
      <header>
        <h1>Kibitz</h1>
        <p class="link" data-link={link.value} role="status">
          {linkText[link.value]}
        </p>
        {window.kibitz && (
          <button type="button" onClick={() => window.kibitz?.openInBrowser()}>
            Open in browser
          </button>
        )}
      </header>
      <main>
        <GameList
          title="Live games"
          games={running}
          empty="Nobody is playing. Ask your assistant to play chess with you."
        />
        {over.length > 0 && <GameList title="Finished" games={over} empty="" />}
      </main>
    </>
  );
}

function GameList(props: { title: string; games: readonly Game[]; empty: string }) {
  return (
    <section aria-label={props.title}>
      <h2>{props.title}</h2>
      {props.games.length === 0 ? (
        <p class="empty">{props.empty}</p>
      ) : (
        <ul>
          {props.games.map((game) => (
            <GameCard key={game.id} game={game} />
          ))}
        </ul>
      )}
    </section>
  );
}

function GameCard({ game }: { game: Game }) {
  return (
    <li class="game" data-game={game.id}>
      <span class="id">{game.id}</span>
      <span class="kind">{game.kind}</span>
      <ol class="players">
        {game.players.map((player) => (
          <li key={player.seat} class={player.seat === game.turn ? "to-move" : ""}>
            <span class="seat">{player.seat}</span> {player.name}
            {player.seat === game.turn && <span class="turn">to move</span>}
          </li>
        ))}
      </ol>
      <span class="state">{game.result ?? (game.ply === 0 ? "Not begun" : `${game.ply} plies`)}</span>
    </li>
  );
}
