import { sql } from 'kysely';
import { beforeEach, expect, inject, test } from 'vitest';
import { messages } from '#contract/errors.ts';
import { type Answer, testApp } from '#testing/app.ts';
import { breakableSqlite } from '#testing/breakable-sqlite.ts';
import { callPool } from '#testing/call-pool.ts';
import { givenCategory, givenPost, givenService } from '#testing/given.ts';
import { givenComment } from '#testing/given-comment.ts';
import { givenFile } from '#testing/given-file.ts';
import { givenUser } from '#testing/given-user.ts';
import type { Database } from './database/connect.ts';

beforeEach(({ skip }) => {
  if (inject('postgresUrl') !== undefined) skip('these faults are of SQLite');
});

async function givenContent() {
  const app = await testApp({ expectsErrors: true });
  await givenService(app, { serviceId: 'news', functions: ['post', 'comment'] });
  const { send, username } = await givenUser(app, { role: 'admin', serviceIds: ['news'] });
  const admin = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    send(method, `/api/admin/${path}`, { ...(body && { body }) });
  const other = await givenUser(app, { serviceIds: ['news'] });
  await givenCategory(app, { serviceId: 'news', slug: 'harbour' });
  const post = { title: 'One', body: 'Ink', bodyFormat: 'markdown' };
  const tags = [{ label: 'Ink' }, { label: 'Paper' }];
  const { postId } = (await admin('POST', 'posts/news', { slug: 'one', ...post, status: 'publish', tags })).json;
  const { postId: deletedId } = await givenPost(app);
  await admin('DELETE', `posts/news/${deletedId}`);
  const { postId: second } = await givenPost(app);
  await admin('POST', 'posts/news/groups', { slug: 'series', label: 'Series', postIds: [postId] });
  await admin('PUT', `services/news/content/${postId}`, { commentDefaultPublishStatus: 'publish' });
  const { commentId } = await givenComment(app, { contentId: postId });
  const fileId = await givenFile(app, { status: 'published', isUploaded: true });
  const listed = (await send('GET', '/api/admin/tags/news')).json as { tagId: string }[];
  const [ink, paper] = listed.map(({ tagId }) => tagId);
  await callPool(app, 'ForgotPassword', { ClientId: app.userPool.clientId, Username: other.username });
  const resetCode = app.mails.flatMap((mail) => ('code' in mail.values ? [mail.values.code] : [])).at(-1);
  return { app, admin, username, other, resetCode, postId, deletedId, second, commentId, fileId, ink, paper };
}

type Content = Awaited<ReturnType<typeof givenContent>>;

type WriteOf = (content: Content) => Promise<Pick<Answer, 'status' | 'json'>>;

const writes: Record<string, WriteOf> = {
  'creating a post': ({ admin }) =>
    admin('POST', 'posts/news', {
      slug: 'two',
      title: 'Two',
      body: 'Tea',
      bodyFormat: 'markdown',
      status: 'draft',
      tags: [{ label: 'Tea' }],
    }),
  'deleting a post': ({ admin, postId }) => admin('DELETE', `posts/news/${postId}`),
  'restoring a deleted post': ({ admin, deletedId }) => admin('POST', `posts/news/bin/${deletedId}/restore`, {}),
  'removing a deleted post': ({ admin, deletedId }) => admin('DELETE', `posts/news/bin/${deletedId}`),
  'changing many posts': ({ admin, postId, second }) =>
    admin('POST', 'posts/news/bulk', {
      postIds: [postId, second],
      action: 'move',
      category: 'harbour',
    }),
  'saving a working copy': ({ admin, postId }) =>
    admin('PUT', `posts/news/${postId}/working-copy`, { baseRevision: 1, title: 'Draft' }),
  'creating a category': ({ admin }) => admin('POST', 'categories/news', { slug: 'pier', label: 'Pier' }),
  'changing a category': ({ admin }) => admin('POST', 'categories/news/harbour', { label: 'Port' }),
  'deleting a category': ({ admin }) => admin('DELETE', 'categories/news/harbour'),
  'renaming a tag': ({ admin, ink }) => admin('POST', `tags/news/${ink}`, { label: 'Black ink' }),
  'merging tags': ({ admin, ink, paper }) => admin('POST', `tags/news/${ink}/merge`, { into: paper }),
  'ordering a post group': ({ admin, postId, second }) =>
    admin('POST', 'posts/news/groups/series', { postIds: [second, postId] }),
  'deleting a post group': ({ admin }) => admin('DELETE', 'posts/news/groups/series'),
  'changing service settings': ({ admin }) => admin('POST', 'services/news', { configs: { siteDescription: 'Ink' } }),
  'closing comments': ({ admin, postId }) =>
    admin('PUT', `services/news/content/${postId}`, { commentDefaultPublishStatus: 'unpublish' }),
  'commenting as a guest': ({ app, postId }) =>
    app.send('POST', `/api/comments/news/${postId}`, { body: { body: 'A comment' } }),
  'voting as a guest': ({ app, postId }) => app.send('POST', `/api/votes/news/${postId}`, { body: { type: 'like' } }),
  'hiding a comment': ({ admin, commentId }) =>
    admin('POST', `comments/news/${commentId}/status`, { publishStatus: 'unpublish' }),
  'deleting a comment': ({ admin, commentId }) => admin('DELETE', `comments/news/${commentId}`),
  'changing the texts of a file': ({ admin, fileId }) => admin('POST', `files/news/${fileId}`, { alt: { en: 'Ink' } }),
  'deleting a file': ({ admin, fileId }) => admin('DELETE', `files/news/${fileId}`),
  'changing a role': ({ admin, other }) => admin('POST', `users/${other.username}`, { role: 'viewer' }),
  'creating an API key': ({ admin }) => admin('POST', 'api-keys', { label: 'Key', may: 'read', serviceIds: ['news'] }),
  'creating a webhook': ({ admin }) =>
    admin('POST', 'webhooks/news', { url: 'https://example.com/hook', events: ['post.published'] }),
  'replacing a forgotten password': ({ app, other, resetCode }) =>
    callPool(app, 'ConfirmForgotPassword', {
      ClientId: app.userPool.clientId,
      Username: other.username,
      ConfirmationCode: resetCode,
      Password: 'another horse battery',
    }),
  'signing up': ({ app }) =>
    callPool(app, 'SignUp', {
      ClientId: app.userPool.clientId,
      Username: 'reader@example.com',
      Password: 'correct horse battery',
      UserAttributes: [
        { Name: 'email', Value: 'reader@example.com' },
        { Name: 'name', Value: 'reader@example.com' },
      ],
    }),
};

/** The user pool can be elsewhere, so these have a transaction here and then one in the pool. */
const repeatableWrites: Record<string, WriteOf> = {
  'disabling an account': ({ admin, other }) => admin('POST', `users/${other.username}/enabled`, { enabled: false }),
  'resetting a password': ({ admin, other }) => admin('POST', `users/${other.username}/password-reset`),
  'signing an account out': ({ admin, other }) => admin('POST', `users/${other.username}/sign-out`),
  'deleting an account': ({ admin, other }) => admin('DELETE', `users/${other.username}`),
};

/** Counters of rate limits may keep a failed attempt; the tables of the search index hold larger integers than JavaScript. */
const SKIPPED = /^(?:shared_limits|post_search.*)$/;

async function contentOf({ reader }: Database): Promise<Record<string, unknown[]>> {
  const plain = reader.withoutPlugins();
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(plain);
  const content: Record<string, unknown[]> = {};
  for (const { name } of rows) {
    if (SKIPPED.test(name)) continue;
    content[name] = (await sql`select * from ${sql.table(name)}`.execute(plain)).rows;
  }
  return content;
}

/** A full disk, a read-only file and an I/O error, in turn at the statements of a write. */
const FAULTS = [
  { errcode: 13, rollsBack: true, message: messages.storageFull },
  { errcode: 8, rollsBack: false, message: messages.storageFailed },
  { errcode: 13, rollsBack: false, message: messages.storageFull },
  { errcode: 778, rollsBack: true, message: messages.storageFailed },
];

test.for(Object.entries(writes))(
  '%s stores nothing on a failing disk, whichever statement fails',
  async ([, write]) => {
    const sqlite = breakableSqlite();
    const content = await givenContent();
    const { database } = content.app;
    const before = await contentOf(database);
    await failAtEachStatement(
      sqlite,
      () => write(content),
      async (failed) => {
        expect(await contentOf(database), failed).toEqual(before);
      },
    );
    expect(await contentOf(database)).not.toEqual(before);
  },
);

test.for(Object.entries(repeatableWrites))('%s on a failing disk can be repeated', async ([, write]) => {
  const sqlite = breakableSqlite();
  const content = await givenContent();
  await failAtEachStatement(
    sqlite,
    () => write(content),
    async () => {},
  );
});

async function failAtEachStatement(
  sqlite: ReturnType<typeof breakableSqlite>,
  write: () => ReturnType<WriteOf>,
  afterFailure: (statement: string) => Promise<void>,
): Promise<void> {
  for (let position = 0; ; position += 1) {
    const { message, ...fault } = FAULTS[position % FAULTS.length] as (typeof FAULTS)[number];
    const failed = sqlite.failAt(position, fault);
    const { status, json } = await write();
    sqlite.work();
    if (failed.length === 0) {
      expect({ status, json }).toMatchObject({ status: 200 });
      expect(position).toBeGreaterThan(3);
      return;
    }
    expect([status, json?.message], failed.join()).toEqual([503, message]);
    await afterFailure(failed.join());
  }
}
