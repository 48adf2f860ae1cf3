import { idAddress } from "../app/address.ts";

export const gameAddress = idAddress("/game");
