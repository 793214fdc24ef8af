import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { readAll, slugsOf } from './admin-post-list.fixtures.ts';

test('title of maximum length fits into pager keys', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  for (const title of ['\u0001'.repeat(300), '橋'.repeat(300), '"'.repeat(300)]) await givenPost(app, { title });
  for (const form of ['pagerKey', 'pageToken'] as const) {
    expect(await readAll(user, { sort: 'title', count: 1 }, form)).toHaveLength(3);
  }
});

type Filter = { attribute: 'slug' | 'title' | 'body'; compare: 'eq' | 'contains'; value: string };

const filtered: [Filter, string[]][] = [
  [{ attribute: 'title', compare: 'contains', value: 'bridge' }, ['a', 'b']],
  [{ attribute: 'title', compare: 'contains', value: 'BRIDGE OPENS' }, ['a']],
  [{ attribute: 'title', compare: 'eq', value: 'bridge' }, []],
  [{ attribute: 'title', compare: 'eq', value: 'the bridge opens' }, ['a']],
  [{ attribute: 'title', compare: 'contains', value: '橋' }, ['c']],
  [{ attribute: 'title', compare: 'contains', value: '100%' }, ['c']],
  [{ attribute: 'title', compare: 'contains', value: '%' }, ['c']],
  [{ attribute: 'title', compare: 'contains', value: '_' }, []],
  [{ attribute: 'title', compare: 'contains', value: '!' }, ['d']],
  [{ attribute: 'title', compare: 'contains', value: '\\' }, ['d']],
  [{ attribute: 'title', compare: 'contains', value: "'" }, ['d']],
  [{ attribute: 'title', compare: 'contains', value: 'É' }, ['d']],
  // Only A to Z match case-insensitively, in both engines.
  [{ attribute: 'title', compare: 'contains', value: 'é' }, []],
  [{ attribute: 'body', compare: 'contains', value: '**BOLD**' }, ['b']],
  [{ attribute: 'body', compare: 'eq', value: 'some *text*.' }, ['a', 'c', 'd']],
  [{ attribute: 'slug', compare: 'eq', value: 'A' }, ['a']],
  [{ attribute: 'slug', compare: 'contains', value: '' }, ['a', 'b', 'c', 'd']],
];

test('text filter matches the right posts', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenPost(app, { slug: 'a', title: 'The Bridge opens' });
  await givenPost(app, { slug: 'b', title: 'On the bridge', body: 'A **bold** word' });
  await givenPost(app, { slug: 'c', title: '橋は 100% できた' });
  await givenPost(app, { slug: 'd', title: `What! C:\\ isn't É` });
  await givenPost(app, { serviceId: 'other', slug: 'e', title: 'A bridge' });
  for (const [filter, slugs] of filtered) {
    const filters = JSON.stringify(filter);
    expect((await slugsOf(user, { filters })).toSorted(), filters).toEqual(slugs);
    expect((await readAll(user, { filters, sort: 'publishAt', count: 1 }, 'pagerKey')).toSorted(), filters).toEqual(
      slugs,
    );
  }
});
