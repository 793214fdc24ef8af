/** @module-tag extended */
import { expect, test } from 'vitest';
import { MAX_CONTENTS } from '#contract/service-contents.ts';
import { testDatabase } from '#testing/database.ts';
import { givenManyPosts, manyPostId } from '#testing/many-posts.ts';
import { planOf } from '#testing/query-plan.ts';
import type { Db } from '../database/connect.ts';
import { findPublicService } from './service.repository.ts';
import { findServiceConfig } from './service-config.repository.ts';
import {
  findContent,
  isRegisterFull,
  listContents,
  listOpenContents,
  withPosts,
} from './service-content.repository.ts';

const ofContents = /service_contents_pk|sqlite_autoindex_service_contents_1/;

const ofConfigs = /service_configs_pk|sqlite_autoindex_service_configs_1/;

const questions: [name: string, ask: (db: Db) => Promise<unknown>, index: RegExp][] = [
  ['a page of content ids', (db) => listContents(db, 'news', { after: 'm', order: 'asc', limit: 51 }), ofContents],
  ['the other way', (db) => listContents(db, 'news', { after: 'm', order: 'desc', limit: 51 }), ofContents],
  ['one content id', (db) => findContent(db, 'news', 'x'), ofContents],
  ['how a service shows itself', (db) => findPublicService(db, 'news'), ofConfigs],
  ['whether there is room', (db) => isRegisterFull(db, 'news'), ofContents],
  ['one setting', (db) => findServiceConfig(db, 'news', 'outerSiteUrl'), ofConfigs],
];

test('settings and content ids come sorted from an index', async () => {
  const database = await testDatabase();
  for (const [name, ask, index] of questions) {
    const plan = (await planOf(database, ask)).join('\n');
    expect(plan, name).toMatch(index);
    expect(plan, name).not.toMatch(/Seq Scan|^SCAN|TEMP B-TREE|Sort/m);
  }
});

test('finds posts of content ids by index', async () => {
  const database = await testDatabase();
  const { serviceId } = await givenManyPosts(database, { count: 5000 });
  const contents = [1, 2, 3].map((number) => ({
    ...{ serviceId, contentId: manyPostId(number), commentDefaultPublishStatus: 'publish' as const },
    ...{ revision: 1, createdAt: '2026-11-21T04:43:00Z', updatedAt: null },
  }));
  await database.writer.insertInto('serviceContents').values(contents).execute();
  const plan = (await planOf(database, (db) => withPosts(db, serviceId, contents), { isFilled: true })).join('\n');
  expect(plan).toMatch(/posts_(?:by_)?content/);
  expect(plan).not.toMatch(/Seq Scan on posts|SCAN (?:posts|one)\b/);
});

test('lists a thousand open contents by index', async () => {
  const database = await testDatabase();
  const { serviceId } = await givenManyPosts(database, { count: 5000 });
  expect(await listOpenContents(database.reader, serviceId, '')).toHaveLength(MAX_CONTENTS);
  const plan = (await planOf(database, (db) => listOpenContents(db, serviceId, ''), { isFilled: true })).join('\n');
  expect(plan).toMatch(/posts_(?:by_)?content/);
  expect(plan).not.toMatch(/Seq Scan on posts|SCAN posts\b(?! USING)|TEMP B-TREE|Sort/);
});
