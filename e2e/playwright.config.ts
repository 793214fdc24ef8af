import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from '#testing/chromium.ts';

const { executablePath, env } = await findChromium();

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, args: chromiumArguments, env: { ...process.env, ...env } },
    trace: 'retain-on-failure',
  },
});
