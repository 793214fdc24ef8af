import { expect, test } from 'vitest';
import { BodyFormat } from '#contract/posts.ts';
import { unsafeParts } from '#testing/unsafe-parts.ts';
import { xssVectors } from '#testing/xss-vectors.ts';
import { renderBody } from './render-body.ts';

test('there are enough vectors to tell', () => {
  expect(xssVectors.length).toBeGreaterThan(400);
});

test.for(BodyFormat.options)('no vector reaches a page as %s', async (bodyFormat) => {
  const reached: [string, string[]][] = [];
  for (const vector of xssVectors) {
    const { html } = await renderBody({ body: vector, bodyFormat });
    const unsafe = unsafeParts(html);
    if (unsafe.length > 0) reached.push([vector, unsafe]);
  }
  expect(reached).toEqual([]);
});

test.for(BodyFormat.options)('nor do all of them together as %s', { tags: ['extended'] }, async (bodyFormat) => {
  const together = [xssVectors.join('\n\n'), xssVectors.join(''), xssVectors.toReversed().join(' ')];
  for (const body of together) expect(unsafeParts((await renderBody({ body, bodyFormat })).html)).toEqual([]);
});

test('whoever looks for what is unsafe finds it', () => {
  const found = xssVectors.filter((vector) => unsafeParts(vector).length > 0);
  expect(found.length).toBeGreaterThan(xssVectors.length / 2);
});
