export const levelWords = [
  "First steps",
  "Beginner",
  "Learner",
  "Casual",
  "Steady",
  "Keen amateur",
  "Club player",
  "Strong club player",
  "Expert",
  "Full strength",
];
