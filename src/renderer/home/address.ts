import { type Address, fixedAddress, type NoParams } from "../app/address.ts";

const root = fixedAddress("/");

/** The window opens the file itself. */
export const homeAddress: Address<NoParams> = {
  ...root,
  read: (pathname, search) => root.read(pathname.replace(/^\/index\.html$/, "/"), search),
};
