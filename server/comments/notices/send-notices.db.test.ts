import { expect, test } from 'vitest';
import { adminCommentApi } from '#contract/admin-comments.ts';
import { connect } from '#server/database/connect.ts';
import { createMailer, type Mailer } from '#server/mail/index.ts';
import { createLog } from '#server/platform/log.ts';
import { testApp } from '#testing/app.ts';
import { testDatabaseWithTarget } from '#testing/database.ts';
import { givenPost } from '#testing/given.ts';
import { givenApiKey } from '#testing/given-api-key.ts';
import { givenComment } from '#testing/given-comment.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { SITE, setUpMail } from '#testing/mail-setup.ts';
import { smtpServer } from '#testing/smtp-server.ts';
import { sendNotices, startCommentNotices } from './send-notices.ts';

const params = { serviceId: 'news' };

async function givenNotices({ mailer: given }: { mailer?: Mailer } = {}) {
  const stored = await testDatabaseWithTarget();
  const smtp = await smtpServer();
  const mailSetup = await setUpMail(stored, { smtpUrl: `smtp://127.0.0.1:${smtp.port}` });
  const { database, clock } = mailSetup;
  const mailer = given ?? createMailer({ database, clock, vault: mailSetup.tools.vault, site: SITE });
  const app = await testApp({ database, clock, mailer });
  const tools = { database, clock, mailer, log: mailSetup.tools.log, accounts: app.identity.accounts };
  return {
    ...{ app, mailSetup, smtp, tools, clock, target: stored.target },
    ask: async (user: GivenUser, { language = 'en', isWanted = true } = {}) => {
      const body = { isWanted };
      const headers = { 'accept-language': language };
      return (await user.send('PUT', '/api/admin/comments/news/notice', { body, headers })).json;
    },
    mailsAt: async (instant: string) => {
      clock.moveTo(instant);
      const before = smtp.received.length;
      await sendNotices(tools);
      await mailSetup.deliver();
      return smtp.received.slice(before).map(({ parsed }) => parsed);
    },
    comment: async (instant: string, values: Parameters<typeof givenComment>[1] = {}) => {
      clock.moveTo(instant);
      return givenComment(app, values);
    },
  };
}

test('mail about new comments has counts, excerpts and console link', async () => {
  const { app, ask, comment, mailsAt } = await givenNotices();
  const editor = await givenUser(app, { email: 'hana@example.org' });
  const { postId } = await givenPost(app, { slug: 'bridge', title: 'The bridge' });
  await comment('2026-11-21T04:50:00Z', { body: 'said before' });
  await comment('2026-11-21T04:51:00Z', { body: 'waits already', publishStatus: 'unconfirm' });
  const { clock } = app;
  clock.moveTo('2026-11-21T04:55:00Z');
  expect(await ask(editor)).toEqual({ isWanted: true });
  expect(await mailsAt('2026-11-21T05:00:00Z')).toEqual([]);
  const nickname = 'Ada <b>';
  const body = 'See <a href="https://evil.example/">this</a>\nnow';
  await comment('2026-11-21T05:01:00Z', { contentId: postId, nickname, body, publishStatus: 'unconfirm' });
  for (const each of [2, 3, 4]) await comment(`2026-11-21T05:02:0${each}Z`, { body: `note ${each}` });
  const deleted = await comment('2026-11-21T05:02:10Z', { body: 'gone at once' });
  await editor.call(adminCommentApi.delete, { params: { ...params, commentId: deleted.commentId } });
  const [mail, ...more] = await mailsAt('2026-11-21T05:04:00Z');
  expect(more).toEqual([]);
  expect(mail?.to).toEqual([{ address: 'hana@example.org', name: '' }]);
  expect(mail?.subject).toBe('瓦版: New comments');
  expect(mail?.text).toContain(': 4 (3 published, 0 unpublished, 1 unconfirmed).');
  expect(mail?.text).toContain('Unconfirmed comments, including earlier ones: 2.');
  expect(mail?.text).toContain(
    'Ada <b> on “The bridge”:\n> See <a href="https[:]//evil[.]example/">this</a> now\n\nAnonymous on “some-content”:\n> note 2\n',
  );
  expect(mail?.text).not.toMatch(/note 4|said before|waits already|gone at once/);
  expect(mail?.text).toContain(`${SITE.url}/admin/comments/news\n`);
  expect(mail?.html).toContain(
    'See &lt;a href=&quot;https[:]//evil[.]example/&quot;&gt;this&lt;/a&gt; now</blockquote>',
  );
  const links = [...(mail?.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(new Set(links)).toEqual(new Set([`${SITE.url}/admin/comments/news`]));
});

test('sends at most one mail an hour about new comments', async () => {
  const { app, ask, comment, mailsAt } = await givenNotices();
  await ask(await givenUser(app));
  await comment('2026-11-21T05:00:00Z', { body: 'the first' });
  // Comments younger than a minute wait, because an older one may still be uncommitted.
  expect(await mailsAt('2026-11-21T05:00:59Z')).toHaveLength(0);
  expect(await mailsAt('2026-11-21T05:01:01Z')).toHaveLength(1);
  await comment('2026-11-21T05:01:02Z', { body: 'the second' });
  await comment('2026-11-21T05:30:00Z', { body: 'the third' });
  expect(await mailsAt('2026-11-21T06:01:00Z')).toHaveLength(0);
  const [mail] = await mailsAt('2026-11-21T06:01:01Z');
  expect(mail?.text).toContain(': 2 (');
  expect(mail?.text).toContain('> the second');
  expect(mail?.text).not.toContain('the first');
  expect(await mailsAt('2026-11-21T09:00:00Z')).toHaveLength(0);
});

test('mail uses the language of the subscription', async () => {
  const { app, ask, comment, mailsAt } = await givenNotices();
  const [hana, hank] = [await givenUser(app), await givenUser(app)];
  await ask(hana);
  await ask(hana, { language: 'ja' });
  await ask(hank);
  await comment('2026-11-21T05:00:00Z');
  const mails = await mailsAt('2026-11-21T05:02:00Z');
  expect(Object.fromEntries(mails.map(({ to, subject }) => [to?.[0]?.address, subject]))).toEqual({
    [`${hana.username}@example.com`]: '【瓦版】新しいコメント',
    [`${hank.username}@example.com`]: '瓦版: New comments',
  });
});

type Seven = [GivenUser, GivenUser, GivenUser, GivenUser, GivenUser, GivenUser, GivenUser];

test('users without permission or subscription get no mail', async () => {
  const { app, ask, comment, mailsAt, clock } = await givenNotices();
  const users: GivenUser[] = [];
  for (let each = 0; each < 7; each += 1) users.push(await givenUser(app));
  const [done, demoted, viewer, moved, disabled, deleted, kept] = users as Seven;
  for (const user of users) await ask(user);
  expect(await ask(done, { isWanted: false })).toEqual({ isWanted: false });
  const { writer } = app.database;
  const set = (user: GivenUser, values: object) =>
    writer.updateTable('users').set(values).where('username', '=', user.username).execute();
  await set(demoted, { role: 'normal' });
  await set(viewer, { role: 'viewer' });
  await writer.deleteFrom('userServices').where('username', '=', moved.username).execute();
  await set(disabled, { isEnabled: 0 });
  await writer.deleteFrom('users').where('username', '=', deleted.username).execute();
  await comment('2026-11-21T05:00:00Z');
  const mails = await mailsAt('2026-11-21T05:02:00Z');
  expect(mails.map(({ to }) => to?.[0]?.address)).toEqual([`${kept.username}@example.com`]);
  const rows = await app.database.reader.selectFrom('commentNotices').select('username').execute();
  expect(rows.map(({ username }) => username)).not.toContain(deleted.username);
  // Users who regain permission are notified of later comments only.
  await set(disabled, { isEnabled: 1 });
  clock.moveTo('2026-11-21T07:00:00Z');
  await comment('2026-11-21T07:00:00Z', { body: 'later' });
  const later = await mailsAt('2026-11-21T07:02:00Z');
  expect(later.map(({ to }) => to?.[0]?.address).toSorted()).toEqual(
    [`${disabled.username}@example.com`, `${kept.username}@example.com`].toSorted(),
  );
});

test('unverified addresses get no mail', async () => {
  const { app, ask, comment, mailsAt } = await givenNotices();
  await ask(await givenUser(app, { isEmailVerified: false }));
  await comment('2026-11-21T05:00:00Z');
  expect(await mailsAt('2026-11-21T05:02:00Z')).toEqual([]);
});

test('concurrent processes send each mail once', async () => {
  const { app, ask, comment, tools, clock, target, mailSetup, smtp } = await givenNotices();
  for (let each = 0; each < 3; each += 1) await ask(await givenUser(app));
  await comment('2026-11-21T05:00:00Z');
  clock.moveTo('2026-11-21T05:02:00Z');
  const processes = Array.from({ length: 4 }, () => connect(target));
  const sent = await Promise.all(processes.map((database) => sendNotices({ ...tools, database })));
  for (const database of processes) await database.close();
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(3);
  await mailSetup.deliver();
  expect(new Set(smtp.received.map(({ recipients }) => recipients[0])).size).toBe(3);
  expect(smtp.received).toHaveLength(3);
});

test('unavailable mail server delays the mail only', async () => {
  const { app, ask, comment, tools, clock, mailSetup, smtp } = await givenNotices();
  await ask(await givenUser(app));
  await comment('2026-11-21T05:00:00Z', { body: 'not to be lost' });
  await smtp.stop();
  clock.moveTo('2026-11-21T05:02:00Z');
  expect(await sendNotices(tools)).toBe(1);
  await mailSetup.deliver();
  expect(await mailSetup.rows()).toMatchObject([{ kind: 'new-comments', status: 'waiting', attempts: 1 }]);
  const back = await smtpServer({ port: smtp.port });
  clock.moveTo('2026-11-21T05:40:00Z');
  await mailSetup.deliver();
  expect(back.received.map(({ parsed }) => parsed.text)).toEqual([expect.stringContaining('> not to be lost')]);
});

test('mail that cannot be queued is retried without blocking others', async () => {
  const queued: string[] = [];
  const broken = new Set<string>();
  const mailer: Mailer = {
    send: async ({ to }) => {
      if (broken.has(to)) throw new Error('no room');
      queued.push(to);
    },
  };
  const { app, ask, comment, tools, clock, mailSetup } = await givenNotices({ mailer });
  const [first, second] = [await givenUser(app), await givenUser(app)];
  for (const user of [first, second]) await ask(user);
  await comment('2026-11-21T05:00:00Z');
  clock.moveTo('2026-11-21T05:02:00Z');
  broken.add(`${first.username}@example.com`);
  expect(await sendNotices(tools)).toBe(1);
  expect(mailSetup.logged).toContainEqual(expect.objectContaining({ level: 'error', username: first.username }));
  broken.clear();
  expect(await sendNotices(tools)).toBe(1);
  expect(queued).toEqual([`${second.username}@example.com`, `${first.username}@example.com`]);
});

test('counts above the maximum are shown with a plus', async () => {
  const { app, ask, comment, mailsAt } = await givenNotices();
  await ask(await givenUser(app));
  await comment('2026-11-21T05:00:00Z');
  const row = await app.database.reader.selectFrom('comments').selectAll().executeTakeFirstOrThrow();
  const start = row.commentId.slice(0, 20);
  const copies = Array.from({ length: 1000 }, (_, n) => ({
    ...row,
    commentId: `${start}z${String(n).padStart(5, '0')}`,
  }));
  for (let from = 0; from < 1000; from += 250) {
    await app.database.writer
      .insertInto('comments')
      .values(copies.slice(from, from + 250))
      .execute();
  }
  const [mail] = await mailsAt('2026-11-21T05:02:00Z');
  expect(mail?.text).toContain(': 1000+ (1000 published');
  await comment('2026-11-21T06:10:00Z', { body: 'one more' });
  expect((await mailsAt('2026-11-21T06:12:00Z'))[0]?.text).toContain(': 1 (');
});

test('subscription is personal and unavailable to API keys', async () => {
  const { app, ask } = await givenNotices();
  const [editor, colleague] = [await givenUser(app), await givenUser(app, { role: 'viewer' })];
  await ask(editor);
  expect(await editor.call(adminCommentApi.notice, { params })).toEqual({ isWanted: true });
  expect(await colleague.call(adminCommentApi.notice, { params })).toEqual({ isWanted: false });
  const program = await givenApiKey(app);
  expect(await program.call(adminCommentApi.saveNotice, { params, body: { isWanted: true } })).toEqual({
    isWanted: false,
  });
  const rejected = await editor.send('PUT', '/api/admin/comments/news/notice', { body: {} });
  expect([rejected.status, rejected.json.errors[0].field]).toEqual([400, 'is_wanted']);
  expect(await ask(editor, { isWanted: false })).toEqual({ isWanted: false });
  expect(await ask(editor, { isWanted: false })).toEqual({ isWanted: false });
});

test('notifications are sent right after the start', async () => {
  const { app, ask, comment, tools, clock, mailSetup } = await givenNotices();
  await ask(await givenUser(app));
  await comment('2026-11-21T05:00:00Z');
  clock.moveTo('2026-11-21T05:02:00Z');
  const logged: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) });
  const notices = startCommentNotices({ ...tools, log });
  await expect.poll(() => mailSetup.rows()).toMatchObject([{ kind: 'new-comments' }]);
  await notices.stop();
  expect(logged).toMatchObject([{ mailed: 1 }]);
});
