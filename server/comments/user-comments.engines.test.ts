import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deleteUser } from '#server/account/index.ts';
import type { Transaction } from '#server/database/tables.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenComment } from '#testing/given-comment.ts';
import { givenUser } from '#testing/given-user.ts';
import { planOf } from '#testing/query-plan.ts';
import { anonymizeUser } from './user-comments.repository.ts';

const comments = ({ database }: TestApp) =>
  database.writer.selectFrom('comments').select(['authorId', 'nickname', 'body']).orderBy('commentId').execute();

async function waitForBlockedQuery({ database }: TestApp): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(database.reader)).rows.length).toBeGreaterThan(0);
}

const lockThread = (trx: Transaction, contentId: string) =>
  trx
    .updateTable('talks')
    .set({ revision: sql.ref('revision') })
    .where('contentId', '=', contentId)
    .execute();

test('comment edited during account deletion is anonymized', async () => {
  const app = await testApp();
  const { writer, engine } = app.database;
  if (engine !== 'postgres') return;
  const { username } = await givenUser(app, { role: 'normal', serviceIds: [] });
  const given = { contentId: 'some-content', authorId: `user:${username}`, nickname: 'Hanako' };
  const { commentId } = await givenComment(app, { ...given, publishStatus: 'unconfirm' });
  let deletion: Promise<void> | undefined;
  await writer.transaction().execute(async (trx) => {
    await lockThread(trx, 'some-content');
    deletion = writer.transaction().execute((other) => deleteUser(other, username));
    await waitForBlockedQuery(app);
    await trx
      .updateTable('comments')
      .set({ body: 'Edited', nickname: 'Hanako' })
      .where('commentId', '=', commentId)
      .execute();
  });
  await deletion;
  const stranger = expect.stringMatching(/^guest:/);
  expect(await comments(app)).toEqual([{ authorId: stranger, nickname: '', body: 'Edited' }]);
});

test('account deletion and moderation do not deadlock', async () => {
  const app = await testApp();
  const { writer, engine } = app.database;
  if (engine !== 'postgres') return;
  const admin = await givenUser(app, { role: 'admin', serviceIds: ['news'] });
  const { username } = await givenUser(app, { role: 'normal', serviceIds: [] });
  const authorId = `user:${username}`;
  const older = await givenComment(app, { contentId: 'zzzz', authorId, publishStatus: 'unconfirm' });
  const newer = await givenComment(app, { contentId: 'aaaa', authorId, publishStatus: 'unconfirm' });
  let deletion: ReturnType<TestApp['send']> | undefined;
  await writer.transaction().execute(async (trx) => {
    // Moderation locks both threads before it writes comments; account deletion must use the same order.
    await lockThread(trx, 'aaaa');
    deletion = admin.send('DELETE', `/api/admin/users/${username}`);
    await waitForBlockedQuery(app);
    await lockThread(trx, 'zzzz');
    for (const { commentId } of [older, newer]) {
      await trx
        .updateTable('comments')
        .set({ publishStatus: 'unpublish' })
        .where('commentId', '=', commentId)
        .execute();
    }
  });
  expect(await deletion).toMatchObject({ status: 200 });
  expect((await comments(app)).map((comment) => comment.authorId)).not.toContain(authorId);
});

test('account deletion anonymizes comments across batches of threads', async () => {
  const app = await testApp();
  const { commentId } = await givenComment(app, { authorId: 'user:hanako', nickname: 'Hanako', contentId: 'c-000' });
  const { writer } = app.database;
  const row = await writer
    .selectFrom('comments')
    .selectAll()
    .where('commentId', '=', commentId)
    .executeTakeFirstOrThrow();
  const thread = await writer.selectFrom('talks').selectAll().executeTakeFirstOrThrow();
  const more = Array.from({ length: 450 }, (_, index) => String(index + 1).padStart(3, '0'));
  const copies = more.map((each) => ({
    ...row,
    commentId: `${commentId.slice(0, -3)}${each}`,
    contentId: `c-${each}`,
    publishStatus: each === '450' ? ('unpublish' as const) : ('publish' as const),
  }));
  await writer.insertInto('comments').values(copies).execute();
  await writer
    .insertInto('talks')
    .values(more.map((each) => ({ ...thread, contentId: `c-${each}` })))
    .execute();
  await writer.transaction().execute((trx) => anonymizeUser(trx, 'hanako'));
  expect(new Set((await comments(app)).map(({ nickname }) => nickname))).toEqual(new Set(['']));
  const threads = await writer.selectFrom('talks').select(['contentId', 'revision']).execute();
  const raised = threads.filter(({ revision }) => revision === thread.revision + 1);
  expect([threads.length, raised.length]).toEqual([451, 450]);
  expect(threads.find(({ contentId }) => contentId === 'c-450')).toMatchObject({ revision: thread.revision });
});

test('account deletion finds comments by index', async () => {
  const app = await testApp();
  await givenComment(app, { authorId: 'user:hanako' });
  const plan = await planOf(app.database, (db) => db.transaction().execute((trx) => anonymizeUser(trx, 'hanako')));
  expect(plan.join('\n')).toMatch(/comments_by_author/);
  expect(plan.join('\n')).not.toMatch(/Seq Scan|^SCAN/m);
});
