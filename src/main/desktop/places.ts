/** The pages of the window, as paths of its router. */
export const places = {
  home: "/",
  games: "/games",
  newGame: "/?new",
  connect: "/connect",
  settings: "/settings",
  about: "/about",
} as const;

export const gamePlace = (id: string): string => `/game/${id}`;
export const leaguePlace = (id: string): string => `/league/${id}`;
