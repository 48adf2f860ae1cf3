export interface Address<Params> {
  /** The parameters in an address; null if it is not one of this page. */
  parse(pathname: string, search: string): Params | null;
  /** Path and query of the page with these parameters. */
  path(params: Params): string;
}

type NoParams = Readonly<Record<never, never>>;

/** The address of a page without parameters. */
const fixedAddress = (path: string): Address<NoParams> => ({
  parse: (pathname) => (withoutSlash(pathname) === path ? {} : null),
  path: () => path,
});

/** The address of a page that keeps its parameters in the query, which it reads itself: `?list=finished`, or empty. */
const queryAddress = (path: string): Address<{ readonly query: string }> => ({
  parse: (pathname, search) => (withoutSlash(pathname) === path ? { query: search } : null),
  path: ({ query }) => `${path}${query}`,
});

/** The address of a page about one thing, which its id names: `/game/4821`. */
const idAddress = (path: string): Address<{ readonly id: string }> => ({
  parse: (pathname) => {
    const id = withoutSlash(pathname.slice(path.length + 1));
    return pathname.startsWith(`${path}/`) && /^\w{1,20}$/.test(id) ? { id } : null;
  },
  path: ({ id }) => `${path}/${id}`,
});

/** An address may end with a slash. */
const withoutSlash = (pathname: string): string => pathname.replace(/(.)\/$/, "$1");

export const gameAddress = idAddress("/game");

const homeRoot = fixedAddress("/");

/** The window opens the file itself. */
export const homeAddress: Address<NoParams> = {
  ...homeRoot,
  parse: (pathname, search) => homeRoot.parse(pathname.replace(/^\/index\.html$/, "/"), search),
};

/** The query says what is analysed: `?game=4821&ply=12`, `?position=FEN`, `?pasted=N`; empty for the starting position. */
export const analysisAddress = queryAddress("/analysis");

/** Positions of the person's games in which they went wrong. */
export const practiceAddress = fixedAddress("/practice");

export const settingsAddress = fixedAddress("/settings");

export const aboutAddress = fixedAddress("/about");

export const connectAddress = fixedAddress("/connect");

/** The lists of games. The query says which list, and what is searched for: `?list=finished&result=won`. */
export const gamesAddress = queryAddress("/games");

/** The page of a game; for a study, that of its analysis. */
export const gamePath = ({ game_id, study }: { readonly game_id: string; readonly study: string | null }): string =>
  study === null ? gameAddress.path({ id: game_id }) : analysisAddress.path({ query: `?game=${game_id}` });

export const leaguesAddress = fixedAddress("/leagues");

export const leagueAddress = idAddress("/league");

/** The page of an entrant of a league, by its number there. */
export const entrantAddress: Address<{ readonly id: string; readonly number: number }> = {
  parse: (pathname) => {
    const [, id, number] = /^\/league\/(\w{1,20})\/entrant\/(\d{1,5})$/.exec(withoutSlash(pathname)) ?? [];
    return id === undefined ? null : { id, number: Number(number) };
  },
  path: ({ id, number }) => `/league/${id}/entrant/${number}`,
};

/** The rating list of a kind of game; null for the default one. */
export const ratingsAddress: Address<{ readonly game: string | null }> = {
  parse: (pathname) => {
    const match = /^\/ratings(?:\/([\w-]{1,40}))?$/.exec(withoutSlash(pathname));
    return match && { game: match[1] ?? null };
  },
  path: ({ game }) => (game === null ? "/ratings" : `/ratings/${game}`),
};
