import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';

test('a list with bodies ends early where it would be too much at once, and goes on from there', async () => {
  const { get, ...given } = await testApp();
  for (const slug of ['a', 'b', 'c', 'd', 'e']) await givenPost(given, { slug });
  // As such bodies are stored; making them takes seconds.
  const long = 'word '.repeat(180_000).trim();
  const texts = { body: long, bodyHtml: `<p>${long}</p>`, bodyText: long };
  await given.database.writer.updateTable('posts').set(texts).execute();
  const first = (await get('/api/posts/news')).json;
  expect(first.items.length).toBeGreaterThan(0);
  expect(first.items.length).toBeLessThan(5);
  const slugs: string[] = [];
  for (let page = first; page; ) {
    slugs.push(...page.items.map(({ slug }: { slug: string }) => slug));
    const { pageToken } = page;
    page = pageToken && (await get(`/api/posts/news?pageToken=${encodeURIComponent(pageToken)}`)).json;
  }
  expect(slugs.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect((await get('/api/posts/news?withBody=0')).json.items).toHaveLength(5);
});
