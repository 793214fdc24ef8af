/** @module-tag extended */
import { expect, test } from 'vitest';
import type { Category } from '#contract/categories.ts';
import { testDatabase } from '#testing/database.ts';
import { givenCategory } from '#testing/given.ts';
import { givenManyPosts } from '#testing/many-posts.ts';
import { planOf } from '#testing/query-plan.ts';
import { watchQueries } from '#testing/watched-queries.ts';
import type { Db } from '../database/connect.ts';
import {
  findCategory,
  hasPosts,
  hasRoomForCategory,
  listAncestors,
  listCategories,
  listChildren,
  listDescendants,
} from './category.repository.ts';

const bySlug = /categories_slug|sqlite_autoindex_categories_1/;

const questions: [name: string, ask: (db: Db, category: Category) => Promise<unknown>, index: RegExp][] = [
  [
    'all of a service',
    (db, { serviceId }) => listCategories(db, serviceId),
    /categories_(path|slug)|autoindex_categories_1/,
  ],
  ['one', (db, { serviceId, slug }) => findCategory(db, serviceId, slug), bySlug],
  ['what is above one', listAncestors, /categories_(pkey|path|slug)|INTEGER PRIMARY KEY/],
  ['what is below one', listDescendants, /categories_path/],
  ['what is directly below one', listChildren, /categories_path/],
  [
    'whether there is room',
    (db, { serviceId }) => hasRoomForCategory(db, serviceId),
    /categories_(path|slug)|autoindex_categories_1/,
  ],
  ['whether one has posts', hasPosts, /posts_\w*category/],
];

test('each category query uses one index and one statement', async () => {
  const database = await testDatabase();
  // PostgreSQL chooses arbitrary indexes for empty tables.
  await givenManyPosts(database, { serviceId: 'news', count: 2000 });
  await givenCategory({ database }, { serviceId: 'news', slug: 'events' });
  await givenCategory({ database }, { serviceId: 'news', slug: 'tokyo', parent: 'events' });
  const category = await givenCategory({ database }, { serviceId: 'news', slug: 'shibuya', parent: 'tokyo' });
  for (const [name, ask, index] of questions) {
    const watch = watchQueries();
    const asked = (db: Db) => ask(db.withPlugin(watch.plugin), category);
    const plan = (await planOf(database, asked, { db: database.reader })).join('\n');
    expect(watch.count(), name).toBe(1);
    expect(plan, name).toMatch(index);
    expect(plan, name).not.toMatch(/Seq Scan|^SCAN/m);
  }
});
