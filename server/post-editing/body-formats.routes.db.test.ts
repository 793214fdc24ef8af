import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { unsafeParts } from '#testing/unsafe-parts.ts';
import { xssVectors } from '#testing/xss-vectors.ts';

async function setUp() {
  const app = await testApp();
  await givenService(app);
  const { send } = await givenUser(app, { role: 'editor' });
  const create = (body: string, bodyFormat: string) =>
    send('POST', '/api/admin/posts/news', {
      body: { slug: 'note', title: 'Note', status: 'publish', body, bodyFormat },
    });
  const preview = async (body: string, bodyFormat: string) =>
    (await send('POST', '/api/admin/posts/news/preview', { body: { body, bodyFormat } })).json;
  const readPublic = async () => (await app.get('/api/posts/news/note')).json;
  return { create, preview, readPublic };
}

test.for([
  ['html', '<p onclick="x()">a <u>b</u></p>', '<p>a <u>b</u></p>', 'a b'],
  [
    'text',
    'a\nhttps://e.example <b>',
    'a<br><a href="https://e.example" target="_blank" rel="noopener">https://e.example</a> &lt;b&gt;',
    'a\nhttps://e.example <b>',
  ],
  ['markdown', '*a* <u>b</u>', '<p><em>a</em> <u>b</u></p>', 'a b'],
] as const)(
  '%s body is stored as written and sanitized for readers',
  async ([bodyFormat, body, bodyHtml, bodyText]) => {
    const { create, preview, readPublic } = await setUp();
    expect((await create(body, bodyFormat)).json).toMatchObject({ body, bodyHtml, bodyText, bodyJson: null });
    expect(await readPublic()).toMatchObject({ body, bodyHtml, bodyText });
    expect(await preview(body, bodyFormat)).toEqual({ bodyHtml });
  },
);

test('JSON body is returned as source, code and parsed value', async () => {
  const { create, readPublic } = await setUp();
  const body = '{"b": [1, "</code>"]}';
  expect((await create(body, 'json')).json).toMatchObject({ body, bodyText: '', bodyJson: { b: [1, '</code>'] } });
  const post = await readPublic();
  expect(post).toMatchObject({ body, bodyJson: { b: [1, '</code>'] } });
  expect(post).not.toHaveProperty('bodyText');
  expect(post).not.toHaveProperty('excerpt');
  expect(String(post.bodyHtml).replace(/<\/?span[^>]*>/g, '')).toBe(
    '<pre tabindex="0"><code class="hljs language-json">{"b": [1, "&#x3C;/code>"]}</code></pre>',
  );
});

test.for(['html', 'markdown', 'text'])('rendered post full of XSS vectors is safe as %s', async (bodyFormat) => {
  const { create, readPublic } = await setUp();
  const body = xssVectors.join('\n\n').replaceAll('\0', '').trimEnd();
  expect((await create(body, bodyFormat)).status).toBe(200);
  const post = await readPublic();
  expect(post.body).toBe(body);
  expect(unsafeParts(String(post.bodyHtml))).toEqual([]);
});

test('too complex body returns a validation error', async () => {
  const { create } = await setUp();
  for (const [body, bodyFormat] of [
    ['<div>'.repeat(150_000), 'html'],
    ['http://a '.repeat(110_000), 'text'],
    [`"${'<'.repeat(999_000)}"`, 'json'],
  ] as const) {
    expect(await create(body, bodyFormat)).toMatchObject({
      status: 400,
      json: { message: 'Validation Failed', errors: [{ field: 'body', message: 'Too complex' }] },
    });
  }
});
