import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { type Mutant, mutantsOf } from './mutants.ts';
import { seededRandom } from './seeded-random.ts';

/**
 * Measures how many small faults the tests find: changes one place of the source at a time and runs the tests near it,
 * on SQLite. Prints each fault that no test found, and the kill rate. Defaults: `--count 200 --seed 1`. Changes files
 * in place: run it on a checkout without uncommitted work.
 */

const AREAS: readonly { readonly sources: string; readonly tests: readonly string[] }[] = [
  {
    sources: 'server/access/access-guard.ts',
    tests: ['testing/permission-matrix.db.test.ts', 'server/services/isolation.db.test.ts'],
  },
  {
    sources: 'server/identity/**/*.ts',
    tests: ['server/identity', 'server/access', 'server/account', 'server/users', 'cli/secret'],
  },
  {
    sources: 'server/{posts/post-state,post-editing/save-post,post-editing/write-post,post-editing/imported-post}*.ts',
    tests: ['testing/conformance', 'server/post'],
  },
  {
    sources: 'server/publishing/schedule/*.ts',
    tests: ['testing/conformance/admin-posts.db.test.ts', 'server/posts/post'],
  },
  { sources: 'server/response-cache/*.ts', tests: ['testing/conformance/transport.db.test.ts'] },
  {
    sources: 'contract/*.ts',
    tests: ['testing/conformance', 'testing/permission-matrix.db.test.ts', 'server/services'],
  },
];

const { values } = parseArgs({
  options: { count: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});

interface Candidate extends Mutant {
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
  // Ends tests that wait forever because of a fault.
  hookTimeout: 30_000,
  reporters: [{}],
  tagsFilter: ['!extended'],
});
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

/** Vitest also returns modules and errors of earlier runs, which must be ignored. */
async function fails(runner: Vitest, specifications: TestSpecification[]): Promise<boolean> {
  const { testModules, unhandledErrors } = await runner.runTestSpecifications(specifications);
  const run = new Set(specifications.map(({ taskId }) => taskId));
  const newErrors = unhandledErrors.filter((error) => !seenErrors.has(error));
  for (const error of newErrors) seenErrors.add(error);
  const own = testModules.filter(({ id }) => run.has(id));
  if (newErrors.length > 0 || own.some((module) => !module.ok())) return true;
  // A worker of the previous run that ends late cancels this run.
  const isComplete = own.every((module) => ['passed', 'skipped'].includes(module.state()));
  return isComplete ? false : fails(runner, specifications);
}

function stemOf(file: string): string {
  return file.replace(/\.tsx?$/, '.');
}

function lineOf({ file, line, before, after }: Mutant): string {
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 60);
  return `${file}:${line}  ${short(before)}  →  ${short(after)}`;
}

function sampleOf<Item>(items: readonly Item[], count: number, seed: number): Item[] {
  const random = seededRandom(seed);
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, count)
    .map(({ item }) => item);
}
