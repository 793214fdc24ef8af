import { availableParallelism } from 'node:os';
import { defineConfig, type Plugin } from 'vitest/config';
import { EXTENDED } from './testing/tiers.ts';
import { firstTexts } from './web/i18n/first-texts-plugin.ts';

const ROOMS = '{client,contract,server,web,cli,testing,bench,lint}';
const DATA_TESTS = `${ROOMS}/**/*.db.test.{ts,tsx}`;
const ENGINE_TESTS = `${ROOMS}/**/*.engines.test.{ts,tsx}`;
const EXTENDED_TESTS = `${ROOMS}/**/*.extended.test.ts`;
const SCREEN_TESTS = 'web/**/*.route.test.tsx';

let publicApi: Promise<void> | undefined;

/** Writes the generated types of the client before the first test that loads them. */
const withPublicApi: Plugin = {
  name: 'public-api',
  enforce: 'pre',
  async resolveId(source) {
    if (!source.endsWith('/public-api.ts')) return;
    publicApi ??= import('./client/generate/write-public-api.ts').then(({ writePublicApi }) => writePublicApi());
    await publicApi;
  },
};

/** Tests run production builds: React and the Markdown parser have slower ones for development. */
const withoutDevelopmentBuilds: Plugin = {
  name: 'without-development-builds',
  // Vitest adds the condition `development` after it has merged this file into its own configuration.
  configResolved: ({ ssr }) => void Object.assign(ssr.resolve ?? {}, { conditions: ['node'] }),
};
const production = { env: { NODE_ENV: 'production' } };
const postgres = { ...production, globalSetup: ['testing/postgres.setup.ts'] };

/** The suffix of a file decides where it runs; docs/architecture.md lists the suffixes. */
export default defineConfig({
  plugins: [firstTexts, withPublicApi, withoutDevelopmentBuilds],
  // Both builds of React contain `jsx`; only the development build has `jsxDEV`.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    // Only ends tests that hang: a busy machine needs several times the usual duration.
    testTimeout: 60_000,
    // One more than cores: some tests wait for processes and timers.
    maxWorkers: availableParallelism() + 1,
    tags: [{ name: EXTENDED, description: 'runs in `npm run test:all` only', timeout: 300_000 }],
    // Modules load once per worker, not once per file: a test restores what it changes in them.
    isolate: false,
    // Each test creates an application, much of which the small default would copy twice.
    execArgv: ['--max-semi-space-size=64'],
    // Long enough to build the web app when necessary.
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    retry: process.env.CI ? 1 : 0,
    reporters: process.env.CI ? ['dot'] : ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${ROOMS}/**/*.test.{ts,tsx}`],
          exclude: [DATA_TESTS, ENGINE_TESTS, EXTENDED_TESTS, SCREEN_TESTS],
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          include: [SCREEN_TESTS],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { width: 1280, height: 800 } },
          setupFiles: ['testing/screens.setup.ts'],
        },
      },
      { extends: true, test: { name: 'sqlite', include: [DATA_TESTS, ENGINE_TESTS], ...production } },
      { extends: true, test: { name: 'postgres', include: [ENGINE_TESTS], ...postgres } },
      // The other tests run in `npm run test:all` only.
      { extends: true, test: { name: 'postgres-data', include: [DATA_TESTS], ...postgres } },
      { extends: true, test: { name: 'extended', include: [EXTENDED_TESTS] } },
    ],
  },
});
