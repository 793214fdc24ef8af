import { expect, onTestFinished, test } from 'vitest';
import { adminFileApi } from '#contract/admin-files.ts';
import { pruneAuditLog } from '#server/audit/audit-log.ts';
import { createAuditLog } from '#server/audit/index.ts';
import { sweepComments } from '#server/comments/sweep/sweep-comments.ts';
import { CommentChoices } from '#server/config/comments.ts';
import { connect, type Database } from '#server/database/connect.ts';
import type { Tables } from '#server/database/tables.ts';
import { localCaller } from '#server/http/caller.ts';
import { prunePool } from '#server/identity/identity.ts';
import { pruneMails } from '#server/mail/mail-delivery.ts';
import { cleanMedia } from '#server/media-uploads/clean-media.ts';
import { deletePost } from '#server/post-history/bin/move-to-bin.ts';
import { prunePosts } from '#server/post-history/prune-posts.ts';
import { pruneDeliveries } from '#server/webhooks/event-delivery.ts';
import { testUserPool } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { defaultBounds } from '#testing/content-bounds.ts';
import { testDatabaseWithTarget } from '#testing/database.ts';
import { givenPost } from '#testing/given.ts';
import { givenComment } from '#testing/given-comment.ts';
import { givenStoredFile } from '#testing/given-stored-file.ts';
import { givenUser } from '#testing/given-user.ts';
import { keysOf, type MediaApp, mediaApp } from '#testing/media-app.ts';
import { deleteExpiredCounts } from './access/rate-limit.repository.ts';

const NOW = '2026-11-21T04:43:00Z';
const AFTER_RETENTION = '2028-03-01T00:00:00Z';
const PROCESSES = 3;
const params = { serviceId: 'news' };

async function givenProcesses(): Promise<{ app: MediaApp; others: Database[] }> {
  const { database, target } = await testDatabaseWithTarget();
  const others = Array.from({ length: PROCESSES - 1 }, () => connect(target));
  onTestFinished(async () => {
    for (const other of others) await other.close();
  });
  return { app: await mediaApp({ database }), others };
}

async function cleanEverywhere({ app, others }: { app: MediaApp; others: readonly Database[] }) {
  const { clock, tools } = app;
  const signal = new AbortController().signal;
  const clean = async (database: Database) => {
    const userPool = await testUserPool({ database, clock });
    const [posts, comments, media, audit] = await Promise.all([
      prunePosts({ database, clock, content: defaultBounds }),
      sweepComments({ database, clock, comments: CommentChoices.parse({}) }),
      cleanMedia({ ...tools, database, keeping: { reservedHours: 24, removedDays: 30 } }),
      pruneAuditLog({ database, clock }),
      prunePool(userPool),
      pruneMails({ database, clock }),
      pruneDeliveries({ database, clock }, signal),
      deleteExpiredCounts(database.writer, clock.now().toISOString()),
    ]);
    const { reservedFiles, removedFiles, ...uploads } = media;
    // A file marked by one process may be deleted, and counted, by another.
    return { ...posts, ...comments, ...uploads, files: reservedFiles + removedFiles, audit };
  };
  const done = await Promise.all([app.database, ...others].map(clean));
  const sums: Record<string, number> = {};
  for (const counts of done) for (const [what, count] of Object.entries(counts)) sums[what] = (sums[what] ?? 0) + count;
  return sums;
}

async function givenOldPosts(app: MediaApp): Promise<void> {
  const { database, clock } = app;
  for (let made = 0; made < 4; made += 1) {
    const { postId, slug, revision } = await givenPost(app);
    const typed = { postId, username: 'hanako', ...params, updatedAt: NOW, content: '{}' };
    await database.writer
      .insertInto('postWorkingCopies')
      .values({ ...typed, baseRevision: revision })
      .execute();
    const change = { ...params, username: 'hanako', action: 'publish', madeAt: NOW, content: '[]' };
    await database.writer
      .insertInto('bulkChanges')
      .values({ ...change, changeId: `01hzx3w7gg8hh9jj0kk290000${made}` })
      .execute();
    if (made < 2) await deletePost({ database, clock }, { ...params, actor: 'tester', idOrSlug: slug });
  }
}

async function givenOldThreads({ database, clock }: MediaApp): Promise<void> {
  const origin = { addressHash: 'a hash', sealedAddress: 'sealed', userAgent: 'Browser' };
  for (let made = 0; made < 12; made += 1) {
    const { commentId } = await givenComment({ database, clock }, { ...origin, authorId: `guest-of-day:${made}` });
    const vote = {
      ...params,
      contentId: 'some-content',
      voteType: 'like',
      addressHash: 'a hash',
      createdAt: NOW,
    } as const;
    await database.writer
      .insertInto('votes')
      .values({ ...vote, readerId: `guest-of-day:${made}` })
      .execute();
    if (made < 5) continue;
    await database.writer
      .updateTable('comments')
      .set({ isDeleted: 1, deletedAt: NOW, deletedBy: 'hanako' })
      .where('commentId', '=', commentId)
      .execute();
  }
}

async function givenOldFiles(app: MediaApp): Promise<void> {
  const removed = { status: 'removed', removedAt: NOW } as const;
  for (let made = 0; made < 3; made += 1) {
    await givenStoredFile(app, { ...params, status: 'reserved', isKept: 0 });
    await givenStoredFile(app, { ...params, ...removed });
  }
  const { call } = await givenUser(app);
  const body = { fileType: 'image', mimeType: 'image/png', name: 'a.png', size: 100 } as const;
  for (let made = 0; made < 2; made += 1) await call(adminFileApi.reserve, { params, body });
}

async function givenOldNotes({ database }: MediaApp): Promise<void> {
  // A database trigger protects younger entries.
  const audit = createAuditLog({ database, clock: testClock('2020-01-01T00:00:00Z') });
  const unknownUser = { kind: 'nobody' } as const;

  for (let made = 0; made < 7; made += 1) {
    await audit.record({ action: 'sign-in-failed', actor: unknownUser, caller: localCaller });
    const counted = { uses: 1, endsAt: NOW };
    await database.writer
      .insertInto('sharedLimits')
      .values({ ...counted, limitKey: `limit-${made}` })
      .execute();
    await database.writer
      .insertInto('poolCounters')
      .values({ ...counted, counterKey: `counter-${made}` })
      .execute();
    const mail = { recipient: 'a@example.org', kind: 'mfa-enabled', language: 'en', subject: 'A', status: 'sent' };
    await database.writer
      .insertInto('mails')
      .values({ ...mail, mailId: `mail-${made}`, content: null, attempts: 1, dueAt: null, createdAt: NOW })
      .execute();
  }
}

test('concurrent clean-up of several processes deletes everything once', async () => {
  const setup = await givenProcesses();
  const { app } = setup;
  const { database } = app;
  await givenOldPosts(app);
  await givenOldThreads(app);
  await givenOldFiles(app);
  await givenOldNotes(app);
  app.clock.moveTo(AFTER_RETENTION);
  expect(await cleanEverywhere(setup)).toEqual({
    deletedPosts: 2,
    workingCopies: 2,
    revisions: 0,
    bulkChanges: 4,
    comments: 7,
    origins: 12,
    voters: 12,
    uploads: 2,
    files: 6,
    strayObjects: 0,
    audit: 7,
  });
  const left = ['deletedPosts', 'postWorkingCopies', 'bulkChanges', 'files', 'fileUploads'] as const;
  for (const table of left) expect([table, await countOf(database, table)]).toEqual([table, 0]);
  for (const table of ['sharedLimits', 'poolCounters', 'mails'] as const)
    expect([table, await countOf(database, table)]).toEqual([table, 0]);
  expect(await keysOf(app.storage)).toEqual([]);
  const rest = await database.reader.selectFrom('comments').select(['authorId', 'addressHash']).execute();
  expect(rest).toHaveLength(5);
  // Each became a different anonymous author.
  expect(new Set(rest.map(({ authorId }) => authorId)).size).toBe(5);
  expect(rest.filter(({ addressHash, authorId }) => addressHash || !authorId.startsWith('guest:'))).toEqual([]);
  expect(app.logged.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
  expect(Object.values(await cleanEverywhere(setup)).filter((count) => count > 0)).toEqual([]);
});

async function countOf({ reader }: Database, table: keyof Tables): Promise<number> {
  return (await reader.selectFrom(table).selectAll().execute()).length;
}
