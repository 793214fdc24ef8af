import { expect, test, vi } from 'vitest';
import { testDatabaseWithTarget } from '#testing/database.ts';
import { SITE, setUpMail } from '#testing/mail-setup.ts';
import { smtpServer } from '#testing/smtp-server.ts';
import { createMailer } from './create-mailer.ts';
import type { Mail } from './mail.ts';
import { startMailDelivery } from './mail-delivery.ts';
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
