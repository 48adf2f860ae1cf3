import type { ComponentType, VNode } from "preact";
import { HomePage } from "../home/home-page.tsx";
import * as addresses from "./address.ts";
import { lazyComponent } from "./lazy.tsx";

interface OpenPage {
  /** Its canonical address: two addresses with the same one are one visit. */
  readonly path: string;
  readonly draw: () => VNode;
}

type Page = (pathname: string, search: string) => OpenPage | null;

/**
 * A page, which is drawn with the parameters of its address.
 * @param keyOf names what the page is about; where that changes, the page starts anew
 */
const page =
  <Params extends object>(
    { parse, path }: addresses.Address<Params>,
    View: ComponentType<Params>,
    keyOf: (params: Params) => string = () => "",
  ): Page =>
  (pathname, search) => {
    const params = parse(pathname, search);
    return params && { path: path(params), draw: () => <View key={keyOf(params)} {...params} /> };
  };

/** The same for a page whose code is fetched when it is first opened. */
const lazyPage = <Params extends object>(
  address: addresses.Address<Params>,
  load: () => Promise<ComponentType<Params>>,
  keyOf?: (params: Params) => string,
): Page => page(address, lazyComponent(load), keyOf);

const leaguePages = () => import("../leagues/pages.ts");
const byId = ({ id }: { readonly id: string }) => id;

/** Every page, in one line each. */
const allPages: readonly Page[] = [
  page(addresses.homeAddress, HomePage),
  lazyPage(addresses.gamesAddress, async () => (await import("../dashboard/dashboard-page.tsx")).GamesPage),
  lazyPage(addresses.gameAddress, async () => (await import("../game/game-page.tsx")).GamePage, byId),
  lazyPage(addresses.leaguesAddress, async () => (await leaguePages()).LeaguesPage),
  lazyPage(addresses.leagueAddress, async () => (await leaguePages()).LeaguePage, byId),
  lazyPage(addresses.entrantAddress, async () => (await leaguePages()).EntrantPage, addresses.entrantAddress.path),
  lazyPage(addresses.ratingsAddress, async () => (await leaguePages()).RatingsPage),
  lazyPage(addresses.analysisAddress, async () => (await import("../analysis/analysis-page.tsx")).AnalysisPage),
  lazyPage(addresses.practiceAddress, async () => (await import("../practice/practice-page.tsx")).PracticePage),
  lazyPage(addresses.settingsAddress, async () => (await import("../settings/settings-page.tsx")).SettingsPage),
  lazyPage(addresses.connectAddress, async () => (await import("../connect/connect-page.tsx")).ConnectPage),
  lazyPage(addresses.aboutAddress, async () => (await import("../about/about-page.tsx")).AboutPage),
];

/** The page at an address; null if there is none. */
export function pageAt(pathname: string, search: string): OpenPage | null {
  for (const open of allPages) {
    const page = open(pathname, search);
    if (page) return page;
  }
  return null;
}
