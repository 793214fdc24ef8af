import { expect, test } from 'vitest';
import { BodyFormat } from '#contract/posts.ts';
import { unsafeParts } from '#testing/unsafe-parts.ts';
import { xssVectors } from '#testing/xss-vectors.ts';
import { renderBody } from './render-body.ts';

test('list has more than 400 XSS vectors', () => {
  expect(xssVectors.length).toBeGreaterThan(400);
});

test.for(BodyFormat.options)('no XSS vector survives rendering as %s', async (bodyFormat) => {
  const reached: [string, string[]][] = [];
  for (const vector of xssVectors) {
    const { html } = await renderBody({ body: vector, bodyFormat });
    const unsafe = unsafeParts(html);
    if (unsafe.length > 0) reached.push([vector, unsafe]);
  }
  expect(reached).toEqual([]);
});

test.for(BodyFormat.options)(
  'combined XSS vectors do not survive rendering as %s',
  { tags: ['extended'] },
  async (bodyFormat) => {
    const combined = [xssVectors.join('\n\n'), xssVectors.join(''), xssVectors.toReversed().join(' ')];
    for (const body of combined) expect(unsafeParts((await renderBody({ body, bodyFormat })).html)).toEqual([]);
  },
);

test('unsafeParts detects most raw vectors', () => {
  const found = xssVectors.filter((vector) => unsafeParts(vector).length > 0);
  expect(found.length).toBeGreaterThan(xssVectors.length / 2);
});
