import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { read } from './resource.fixtures.ts';
import { givenResources } from './resources.fixtures.ts';
import { type Known, step, take } from './two-editors.fixtures.ts';

const STEPS = 20;

test('no saved field is lost without a conflict', () => expectNothingLost(11), 120_000);

test.for([1, 2, 3, 4, 5])('no saved field is lost in run %i', { tags: ['extended'] }, expectNothingLost);

async function expectNothingLost(seed: number): Promise<void> {
  const app = await testApp();
  const options = { role: 'admin', serviceIds: ['news', 'blog', 'shop'] } as const;
  const one = await givenUser(app, options);
  const editors = [one, await givenUser(app, options)];
  const resources = await givenResources(app, one);
  const all: Known[] = [];
  for (const resource of resources) {
    const stored = await read(one, resource);
    all.push({ resource, stored, copies: [stored, stored] });
  }
  const conflicts = await takeSteps(editors, all, seed);
  for (const { resource, stored } of all) expect(await read(one, resource), resource.name).toEqual(stored);
  // Each check of a version has rejected a save.
  const unchecked = resources.filter(({ versionName }) => versionName === null).map(({ name }) => name);
  expect(resources.filter(({ name }) => !conflicts.has(name)).map(({ name }) => name)).toEqual(unchecked);
}

/** Returns the names of the resources with conflicts. */
async function takeSteps(editors: readonly GivenUser[], all: readonly Known[], seed: number): Promise<Set<string>> {
  const length = STEPS * all.length;
  const [steps = []] = fc.sample(fc.array(step, { minLength: length, maxLength: length }), { seed, numRuns: 1 });
  const conflicts = new Set<string>();
  for (const [at, each] of steps.entries()) {
    const known = all[at % all.length] as Known;
    if ((await take(editors, known, each)) > 0) conflicts.add(known.resource.name);
  }
  return conflicts;
}
