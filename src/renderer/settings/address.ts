import { fixedAddress } from "../app/address.ts";

export const settingsAddress = fixedAddress("/settings");
