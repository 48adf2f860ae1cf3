import { type Address, fixedAddress, idAddress, withoutSlash } from "../app/address.ts";

export const leaguesAddress = fixedAddress("/leagues");

export const leagueAddress = idAddress("/league");

/** The page of an entrant of a league, by its number there. */
export const entrantAddress: Address<{ readonly id: string; readonly number: number }> = {
  read: (pathname) => {
    const [, id, number] = /^\/league\/(\w{1,20})\/entrant\/(\d{1,5})$/.exec(withoutSlash(pathname)) ?? [];
    return id === undefined ? null : { id, number: Number(number) };
  },
  path: ({ id, number }) => `/league/${id}/entrant/${number}`,
};

/** The rating list of a kind of game; null for the default one. */
export const ratingsAddress: Address<{ readonly game: string | null }> = {
  read: (pathname) => {
    const found = /^\/ratings(?:\/([\w-]{1,40}))?$/.exec(withoutSlash(pathname));
    return found && { game: found[1] ?? null };
  },
  path: ({ game }) => (game === null ? "/ratings" : `/ratings/${game}`),
};
