import { fixedAddress } from "../app/address.ts";

export const aboutAddress = fixedAddress("/about");
