import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildServer, isServerBuildFresh } from '#server/building/server-build.ts';
import { buildWeb, isWebBuildFresh } from '#server/building/web-build.ts';

/** Runs every test runner, whatever the others say, and prints one sum as its last line. */

interface Sum {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What failed, where the runner's own list of it would stand far above. */
  readonly failures?: readonly string[];
}

interface Runner {
  readonly name: string;
  readonly command: readonly string[];
  readonly env: (report: string) => Record<string, string>;
  readonly args: (report: string) => readonly string[];
  readonly read: (report: string) => Sum;
}

const root = join(import.meta.dirname, '..');

const vitest: Runner = {
  name: 'Vitest',
  command: ['vitest', 'run'],
  args: (report) => ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  env: () => ({}),
  read: (report) => {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(report);
    const failures = (testResults as FileReport[]).filter(({ status }) => status === 'failed').flatMap(failuresOf);
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests, failures };
  },
};

/** A file of tests in the report of Vitest. */
interface FileReport {
  readonly name: string;
  readonly status: string;
  /** Why it failed as a whole. */
  readonly message: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
  }[];
}

function failuresOf({ name, message, assertionResults }: FileReport): string[] {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  const told = failed.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]}`);
  return (told.length > 0 ? told : [message]).map((each) => `${relative(root, name)}: ${each.split('\n')[0]}`);
}

const playwright: Runner = {
  name: 'Playwright',
  command: ['playwright', 'test', '--config=e2e/playwright.config.ts'],
  args: () => ['--reporter=list,json'],
  env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
  read: (report) => {
    const { expected, unexpected, flaky, skipped } = JSON.parse(report).stats;
    // Those that passed when they were run again, which the report names.
    return { passed: expected + flaky, failed: unexpected, skipped };
  },
};

if (!(await isWebBuildFresh())) await buildWeb();
// Journeys go through what people run.
if (!(await isServerBuildFresh())) await buildServer();
const sums: Sum[] = [];
for (const runner of [vitest, playwright]) sums.push(await run(runner));
for (const { failures = [] } of sums) for (const failure of failures) process.stdout.write(`failed: ${failure}\n`);
const total = (key: 'passed' | 'failed' | 'skipped') => sums.reduce((sum, each) => sum + each[key], 0);
const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : '';
process.stdout.write(`\n${total('passed')} passed, ${total('failed')} failed${skipped}\n`);
process.exitCode = total('failed') > 0 || total('passed') === 0 ? 1 : 0;

/** A runner that breaks without naming a failed test counts as one. */
async function run({ name, command, args, env, read }: Runner): Promise<Sum> {
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-report-'));
  const report = join(folder, 'report.json');
  const [program = '', ...rest] = command;
  const child = spawn(join(root, 'node_modules', '.bin', program), [...rest, ...args(report)], {
    cwd: root,
    env: { ...process.env, ...env(report) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  const text = await readFile(report, 'utf8').catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
  const sum = text === undefined ? { passed: 0, failed: 0, skipped: 0 } : read(text);
  if (code === 0 || sum.failed > 0) return sum;
  process.stdout.write(`${name} ended with ${code} and named no failed test.\n`);
  return { ...sum, failed: 1 };
}
