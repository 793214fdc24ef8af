import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildServer, isServerBuildFresh } from '#server/building/server-build.ts';
import { buildWeb, isWebBuildFresh } from '#server/building/web-build.ts';
import { runChild } from './run-child.ts';
import { readSummary, SUMMARY_VARIABLE, sumOf, type TestSummary, toReport } from './test-summary.ts';
import { EXTENDED } from './tiers.ts';

/**
 * Runs the tests and prints one total as the last line. `--all` adds the extended tests, `--only vitest` or `--only
 * playwright` restricts the run to one runner, and `--shard 1/3` runs a part of the journeys.
 */

/** At least twice the usual duration: only ends a run with a test that blocks its thread, which no timeout of the test can. */
const RUN_LIMIT_MS = 40 * 60_000;

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: { all: { type: 'boolean', default: false }, only: { type: 'string' }, shard: { type: 'string' } },
});
const shard = options.shard === undefined ? [] : [`--shard=${options.shard}`];

interface Run {
  readonly runner: 'vitest' | 'playwright';
  readonly title: string;
  readonly args: readonly string[];
}

const projects = (...names: string[]) => names.flatMap((name) => ['--project', name]);

const standard: Run[] = [
  {
    runner: 'vitest',
    title: 'unit, screens and data tests',
    args: [...projects('unit', 'screens', 'sqlite', 'postgres'), '--tags-filter', `!${EXTENDED}`],
  },
  { runner: 'playwright', title: 'journeys', args: ['--grep-invert', `@${EXTENDED}`, ...shard] },
];

const extended: Run[] = [
  { runner: 'vitest', title: 'data tests on PostgreSQL', args: projects('postgres-data') },
  {
    runner: 'vitest',
    title: 'extended tests',
    args: [
      ...projects('unit', 'screens', 'sqlite', 'postgres', 'extended'),
      '--tags-filter',
      EXTENDED,
      // Vitest would load every file to find the tags in it.
      ...filesWithTag(),
    ],
  },
  { runner: 'playwright', title: 'extended journeys', args: ['--grep', `@${EXTENDED}`, ...shard] },
];

function filesWithTag(): string[] {
  const files = globSync('{client,contract,server,web,cli,testing,bench,lint}/**/*.test.{ts,tsx}', { cwd: root });
  return files.filter((file) =>
    /tags: \['extended'\]|@module-tag extended|testInLanguages\(/.test(readFileSync(join(root, file), 'utf8')),
  );
}

if (!(await isWebBuildFresh())) await buildWeb();
// Journeys run on the build that users run.
if (!(await isServerBuildFresh())) await buildServer();
const runs = (options.all ? [...standard, ...extended] : standard).filter(
  ({ runner }) => options.only === undefined || runner === options.only,
);
const summaries: TestSummary[] = [];
for (const run of runs) summaries.push(await execute(run));
const total = sumOf(summaries);
process.stdout.write(toReport(total));
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

async function execute({ runner, title, args }: Run): Promise<TestSummary> {
  const startedAt = performance.now();
  process.stdout.write(`\n== ${title}\n`);
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-summary-'));
  const file = join(folder, 'summary.json');
  const command =
    runner === 'vitest'
      ? ['vitest', 'run', `--reporter=${process.env.CI ? 'dot' : 'default'}`, '--reporter=./testing/vitest-reporter.ts']
      : ['playwright', 'test', '--config=e2e/playwright.config.ts', '--reporter=list,./testing/playwright-reporter.ts'];
  const [program = '', ...rest] = command;
  const code = await runChild(join(root, 'node_modules', '.bin', program), [...rest, ...args], {
    cwd: root,
    limitMs: RUN_LIMIT_MS,
    env: {
      ...process.env,
      [SUMMARY_VARIABLE]: file,
      // Child processes of tests load their modules from this cache.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile-cache'),
    },
  });
  const summary = (await readSummary(file)) ?? {
    passed: 0,
    failed: 0,
    skipped: 0,
    failures: [],
    skips: [],
    retried: [],
  };
  await rm(folder, { recursive: true, force: true });
  process.stdout.write(`== ${title}: ${Math.round((performance.now() - startedAt) / 1000)} s\n`);
  if ((code === 0 && summary.passed > 0) || summary.failed > 0) return summary;
  const reason =
    code === null ? 'did not end in time or was ended by a signal' : `ended with ${code} and named no failed test`;
  return { ...summary, failed: 1, failures: [`${title}: ${runner} ${reason}`] };
}
