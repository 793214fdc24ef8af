/** @module-tag extended */
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { givenManyComments, manyCommentId } from '#testing/many-comments.ts';
import { planOf } from '#testing/query-plan.ts';
import { listComments } from '../data-transfer/export-import/thread-rows.repository.ts';
import type { Db } from '../database/connect.ts';
import { findContentIdOfPost, findThreadRevision } from '../response-cache/revision.repository.ts';
import {
  findComments,
  findIdenticalComment,
  isDuplicateComment,
  listCommentsOfReader,
  listPublishedComments,
} from './comment.repository.ts';
import { findCommentSettings } from './comment-settings.repository.ts';
import { findCommentTotals, findThreadCounts, listThreads } from './thread.repository.ts';

const serviceId = 'many';
const contentId = 'busy-content';
const busy = { serviceId, contentId, limit: 21 };
const middle = manyCommentId(50_000);
const since = '2020-11-01T00:00:00Z';
const now = new Date('2026-11-21T04:43:00Z');
const body = 'The same words as somebody else has used';
const sent = { serviceId, contentId, authorId: 'guest:1', body, bodyHash: 'hash-1', nickname: '', age: '', area: '' };

const questions: [name: string, ask: (db: Db) => Promise<unknown>][] = [
  ['the first page', (db) => listPublishedComments(db, { ...busy, order: 'asc' })],
  ['the newest', (db) => listPublishedComments(db, { ...busy, order: 'desc' })],
  ['a page in the middle', (db) => listPublishedComments(db, { ...busy, order: 'asc', after: middle })],
  ['a page back', (db) => listPublishedComments(db, { ...busy, order: 'desc', after: middle })],
  ['those of a time', (db) => listPublishedComments(db, { ...busy, order: 'asc', since, until: since })],
  ['some by their ids', (db) => findComments(db, serviceId, [middle, manyCommentId(7)])],
  ['those of a reader', (db) => listCommentsOfReader(db, { ...busy, readerId: 'guest:1' })],
  ['the same once more', (db) => findIdenticalComment(db, sent, now)],
  ['the same of others', (db) => isDuplicateComment(db, { serviceId, body, now })],
  ['where comments are taken', (db) => findCommentSettings(db, { serviceId, contentId, now: since })],
  ['counts of a content', (db) => findThreadCounts(db, serviceId, contentId)],
  ['counts of all contents', (db) => listThreads(db, serviceId, { after: 'content-5', limit: 51 })],
  ['counts of the service', (db) => findCommentTotals(db, serviceId)],
  ['the revision of a talk', (db) => findThreadRevision(db, serviceId, contentId)],
  ['what is said about a post', (db) => findContentIdOfPost(db, serviceId, 'a-post')],
  ['an export', (db) => listComments(db, serviceId).next()],
];

test('public comment queries use an index with 100,000 comments', { tags: ['extended'] }, async () => {
  const database = await testDatabase();
  await givenManyComments(database);
  for (const [name, ask] of questions) {
    const plan = (await planOf(database, ask, { isFilled: true })).join('\n');
    expect.soft(plan, name).not.toMatch(/Seq Scan on (?:comments|talks)|^SCAN (?:comments|talks)|TEMP B-TREE/m);
  }
  const again = await planOf(database, (db) => findIdenticalComment(db, sent, new Date(since)), { isFilled: true });
  expect(again.join('\n'), 'by its words, however much its author has said').toContain('comments_by_body');
});
