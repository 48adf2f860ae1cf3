/** The address of a page, with its parameters. */
export interface Address<Params> {
  /** The parameters in an address; null if it is not one of this page. */
  read(pathname: string, search: string): Params | null;
  /** Path and query of the page with these parameters. */
  path(params: Params): string;
}

export type NoParams = Readonly<Record<never, never>>;

/** The address of a page without parameters. */
export const fixedAddress = (path: string): Address<NoParams> => ({
  read: (pathname) => (withoutSlash(pathname) === path ? {} : null),
  path: () => path,
});

/** The address of a page that keeps its parameters in the query, which it reads itself: `?list=finished`, or empty. */
export const queryAddress = (path: string): Address<{ readonly query: string }> => ({
  read: (pathname, search) => (withoutSlash(pathname) === path ? { query: search } : null),
  path: ({ query }) => `${path}${query}`,
});

/** The address of a page about one thing, which its id names: `/game/4821`. */
export const idAddress = (path: string): Address<{ readonly id: string }> => ({
  read: (pathname) => {
    const id = withoutSlash(pathname.slice(path.length + 1));
    return pathname.startsWith(`${path}/`) && /^\w{1,20}$/.test(id) ? { id } : null;
  },
  path: ({ id }) => `${path}/${id}`,
});

/** An address may end with a slash. */
export const withoutSlash = (pathname: string): string => pathname.replace(/(.)\/$/, "$1");
