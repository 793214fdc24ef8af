import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';

test('list with large bodies ends early and continues', async () => {
  const { get, ...given } = await testApp();
  for (const slug of ['a', 'b', 'c', 'd', 'e']) await givenPost(given, { slug });
  // Stored directly, because rendering such bodies takes seconds.
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
