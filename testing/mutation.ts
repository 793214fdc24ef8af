import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { type Mutant, mutantsOf } from './mutants.ts';

/**
 * Measures how many small faults the tests find: changes one place of the source at a time and runs the tests near it,
 * on SQLite. Prints each fault that no test found, and the kill rate. `--count 200 --seed 1` are the defaults.
 * It changes files in place: run it on a checkout without uncommitted work.
 */

/** Where faults are made, and which tests beside those in the same folder look for them. */
const AREAS: readonly { readonly sources: string; readonly tests: readonly string[] }[] = [
  {
    sources: 'server/access/*.ts',
    tests: ['testing/permission-matrix.db.test.ts', 'server/services/isolation.db.test.ts'],
  },
  {
    sources: 'server/identity/**/*.ts',
    tests: ['server/identity', 'server/access', 'server/account', 'server/users', 'cli/secret'],
  },
  {
    sources: 'server/posts/{post-state,save-post,change-post,write-post,visibility,status}*.ts',
    tests: ['testing/conformance', 'server/posts'],
  },
  { sources: 'server/posts/schedule/*.ts', tests: ['testing/conformance/admin-posts.db.test.ts', 'server/posts/post'] },
  { sources: 'server/delivery/*.ts', tests: ['testing/conformance/transport.db.test.ts'] },
  {
    sources: 'contract/*.ts',
    tests: ['testing/conformance', 'testing/permission-matrix.db.test.ts', 'server/services'],
  },
];

const { values } = parseArgs({
  options: { count: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});

interface Candidate extends Mutant {
  /** Which tests to run, the likeliest to find the fault first. */
  readonly rounds: readonly (readonly string[])[];
}

const candidates = AREAS.flatMap(({ sources, tests }) =>
  globSync(sources)
    .filter((file) => !/[.](?:test|fixtures)[.]|\/index[.]ts$/.test(file))
    .flatMap((file) =>
      mutantsOf(file, readFileSync(file, 'utf8')).map(
        (mutant): Candidate => ({ ...mutant, rounds: [[stemOf(file)], [dirname(file)], tests] }),
      ),
    ),
);
const sample = sampleOf(candidates, Number(values.count), Number(values.seed));
process.stdout.write(`${sample.length} of ${candidates.length} mutants\n`);
const vitest = await createVitest('test', {
  watch: false,
  project: ['unit', 'sqlite'],
  bail: 1,
  retry: 0,
  // A fault that has a test wait for ever is found after this.
  hookTimeout: 30_000,
  reporters: [{}],
  tagsFilter: ['!extended'],
});
/** Errors outside of tests that earlier runs had. */
const seenErrors = new Set<unknown>();
const survivors: Mutant[] = [];
for (const [at, mutant] of sample.entries()) {
  const isKilled = await isFound(vitest, mutant);
  if (!isKilled) survivors.push(mutant);
  process.stdout.write(`${at + 1} ${isKilled ? 'killed' : 'SURVIVED'} ${lineOf(mutant)}\n`);
}
await vitest.close();
const killed = sample.length - survivors.length;
process.stdout.write(`\nSurvivors:\n${survivors.map((mutant) => `${lineOf(mutant)}\n`).join('')}`);
process.stdout.write(`\n${killed} of ${sample.length} killed: ${Math.round((killed / sample.length) * 100)} %\n`);

/** Whether a test fails with the fault in place. The source is as before afterwards. */
async function isFound(runner: Vitest, { file, source, rounds }: Candidate): Promise<boolean> {
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, source);
  const done = new Set<string>();
  try {
    runner.invalidateFile(`${process.cwd()}/${file}`);
    for (const tests of rounds) {
      const all = await runner.globTestSpecifications([...tests]);
      const specifications = all.filter(({ taskId }) => !done.has(taskId));
      for (const { taskId } of specifications) done.add(taskId);
      if (specifications.length === 0) continue;
      if (await fails(runner, specifications)) return true;
    }
    return false;
  } finally {
    writeFileSync(file, before);
    runner.invalidateFile(`${process.cwd()}/${file}`);
  }
}

/** Vitest answers with the modules and errors of earlier runs as well, which say nothing about this one. */
async function fails(runner: Vitest, specifications: TestSpecification[]): Promise<boolean> {
  const { testModules, unhandledErrors } = await runner.runTestSpecifications(specifications);
  const run = new Set(specifications.map(({ taskId }) => taskId));
  const newErrors = unhandledErrors.filter((error) => !seenErrors.has(error));
  for (const error of newErrors) seenErrors.add(error);
  const own = testModules.filter(({ id }) => run.has(id));
  if (newErrors.length > 0 || own.some((module) => !module.ok())) return true;
  // A worker of the run before that ends late cancels this one.
  const isComplete = own.every((module) => ['passed', 'skipped'].includes(module.state()));
  return isComplete ? false : fails(runner, specifications);
}

/** The beginning that the tests of a file share with it. */
function stemOf(file: string): string {
  return file.replace(/\.tsx?$/, '.');
}

function lineOf({ file, line, before, after }: Mutant): string {
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 60);
  return `${file}:${line}  ${short(before)}  →  ${short(after)}`;
}

/** A sample that is the same for the same seed (mulberry32). */
function sampleOf<Item>(items: readonly Item[], count: number, seed: number): Item[] {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, count)
    .map(({ item }) => item);
}
