import { expect, test } from 'vitest';
import { connect } from '#server/database/connect.ts';
import { mailOutbox } from '#server/database/outbox.ts';
import { testDatabaseWithTarget } from '#testing/database.ts';
import { fakeTransport, setUpMail } from '#testing/mail-setup.ts';
import { smtpServer } from '#testing/smtp-server.ts';
import { listDueMails } from './mail.repository.ts';
import { deliverDueMails } from './mail-delivery.ts';

test('concurrent processes send each mail once', async () => {
  const setup = await setUpMail(await testDatabaseWithTarget());
  const others = [1, 2, 3].map(() => connect(setup.target));
  for (let index = 0; index < 20; index += 1) await setup.send({ to: `${index}@example.org` });
  const sent: string[] = [];
  const mailTransport = fakeTransport(async ({ recipient }) => {
    await new Promise((resolve) => setImmediate(resolve));
    sent.push(recipient);
  });
  const databases = [setup.database, ...(setup.database.engine === 'postgres' ? others : [])];
  await Promise.all(databases.map((database) => deliverDueMails({ ...setup.tools, database, mailTransport })));
  await Promise.all(others.map((database) => database.close()));
  expect(sent.toSorted()).toEqual(Array.from({ length: 20 }, (_, index) => `${index}@example.org`).toSorted());
});

test('mail of a dead process is resent once', async () => {
  const server = await smtpServer();
  const setup = await setUpMail(await testDatabaseWithTarget(), { smtpUrl: `smtp://localhost:${server.port}` });
  await setup.send();
  const [seen] = await listDueMails(setup.database.writer, '2026-11-21T04:43:00Z', 1);
  if (!seen) throw new Error('nothing is due');
  expect(await mailOutbox.claim(setup.database.writer, seen, '2026-11-21T04:48:00Z')).toBeDefined();
  expect(await mailOutbox.claim(setup.database.writer, seen, '2026-11-21T04:48:00Z')).toBeUndefined();
  setup.clock.moveTo('2026-11-21T04:47:59Z');
  expect(await setup.deliver()).toMatchObject({ attempts: 0 });
  setup.clock.moveTo('2026-11-21T04:48:00Z');
  expect(await setup.deliver()).toMatchObject({ attempts: 1 });
  expect(await setup.deliver()).toMatchObject({ attempts: 0 });
  expect(server.received).toHaveLength(1);
  expect(await setup.rows()).toMatchObject([{ status: 'sent', attempts: 2 }]);
});

test('late process does not overwrite another outcome', async () => {
  const setup = await setUpMail(await testDatabaseWithTarget());
  await setup.send();
  const mailTransport = fakeTransport(async () => {
    setup.clock.moveTo('2026-11-21T04:50:00Z');
    await setup.deliver();
    throw new Error('and this one failed');
  });
  await deliverDueMails({ ...setup.tools, mailTransport });
  expect(await setup.rows()).toMatchObject([{ status: 'kept', attempts: 2, lastError: null }]);
});
