/**
 * Tag of tests that only `npm run test:all` runs: chaos runs, 100,000 rows, every screen in every theme. Playwright
 * writes it `@extended`.
 */
export const EXTENDED = 'extended';
