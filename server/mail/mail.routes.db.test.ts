import { expect, test } from 'vitest';
import { mailApi } from '#contract/mails.ts';
import { loadConfig } from '#server/config.ts';
import { testApp } from '#testing/app.ts';
import { testDatabaseWithTarget } from '#testing/database.ts';
import { givenUser } from '#testing/given-user.ts';
import { type MailSetup, setUpMail } from '#testing/mail-setup.ts';
import { smtpServer } from '#testing/smtp-server.ts';

const MAILS = '/api/admin/mails';
const NO_MAIL = `${MAILS}/01kb00000000000000000000zz`;

async function appWithMails({ smtpUrl }: { smtpUrl?: string } = {}) {
  const setup = await setUpMail(await testDatabaseWithTarget(), { smtpUrl });
  const config = await loadConfig({ ...(smtpUrl && { SMTP_URL: smtpUrl }) }, '/nonexistent');
  let wakes = 0;
  const wake = () => {
    wakes += 1;
  };
  const mailDelivery = { wake, stop: async () => {} };
  const { database, clock } = setup;
  const app = await testApp({ database, clock, config, vault: setup.tools.vault, mailDelivery });
  return { app, setup, admin: await givenUser(app, { role: 'admin' }), wakes: () => wakes };
}

async function idOf(setup: MailSetup): Promise<string> {
  return (await setup.rows()).at(-1).mailId;
}

test('returns 404 for unknown mails', async () => {
  const { admin } = await appWithMails();
  expect((await admin.send('GET', NO_MAIL)).status).toBe(404);
  expect((await admin.send('POST', `${NO_MAIL}/retry`)).status).toBe(404);
});

test('lists mails newest first, paged and by status', async () => {
  const { admin, setup } = await appWithMails();
  for (let index = 0; index < 5; index += 1) {
    await setup.send({ to: `${index}@example.org` });
    setup.clock.moveTo(`2026-11-21T04:43:0${index + 1}Z`);
  }
  await setup.deliver();
  await setup.send({ to: 'waiting@example.org' });
  const recipients: string[] = [];
  for (let pagerKey = ''; ; ) {
    const page = await admin.call(mailApi.list, { query: { count: 2, pagerKey } });
    recipients.push(...page.items.map(({ recipient }) => recipient));
    if (!page.pagerKey) break;
    pagerKey = JSON.stringify(page.pagerKey);
  }
  expect(recipients).toEqual(['waiting', 4, 3, 2, 1, 0].map((name) => `${name}@example.org`));
  const waiting = await admin.call(mailApi.list, { query: { status: 'waiting' } });
  expect(waiting).toMatchObject({ isSending: false, items: [{ recipient: 'waiting@example.org', attempts: 0 }] });
  const { items } = await admin.call(mailApi.list, { query: { status: 'kept' } });
  expect(items).toHaveLength(5);
  expect(items[0]).toMatchObject({
    status: 'kept',
    dueAt: null,
    language: 'ja',
    subject: '【瓦版】パスワードの再設定',
  });
  expect(JSON.stringify(items)).not.toContain('135790');
});

test('shows content only while in the outbox', async () => {
  const { admin, setup } = await appWithMails();
  await setup.send();
  const params = { mailId: await idOf(setup) };
  expect(await admin.call(mailApi.read, { params })).toMatchObject({ status: 'waiting', text: null });
  await setup.deliver();
  const { text } = await admin.call(mailApi.read, { params });
  expect(text).toContain('135790');
  await setup.database.writer.updateTable('mails').set({ content: null }).execute();
  expect(await admin.call(mailApi.read, { params })).toMatchObject({ status: 'kept', text: null });
});

test('retries a failed mail at once, never a sent one', async () => {
  const stopped = await smtpServer();
  await stopped.stop();
  const { app, setup, wakes } = await appWithMails({ smtpUrl: `smtp://localhost:${stopped.port}` });
  await setup.send();
  setup.clock.moveTo('2026-11-24T04:43:00Z');
  await setup.deliver();
  const admin = await givenUser(app, { role: 'admin' });
  const params = { mailId: await idOf(setup) };
  const { isSending, items } = await admin.call(mailApi.list, {});
  expect(isSending).toBe(true);
  expect(items).toMatchObject([{ status: 'failed', attempts: 1, lastError: expect.stringMatching(/ECONNREFUSED/) }]);
  const again = await admin.call(mailApi.retry, { params });
  expect(again).toMatchObject({ status: 'waiting', dueAt: '2026-11-24T04:43:00Z' });
  expect(wakes()).toBe(1);
  await smtpServer({ port: stopped.port });
  await setup.deliver();
  expect(await admin.call(mailApi.read, { params })).toMatchObject({ status: 'sent', attempts: 2, text: null });
  expect(await admin.send('POST', `${MAILS}/${params.mailId}/retry`)).toMatchObject({ status: 400 });
});

test('does not retry a mail being sent', async () => {
  const { admin, setup } = await appWithMails();
  await setup.send();
  const lease = { status: 'sending', attempts: 1, dueAt: '2026-11-21T04:48:00Z' };
  await setup.database.writer.updateTable('mails').set(lease).execute();
  const params = { mailId: await idOf(setup) };
  expect(await admin.call(mailApi.retry, { params })).toMatchObject({ status: 'waiting', dueAt: lease.dueAt });
  expect(await setup.rows()).toMatchObject([lease]);
});
