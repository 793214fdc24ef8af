import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { BodySource } from './render-body.ts';
import { renderMarkdown } from './render-markdown.ts';
import { createRenderPool, type RenderPoolOptions } from './render-pool.ts';

const tooComplex = {
  status: 400,
  body: { message: 'Validation Failed', errors: [{ field: 'body', message: 'Too complex' }] },
};

const slow = '>'.repeat(900_000);
/** GFM pads every short row to the length of the first one. */
const greedy = `${'|a'.repeat(1000)}|\n${'|-'.repeat(1000)}|\n${'|\n'.repeat(200_000)}`;
const deep = '<div>'.repeat(200_000);
const expanding = `[a]: /${'x'.repeat(30_000)}\n\n${'[a] '.repeat(1000)}`;

const markdown = (body: string) => ({ body, bodyFormat: 'markdown' as const });

const shared = createRenderPool({ processes: 1 });
beforeAll(() => shared.warmUp());
afterAll(() => shared.close());

async function givenPool(options: RenderPoolOptions) {
  const pool = createRenderPool(options);
  onTestFinished(() => pool.close());
  await pool.warmUp();
  return pool;
}

test('worker process renders like the main process', async () => {
  const source = '# 見出し\n\n本文です[^1]。\n\n```ts\nconst a = 1;\n```\n\n[^1]: 注';
  expect(await shared.render(markdown(source))).toEqual(await renderMarkdown(source));
});

test.for([
  ['takes too long', slow],
  ['takes too much memory', greedy],
  ['nests too deeply', deep],
  ['expands too much', expanding],
] as const)('body that %s is rejected and the pool continues', { tags: ['extended'] }, async ([, source]) => {
  const pool = await givenPool({ processes: 1, timeLimitMs: 3000, memoryLimitMb: 128 });
  await expect(pool.render(markdown(source))).rejects.toMatchObject(tooComplex);
  expect((await pool.render(markdown('*next*'))).html).toBe('<p><em>next</em></p>');
});

const bodies = {
  'html that nests too deeply': { bodyFormat: 'html', body: '<div>'.repeat(200_000) },
  'html whose bold text never ends': { bodyFormat: 'html', body: '<b>'.repeat(300_000) },
  'text that makes too many links': { bodyFormat: 'text', body: 'http://a '.repeat(111_000) },
} as const satisfies Record<string, BodySource>;

test.for(Object.entries(bodies))('rejects %s', { tags: ['extended'] }, async ([, source]) => {
  const pool = await givenPool({ processes: 1, timeLimitMs: 3000, memoryLimitMb: 128 });
  await expect(pool.render(source)).rejects.toMatchObject(tooComplex);
  expect((await pool.render(markdown('*next*'))).html).toBe('<p><em>next</em></p>');
});

const largest = {
  'html of a million letters': { bodyFormat: 'html', body: `<p>${'word '.repeat(199_000)}</p>` },
  'one attribute of a million letters': { bodyFormat: 'html', body: `<p style="${'a:b;'.repeat(249_000)}">x</p>` },
  'addresses without an end': { bodyFormat: 'text', body: 'http://'.repeat(140_000) },
  'an address of brackets': { bodyFormat: 'text', body: `http://a${'('.repeat(400_000)}${')'.repeat(599_000)}` },
  'an address of full stops': { bodyFormat: 'text', body: `http://a${'.'.repeat(999_000)}` },
  'a list in JSON': { bodyFormat: 'json', body: `[${'1,'.repeat(499_000)}1]` },
} as const satisfies Record<string, BodySource>;

test.for(Object.entries(largest))('%s renders within the limits', async ([, source]) => {
  const { html } = await shared.render(source);
  expect(html).not.toBe('');
});

test('pool rejects when the queue is full or too slow', async () => {
  const pool = await givenPool({ processes: 1, timeLimitMs: 1000, maxWaiting: 1, maxWaitMs: 200 });
  const working = expect(pool.render(markdown(slow))).rejects.toMatchObject(tooComplex);
  const waiting = expect(pool.render(markdown('too long'))).rejects.toMatchObject({ status: 503 });
  await expect(pool.render(markdown('too many'))).rejects.toMatchObject({ status: 503 });
  await waiting;
  await working;
  expect((await pool.render(markdown('next'))).html).toBe('<p>next</p>');
});

test('queue is limited by weight, one long body always fits', async () => {
  const pool = await givenPool({ processes: 1, timeLimitMs: 1000, maxWaitMs: 3000, maxWeight: 1000 });
  const working = expect(pool.render(markdown(slow))).rejects.toMatchObject(tooComplex);
  const first = pool.render(markdown('long '.repeat(300)));
  await expect(pool.render(markdown('too many'))).rejects.toMatchObject({ status: 503 });
  await working;
  expect((await first).readingSeconds).toBeGreaterThan(0);
  const short = Array.from({ length: 65 }, (_, index) => pool.render(markdown(`${index}`)));
  expect((await Promise.all(short)).map(({ text }) => text)).toHaveLength(65);
});

test('jobs run in order', async () => {
  const pages = await Promise.all(Array.from({ length: 10 }, (_, index) => shared.render(markdown(`${index}`))));
  expect(pages.map(({ text }) => text)).toEqual(Array.from({ length: 10 }, (_, index) => `${index}`));
});

test('previews of one account use only one process', async () => {
  const pool = await givenPool({ processes: 2, timeLimitMs: 1000 });
  const done: string[] = [];
  const previewFor = 'hanako';
  const preview = (name: string) =>
    pool
      .render(markdown(slow), { previewFor })
      .catch(({ status }) => status)
      .then((status) => done.push(`${name} ${status}`));
  const many = ['first', ...Array.from({ length: 6 }, () => 'further')].map(preview);
  await pool.render(markdown('*quick*'), { previewFor: 'taro' }).then(() => done.push('of another'));
  expect(done).toEqual(['further 503', 'first 400', 'of another']);
  await pool.close();
  await Promise.all(many);
});

test('idle process exits and restarts on demand', async () => {
  const pool = await givenPool({ processes: 1, idleMs: 50 });
  await pool.render(markdown('one'));
  await expect.poll(() => pool.load?.().processes, { interval: 5 }).toBe(0);
  expect((await pool.render(markdown('two'))).text).toBe('two');
});

test('closing the pool rejects running jobs', async () => {
  const pool = await givenPool({ processes: 1 });
  await pool.render(markdown('started'));
  const rejected = expect(pool.render(markdown(slow))).rejects.toMatchObject({ status: 503 });
  await new Promise((resolve) => setImmediate(resolve));
  await pool.close();
  await rejected;
  await expect(pool.render(markdown('more'))).rejects.toMatchObject({ status: 503 });
});
