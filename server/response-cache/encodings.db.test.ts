import { expect, test } from 'vitest';
import { givenPost } from '#testing/given.ts';
import { type ListeningApp, listeningApp } from '#testing/listening-app.ts';
import { watchQueries } from '#testing/watched-queries.ts';

const URL = '/api/posts/news';
const BROWSER = 'gzip, deflate, br, zstd';
const cachedResponseLines = ({ logged }: ListeningApp) => logged.filter(({ isKept }) => isKept);

async function appWithText(...given: Parameters<typeof listeningApp>): Promise<ListeningApp> {
  const app = await listeningApp(...given);
  await givenPost(app, { slug: 'first', body: 'A word on paper, 瓦版. '.repeat(200) });
  return app;
}

test('cached responses are compressed as negotiated and send Vary', async () => {
  const app = await appWithText();
  const cold = await app.requestUncached(URL);
  for (const [accepted, encoding] of [
    [BROWSER, 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.1, gzip', 'gzip'],
    ['identity', undefined],
  ] as const) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await app.ask(URL, { method, headers: { 'accept-encoding': accepted } });
      expect([answer.status, answer.body]).toEqual([200, method === 'GET' ? cold.body : '']);
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers.vary).toBe('Accept-Encoding');
      const length = Number(answer.headers['content-length']);
      if (encoding) expect(length).toBeLessThan(cold.body.length / 4);
      else expect(length).toBe(Buffer.byteLength(cold.body));
    }
  }
});

test('each encoding has its own ETag and revalidates', async () => {
  const app = await appWithText();
  const tagFor = async (accepted: string) =>
    String((await app.ask(URL, { headers: { 'accept-encoding': accepted } })).headers.etag);
  const [plain, gzipped, brotli] = [await tagFor('identity'), await tagFor('gzip'), await tagFor(BROWSER)];
  expect(new Set([plain, gzipped, brotli]).size).toBe(3);
  for (const tag of [plain, gzipped, brotli]) {
    const headers = { 'accept-encoding': BROWSER, 'if-none-match': tag };
    const answer = await app.ask(URL, { headers });
    expect(answer).toMatchObject({ status: 304, body: '', headers: { etag: tag, vary: 'Accept-Encoding' } });
    expect(answer.headers['content-encoding']).toBeUndefined();
  }
  // A shared cache must not pass on a form that the client cannot decode.
  expect(await app.ask(URL, { headers: { 'if-none-match': brotli } })).toMatchObject({
    status: 200,
    headers: { etag: plain },
  });
  await givenPost(app, { title: 'Brand new' });
  for (const tag of [plain, gzipped, brotli]) {
    const headers = { 'accept-encoding': BROWSER, 'if-none-match': tag };
    expect((await app.ask(URL, { headers })).body).toContain('Brand new');
  }
});

test('thousand concurrent requests render a response once', async () => {
  const queries = watchQueries();
  const plain = await listeningApp();
  const database = { ...plain.database, reader: plain.database.reader.withPlugin(queries.plugin) };
  const app = await appWithText({ database: plain.database }, { database });
  const cold = await app.requestUncached(URL);
  const perAnswer = queries.count();
  const encodings = ['br', 'gzip', 'identity', BROWSER];
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, index) =>
      app.ask(URL, { headers: { 'accept-encoding': encodings[index % 4] as string } }),
    ),
  );
  expect(queries.count()).toBe(2 * perAnswer);
  expect(new Set(answers.map(({ status, body }) => `${status} ${body}`))).toEqual(new Set([`200 ${cold.body}`]));
  const tags = new Set(answers.map(({ headers }) => headers.etag));
  expect(tags.size).toBe(3);
});

test('responses too long for the cache are compressed', async () => {
  const app = await listeningApp();
  await givenPost(app, { slug: 'long' });
  // Rendering so much Markdown would take two seconds.
  const body = 'word '.repeat(500_000);
  await app.database.writer.updateTable('posts').set({ body, bodyHtml: body }).where('slug', '=', 'long').execute();
  const cold = await app.requestUncached(`${URL}/long`);
  for (const [accepted, encoding] of [
    [BROWSER, 'br'],
    ['identity', undefined],
  ] as const) {
    const answer = await app.ask(`${URL}/long`, { headers: { 'accept-encoding': accepted } });
    expect(answer.body).toBe(cold.body);
    expect(answer.headers).toMatchObject({ vary: 'Accept-Encoding' });
    expect(answer.headers['content-encoding']).toBe(encoding);
    if (encoding) expect(Number(answer.headers['content-length'])).toBeLessThan(cold.body.length / 10);
  }
  expect(cachedResponseLines(app)).toEqual([]);
});

test('private responses, previews and errors are not compressed', async () => {
  const app = await appWithText();
  for (const [url, headers] of [
    [URL, { authorization: 'Bearer abc' }],
    [`${URL}/first?token=abc`, {}],
    [`${URL}/none`, {}],
  ] as const) {
    const answer = await app.ask(url, { headers: { 'accept-encoding': BROWSER, ...headers } });
    expect(answer.headers['content-encoding']).toBeUndefined();
  }
});
