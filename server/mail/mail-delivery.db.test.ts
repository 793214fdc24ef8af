import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test, vi } from 'vitest';
import { testDatabaseWithTarget } from '#testing/database.ts';
import { fakeTransport, SITE, setUpMail } from '#testing/mail-setup.ts';
import { type SmtpServerChoices, smtpServer } from '#testing/smtp-server.ts';
import { createMailer } from './create-mailer.ts';
import type { Mail } from './mail.ts';
import { deliverDueMails, pruneMails, startMailDelivery } from './mail-delivery.ts';
import type { MailTransport } from './mail-transport.ts';

const mail: Mail = { to: 'reader@example.net', language: 'en', kind: 'password-changed', values: {} };
const soon = { timeout: 30_000, interval: 10 };

test('sends a mail after its transaction is committed', async () => {
  const server = await smtpServer();
  const setup = await setUpMail(await testDatabaseWithTarget(), { smtpUrl: `smtp://localhost:${server.port}` });
  const delivery = startMailDelivery(setup.tools);
  const mailer = createMailer({ ...setup.tools, site: SITE, onQueued: delivery.wake });
  await setup.database.writer.transaction().execute((trx) => mailer.send(mail, trx));
  await vi.waitFor(() => expect(server.received).toHaveLength(1), soon);
  const rolledBack = setup.database.writer.transaction().execute(async (trx) => {
    await mailer.send({ ...mail, to: 'nobody@example.org' }, trx);
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  await mailer.send({ ...mail, to: 'second@example.net' });
  await vi.waitFor(() => expect(server.received).toHaveLength(2), soon);
  expect(server.received[1]?.recipients).toEqual(['second@example.net']);
  await delivery.stop();
  await mailer.send(mail);
  expect((await setup.rows()).map(({ status }) => status).toSorted()).toEqual(['sent', 'sent', 'waiting']);
});

test('stop finishes the current mail and starts no other', async () => {
  const setup = await setUpMail(await testDatabaseWithTarget());
  await setup.send();
  await setup.send();
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const mailTransport: MailTransport = {
    outcome: 'sent',
    width: 1,
    carry: () => {
      started.resolve();
      return finish.promise;
    },
    close: () => {},
  };
  const delivery = startMailDelivery({ ...setup.tools, mailTransport });
  await started.promise;
  const stopped = delivery.stop();
  finish.resolve();
  await stopped;
  expect((await setup.rows()).map(({ status }) => status)).toEqual(['sent', 'waiting']);
});

test('continues after a database outage', async () => {
  const setup = await setUpMail(await testDatabaseWithTarget());
  await setup.database.writer.schema.dropTable('mails').execute();
  const delivery = startMailDelivery(setup.tools);
  await vi.waitFor(() => expect(setup.logged.map(({ msg }) => msg)).toContain('finding due mails failed'), soon);
  await delivery.stop();
});

test('full queue discards mails without an error', async () => {
  const setup = await setUpMail(await testDatabaseWithTarget());
  const onFull = vi.fn();
  const mailer = createMailer({ ...setup.tools, site: SITE, onFull });
  await mailer.send(mail);
  const [row] = await setup.rows();
  const copies = Array.from({ length: 9999 }, (_, index) => ({ ...row, mailId: `${index}`.padStart(26, '0') }));
  for (let from = 0; from < copies.length; from += 1000) {
    const part = copies.slice(from, from + 1000);
    await setup.database.writer.insertInto('mails').values(part).execute();
  }
  await mailer.send(mail);
  expect(onFull).toHaveBeenCalledTimes(1);
  expect(await setup.rows()).toHaveLength(10_000);
});

const user = { name: 'news@example.org', password: 'p@ss: w/örd' };
const USER_PART = `${encodeURIComponent(user.name)}:${encodeURIComponent(user.password)}@`;

test.for<[string, SmtpServerChoices, (port: number, ca: string) => string]>([
  ['without TLS', {}, (port) => `smtp://localhost:${port}`],
  ['without TLS, with a password', { user }, (port) => `smtp://${USER_PART}localhost:${port}`],
  ['with STARTTLS', { encryption: 'starttls' }, (port, ca) => `smtp://localhost:${port}?tls.ca=${ca}`],
  [
    'with STARTTLS and a password',
    { encryption: 'starttls', user },
    (port, ca) => `smtp://${USER_PART}localhost:${port}?tls.ca=${ca}&requireTLS=true`,
  ],
  ['without TLS, as the URL says', {}, (port) => `smtp://0.0.0.0:${port}?requireTLS=false`],
  ['with TLS', { encryption: 'tls' }, (port, ca) => `smtps://localhost:${port}?tls.ca=${ca}`],
  [
    'with TLS and a password',
    { encryption: 'tls', user },
    (port, ca) => `smtps://${USER_PART}localhost:${port}/?tls.ca=${ca}`,
  ],
])('delivers a mail completely %s', async ([, choices, urlOf]) => {
  const server = await smtpServer(choices);
  const setup = await setUpMail(await testDatabaseWithTarget(), { smtpUrl: urlOf(server.port, server.ca) });
  await setup.send();
  expect(await setup.deliver()).toEqual({ attempts: 1, isOutage: false });
  const [mail] = server.received;
  expect(mail).toMatchObject({
    recipients: ['reader@example.net'],
    isEncrypted: (choices.encryption ?? 'none') !== 'none',
    user: choices.user?.name,
    parsed: {
      from: { name: '瓦版', address: 'news@example.org' },
      to: [{ address: 'reader@example.net' }],
      subject: '【瓦版】パスワードの再設定',
      date: '2026-11-21T04:43:00.000Z',
    },
  });
  for (const part of [mail?.parsed.text, mail?.parsed.html]) {
    expect(part).toContain('パスワードの再設定の申し込みがありました。');
    expect(part).toContain('135790');
  }
  const [row] = await setup.rows();
  expect(row).toMatchObject({ status: 'sent', attempts: 1, dueAt: null, content: null, lastError: null });
  expect(row.sentAt).toBe('2026-11-21T04:43:00Z');
  expect(mail?.parsed.messageId).toBe(`<${row.mailId}@example.org>`);
  expect(mail?.source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
});

test.for<[string, SmtpServerChoices, (port: number) => string, RegExp]>([
  ['a wrong password', { user }, (port) => `smtp://me:wrong@localhost:${port}`, /Invalid username or password/],
  ['no password', { user }, (port) => `smtp://localhost:${port}`, /auth/i],
  [
    'a certificate that nobody vouches for',
    { encryption: 'tls' },
    (port) => `smtps://localhost:${port}`,
    /self.signed/,
  ],
  ['the same by STARTTLS', { encryption: 'starttls' }, (port) => `smtp://localhost:${port}`, /self.signed/],
  ['no TLS on another machine', {}, (port) => `smtp://0.0.0.0:${port}`, /STARTTLS/],
  ['no TLS where it is required', {}, (port) => `smtp://localhost:${port}?requireTLS=true`, /STARTTLS/],
  ['too slow an answer', {}, (port) => `smtps://localhost:${port}?connectionTimeout=300`, /time|wrong version/i],
])('keeps mails queued on %s', async ([, choices, urlOf, reason]) => {
  const server = await smtpServer(choices);
  const setup = await setUpMail(await testDatabaseWithTarget(), { smtpUrl: urlOf(server.port) });
  await setup.send();
  await setup.send();
  expect(await setup.deliver()).toMatchObject({ isOutage: true });
  const [row] = await setup.rows();
  expect(row).toMatchObject({ status: 'waiting', attempts: 1, dueAt: '2026-11-21T04:44:00Z' });
  expect(row.lastError).toMatch(reason);
  expect(JSON.stringify(setup.logged)).not.toMatch(/wrong@|135790/);
  expect(server.received).toEqual([]);
});

test('skips the certificate check when the URL says so', async () => {
  const server = await smtpServer({ encryption: 'starttls' });
  const setup = await setUpMail(await testDatabaseWithTarget(), {
    smtpUrl: `smtp://localhost:${server.port}?tls.rejectUnauthorized=false`,
  });
  await setup.send();
  await setup.deliver();
  expect(server.received).toMatchObject([{ isEncrypted: true }]);
});

test('retries with growing delays while the server is down', async () => {
  const stopped = await smtpServer();
  await stopped.stop();
  const setup = await setUpMail(await testDatabaseWithTarget(), { smtpUrl: `smtp://localhost:${stopped.port}` });
  await setup.send();
  const waits = ['04:43:00', '04:44:00', '04:49:00', '05:04:00', '06:04:00', '07:04:00'];
  for (const [index, time] of waits.slice(0, -1).entries()) {
    setup.clock.moveTo(`2026-11-21T${time}Z`);
    expect(await setup.deliver()).toEqual({ attempts: 1, isOutage: true });
    expect(await setup.deliver()).toEqual({ attempts: 0, isOutage: false });
    expect(await setup.rows()).toMatchObject([
      { status: 'waiting', attempts: index + 1, dueAt: `2026-11-21T${waits[index + 1]}Z` },
    ]);
  }
  expect(setup.logged).toHaveLength(5);
  expect(setup.logged[0]).toMatchObject({ level: 'warn', msg: 'mail delayed', attempts: 1 });
  const back = await smtpServer({ port: stopped.port });
  setup.clock.moveTo('2026-11-21T07:04:00Z');
  await setup.deliver();
  expect(back.received).toHaveLength(1);
  expect(await setup.rows()).toMatchObject([{ status: 'sent', attempts: 6, lastError: null }]);
});

test('gives up after two days and keeps the content', async () => {
  const stopped = await smtpServer();
  await stopped.stop();
  const setup = await setUpMail(await testDatabaseWithTarget(), { smtpUrl: `smtp://localhost:${stopped.port}` });
  await setup.send();
  setup.clock.moveTo('2026-11-23T04:30:00Z');
  await setup.deliver();
  setup.clock.moveTo('2026-11-23T04:43:00Z');
  await setup.deliver();
  const [row] = await setup.rows();
  expect(row).toMatchObject({ status: 'failed', dueAt: null, content: expect.any(String) });
  expect(setup.logged.at(-1)).toMatchObject({ level: 'warn', msg: 'mail given up', reason: row.lastError });
});

test.for<[string, SmtpServerChoices['reject'], object]>([
  ['for good at the recipient', { at: 'recipient', code: 550, text: 'No such user' }, { status: 'failed' }],
  ['for good at the text', { at: 'data', code: 554, text: 'Looks like spam' }, { status: 'failed' }],
  ['for now', { at: 'recipient', code: 451, text: 'Greylisted' }, { status: 'waiting', dueAt: '2026-11-21T04:44:00Z' }],
])('mail rejected %s does not block others', async ([, reject, expected]) => {
  const server = await smtpServer({ ...(reject && { reject }) });
  const setup = await setUpMail(await testDatabaseWithTarget(), { smtpUrl: `smtp://localhost:${server.port}` });
  await setup.send();
  await setup.send();
  expect(await setup.deliver()).toEqual({ attempts: 2, isOutage: false });
  const lastError = expect.stringContaining(`${reject?.code} ${reject?.text}`);
  expect(await setup.rows()).toMatchObject([
    { ...expected, lastError },
    { ...expected, lastError },
  ]);
});

test('names and addresses cannot inject headers or recipients', async () => {
  const server = await smtpServer();
  const setup = await setUpMail(await testDatabaseWithTarget(), { smtpUrl: `smtp://localhost:${server.port}` });
  const several = ['x@example.org\r\nBcc: evil@example.org', 'a@example.org, b@example.org', '"a, b"@example.org'];
  for (const to of [...several, '<a@example.org> b@example.org', 'a@example.org>', "o'hara+x@例え.jp"]) {
    await setup.send({ to });
  }
  await setup.deliver();
  expect(server.received.map(({ recipients }) => recipients)).toEqual([["o'hara+x@例え.jp"]]);
  expect((await setup.rows()).map(({ status }) => status).toSorted()).toEqual([...Array(5).fill('failed'), 'sent']);
});

test('sends mails in the order they are due', async () => {
  const order: string[] = [];
  const setup = await setUpMail(await testDatabaseWithTarget());
  for (const to of ['1@example.org', '2@example.org', '3@example.org']) {
    await setup.send({ to });
    setup.clock.moveTo(new Date(setup.clock.now().getTime() + 1000).toISOString());
  }
  const mailTransport = fakeTransport(async ({ recipient }) => void order.push(recipient));
  await deliverDueMails({ ...setup.tools, mailTransport });
  expect(order).toEqual(['1@example.org', '2@example.org', '3@example.org']);
});

test('writes mails to private files without a mail server', async () => {
  const setup = await setUpMail(await testDatabaseWithTarget());
  await setup.send();
  await setup.send({ kind: 'mfa-enabled', values: {}, language: 'en' });
  await setup.deliver();
  const folder = join(setup.dataDir, 'outbox');
  const [row, other] = await setup.rows();
  const files = await readdir(folder);
  expect(files.toSorted()).toEqual(
    [`20261121T044300Z-${row.mailId}.eml`, `20261121T044300Z-${other.mailId}.eml`].toSorted(),
  );
  const file = join(folder, `20261121T044300Z-${row.mailId}.eml`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const parsed = await PostalMime.parse(await readFile(file));
  expect(parsed.subject).toBe('【瓦版】パスワードの再設定');
  expect(parsed.text).toContain('https://news.example.org/signin/reset?username=a-reader&code=135790');
  const subject = '【瓦版】パスワードの再設定';
  const line = { msg: 'mail written to outbox', level: 'info', recipient: 'reader@example.net', subject };
  expect(setup.logged).toHaveLength(2);
  expect(setup.logged).toContainEqual(expect.objectContaining({ ...line, file }));
  expect(JSON.stringify(setup.logged)).not.toContain('135790');
  expect(row).toMatchObject({ status: 'kept', attempts: 1, dueAt: null, sentAt: '2026-11-21T04:43:00Z' });
});

test('stores mail content encrypted', async () => {
  const setup = await setUpMail(await testDatabaseWithTarget());
  await setup.send();
  expect(JSON.stringify(await setup.rows())).not.toContain('135790');
});

test('mail sealed with another secret waits and logs it', async () => {
  const setup = await setUpMail(await testDatabaseWithTarget());
  await setup.send();
  await setup.database.writer.updateTable('mails').set({ content: 'bm90IG91cnM=' }).execute();
  await setup.deliver();
  expect(await setup.rows()).toMatchObject([{ status: 'waiting', lastError: expect.stringContaining('secret') }]);
});

test('outbox keeps the newest thousand mails and contents', async () => {
  const setup = await setUpMail(await testDatabaseWithTarget());
  await setup.send();
  await setup.deliver();
  const folder = join(setup.dataDir, 'outbox');
  for (let index = 0; index < 1000; index += 1) {
    await writeFile(join(folder, `20261121T044301Z-${`${index}`.padStart(26, '0')}.eml`), '');
  }
  const [row] = await setup.rows();
  const newer = Array.from({ length: 999 }, (_, index) => ({ ...row, mailId: `7${`${index}`.padStart(25, '0')}` }));
  for (let from = 0; from < newer.length; from += 500) {
    const part = newer.slice(from, from + 500);
    await setup.database.writer.insertInto('mails').values(part).execute();
  }
  await pruneMails(setup.tools);
  expect((await setup.rows())[0].content).not.toBeNull();
  await setup.send({ to: 'new@example.org' });
  await setup.deliver();
  await pruneMails(setup.tools);
  const files = await readdir(folder);
  expect(files).toHaveLength(1000);
  expect(files.some((name) => name.includes(row.mailId))).toBe(false);
  const rows = await setup.rows();
  expect(rows.filter(({ content }) => content === null).map(({ mailId }) => mailId)).toEqual([row.mailId]);
});

test('deletes finished mails after thirty days, keeps queued ones', async () => {
  const setup = await setUpMail(await testDatabaseWithTarget());
  await setup.send();
  await setup.deliver();
  await setup.send({ to: 'late@example.org' });
  setup.clock.moveTo('2026-12-21T04:42:00Z');
  await pruneMails(setup.tools);
  expect(await setup.rows()).toHaveLength(2);
  setup.clock.moveTo('2026-12-21T04:43:01Z');
  await pruneMails(setup.tools);
  expect(await setup.rows()).toMatchObject([{ recipient: 'late@example.org' }]);
});
