import fc from 'fast-check';
import { expect, test } from 'vitest';
import { givenPost } from '#testing/given.ts';
import { listeningApp } from '#testing/listening-app.ts';
import { hostileEncoding } from './hostile-values.ts';

const fragments = [
  '/',
  '//',
  '.',
  '..',
  'api',
  'posts',
  'news',
  'note',
  'groups',
  'admin',
  'tags',
  'one',
  '?',
  '&',
  '=',
  ';',
  '#',
  '@',
  ':',
  '*',
  '\\',
  '"',
  '<',
  '[',
  '|',
  'pageToken=',
  'count=1',
  'x'.repeat(1500),
];

const address = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fragments) }, hostileEncoding), { maxLength: 12 })
  .map((parts) => `/api/${parts.join('')}`);

test('raw requests to any path never cause a server error', async () => {
  const app = await listeningApp();
  await givenPost(app, { serviceId: 'news', slug: 'note', tags: ['one'] });
  const property = fc.asyncProperty(
    address,
    fc.constantFrom('GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'),
    async (path, method) => {
      const { status, headers, body } = await app.ask(path, { method });
      expect(status, path).toBeLessThan(500);
      if (body === '') return;
      expect(headers['content-type'], path).toMatch(/^(?:application\/json|text\/html)/);
      if (status >= 400) expect(JSON.parse(body), path).toEqual({ ...JSON.parse(body), message: expect.any(String) });
    },
  );
  await fc.assert(property, { seed: 20_261_121, numRuns: 500 });
});
