/** @module-tag extended */
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { planOf } from '#testing/query-plan.ts';
import type { Db } from '../database/connect.ts';
import { countPostsOfTags, findCountedTag, listCountedTags, listTags } from './tag.repository.ts';

const questions: [name: string, ask: (db: Db) => Promise<unknown>, index: RegExp][] = [
  [
    'a page of tags',
    (db) => listCountedTags(db, 'news', { after: 'm', order: 'asc', limit: 1000 }),
    /tags_label|sqlite_autoindex_tags_2/,
  ],
  [
    'a page of tags that hold a text',
    (db) => listCountedTags(db, 'news', { after: 'm', order: 'asc', limit: 1000, contains: 'ink' }),
    /tags_label|sqlite_autoindex_tags_2/,
  ],
  [
    'a page of tags with posts that readers see',
    (db) => listTags(db, 'news', { after: 'm', order: 'asc', limit: 51, usedAt: '2026-11-21T04:43:00Z' }),
    /tags_label|sqlite_autoindex_tags_2/,
  ],
  [
    'the number of visible posts of some tags',
    (db) => countPostsOfTags(db, 'news', ['x', 'y'], '2026-11-21T04:43:00Z'),
    /tags_pkey|sqlite_autoindex_tags_1/,
  ],
  ['one tag', (db) => findCountedTag(db, 'news', 'x'), /tags_pkey|tags_label|sqlite_autoindex_tags_1/],
];

test('tag queries and post counts use an index without sorting', async () => {
  const database = await testDatabase();
  for (const [name, ask, index] of questions) {
    const plan = (await planOf(database, ask)).join('\n');
    expect(plan, name).toMatch(index);
    expect(plan, name).toMatch(/post_tags_listed/);
    expect(plan, name).not.toMatch(/Seq Scan|^SCAN (?!listed)|TEMP B-TREE|Sort/m);
  }
});
