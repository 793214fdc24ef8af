import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { firstTexts } from './web/first-texts-plugin.ts';

const tests = globSync('{client,contract,server,web,cli,testing,bench,lint}/**/*.test.{ts,tsx}', {
  cwd: import.meta.dirname,
});
/** Tests that touch a database run on both engines. */
const dataTests = tests.filter((file) =>
  /#testing\/(?:app|database|given|two-services)\.ts/.test(readFileSync(file, 'utf8')),
);

export default defineConfig({
  plugins: [firstTexts],
  test: {
    testTimeout: 20_000,
    // Every core, where one would be left to whoever works beside.
    maxWorkers: '100%',
    // Modules are read once a worker, and not once a file: a test leaves nothing behind in them.
    isolate: false,
    // Long enough for the web app to be built, where it has to be.
    hookTimeout: 240_000,
    // On a machine that others use, too, a test may meet a moment in which nothing moves; the report names it.
    retry: process.env.CI ? 1 : 0,
    reporters: process.env.CI ? ['dot'] : ['default'],
    projects: [
      { extends: true, test: { name: 'sqlite', include: tests, exclude: ['web/admin/**/*.route.test.tsx'] } },
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['web/admin/**/*.route.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['testing/screens.setup.ts'],
        },
      },
      { extends: true, test: { name: 'postgres', include: dataTests, globalSetup: ['testing/postgres.setup.ts'] } },
    ],
  },
});
