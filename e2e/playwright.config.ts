import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from '#testing/chromium.ts';

const { executablePath, env } = await findChromium();

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  // Journeys are long, and a machine that others use is slow: what hangs is told by what it waits for.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  // On a machine that others use, too, a page may meet a moment in which nothing moves; the report names it.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, args: chromiumArguments, env: { ...process.env, ...env } },
    // Writing down every step costs a fifth of the time: where many wait, only what fails and is run again is.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
  },
});
