import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from '#testing/chromium.ts';

const { executablePath, env } = await findChromium();

/** Only `npm run test:all` runs journeys with the tag `@extended`. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './data.setup.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: availableParallelism(),
  // Only ends journeys that hang.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath, args: chromiumArguments, env: { ...process.env, ...env } },
    trace: 'on-first-retry',
    video: 'off',
  },
});
