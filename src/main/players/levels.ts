/** The computer's default level, of 1 to 10. */
export const USUAL_LEVEL = 5;
