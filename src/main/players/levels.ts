/** The computer's level where nobody chose one, of 1 to 10. */
export const USUAL_LEVEL = 5;
