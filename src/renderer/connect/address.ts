import { fixedAddress } from "../app/address.ts";

export const connectAddress = fixedAddress("/connect");
