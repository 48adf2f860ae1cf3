/** The logo: four squares of a board. */
export const Mark = () => (
  <svg class="logo" viewBox="0 0 20 20" aria-hidden="true">
    <rect class="logo-light" width="20" height="20" rx="4" />
    <path class="logo-dark" d="M10 0h6a4 4 0 0 1 4 4v6H10zM0 10h10v10H4a4 4 0 0 1-4-4z" />
  </svg>
);
