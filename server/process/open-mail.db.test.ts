import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test, vi } from 'vitest';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { temporaryFolder } from '#testing/product.ts';
import { smtpServer } from '#testing/smtp-server.ts';
import { loadConfig } from '../config.ts';
import type { Mail } from '../mail/index.ts';
import { createLog } from '../platform/log.ts';
import { createVault } from '../platform/vault.ts';
import { installationMailer, openMail } from './open-mail.ts';

const mail: Mail = {
  to: 'hana@example.org',
  language: 'ja',
  kind: 'verify-email',
  values: { username: 'h', code: '24680' },
};
const soon = { timeout: 30_000, interval: 10 };

async function given(environment: Record<string, string>) {
  const DATA_DIR = await temporaryFolder();
  const config = await loadConfig({ DATA_DIR, ...environment }, DATA_DIR);
  const vault = createVault('a secret that only tests have, long enough');
  const tools = { database: await testDatabase(), clock: testClock(), vault, log: createLog('silent') };
  return { config, tools, outbox: join(DATA_DIR, 'outbox') };
}

test('without mail server mails go to the outbox', async () => {
  const { config, tools, outbox } = await given({ PORT: '8080' });
  const { mailer, startDelivery } = openMail(config, tools);
  const mailDelivery = startDelivery();
  await mailer.send(mail);
  const files = await vi.waitFor(async () => {
    const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
    expect(names).toHaveLength(1);
    return names;
  }, soon);
  await mailDelivery.stop();
  const { from, text } = await PostalMime.parse(await readFile(join(outbox, files[0] ?? '')));
  expect(from).toEqual({ name: 'Kawaraban', address: 'kawaraban@localhost' });
  expect(text).toContain('http://localhost:8080/settings/verify-email?code=24680');
});

test('server sends mails queued by a command', async () => {
  const server = await smtpServer();
  const { config, tools } = await given({
    SMTP_URL: `smtp://localhost:${server.port}`,
    MAIL_FROM: '編集部 <news@example.org>',
    PUBLIC_URL: 'https://news.example.org',
  });
  await installationMailer(config, tools).send(mail);
  const mailDelivery = openMail(config, tools).startDelivery();
  await vi.waitFor(() => expect(server.received).toHaveLength(1), soon);
  await mailDelivery.stop();
  const [received] = server.received;
  expect(received?.parsed.from).toEqual({ name: '編集部', address: 'news@example.org' });
  expect(received?.parsed.text).toContain('https://news.example.org/settings/verify-email?code=24680');
});
