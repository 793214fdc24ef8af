import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { testApp } from '#testing/app.ts';
import { givenUser } from '#testing/given-user.ts';
import { exceptions } from './exceptions.fixtures.ts';
import { lifecycles } from './lifecycles.fixtures.ts';
import { givenResources } from './resources.fixtures.ts';

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

const writing = endpoints
  .filter(({ method, path }) => path.startsWith('/admin/') && !['GET', 'HEAD'].includes(method))
  .map(nameOf);

test('every writing admin endpoint is in a model or an exception', async () => {
  const app = await testApp();
  const user = await givenUser(app, { role: 'admin', serviceIds: ['news', 'blog', 'shop'] });
  const resources = await givenResources(app, user);
  const modeled = [
    ...resources.map(({ endpoint }) => endpoint),
    ...lifecycles.flatMap(({ create, remove }) => [create?.endpoint, remove]),
  ].flatMap((endpoint) => (endpoint ? [nameOf(endpoint)] : []));
  const excepted = exceptions.map(({ endpoint }) => nameOf(endpoint));
  expect(writing.filter((name) => !modeled.includes(name) && !excepted.includes(name))).toEqual([]);
  expect(excepted.filter((name) => modeled.includes(name) || !writing.includes(name))).toEqual([]);
});

test('tests of the exceptions exist', async () => {
  for (const { test: named } of exceptions) {
    if (!named) continue;
    const [file, title] = named;
    const source = await readFile(join(import.meta.dirname, '..', file), 'utf8');
    expect(source, file).toContain(`test('${title}'`);
  }
});
