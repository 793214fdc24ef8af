import { onTestFinished } from 'vitest';
import type { Database, DatabaseTarget } from '#server/database/connect.ts';
import { createMailer, type Mail, openMailTransport } from '#server/mail/index.ts';
import { type DeliveryTools, deliverDueMails } from '#server/mail/mail-delivery.ts';
import type { MailTransport } from '#server/mail/mail-transport.ts';
import { createLog } from '#server/platform/log.ts';
import { createVault } from '#server/platform/vault.ts';
import { type TestClock, testClock } from './clock.ts';
import { temporaryFolder } from './product.ts';

export interface MailSetup {
  readonly database: Database;
  readonly target: DatabaseTarget;
  readonly clock: TestClock;
  readonly tools: DeliveryTools;
  readonly logged: Record<string, unknown>[];
  readonly dataDir: string;
  send(mail?: Partial<Mail>): Promise<void>;
  deliver(): ReturnType<typeof deliverDueMails>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any column
  rows(): Promise<any[]>;
}

export function fakeTransport(carry: MailTransport['carry']): MailTransport {
  return { outcome: 'sent', width: 1, carry, close: () => {} };
}

export const SITE = { name: '瓦版', url: 'https://news.example.org' };

export async function setUpMail(
  { database, target }: { database: Database; target: DatabaseTarget },
  { smtpUrl }: { smtpUrl?: string | undefined } = {},
): Promise<MailSetup> {
  const clock = testClock();
  const logged: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) });
  const vault = createVault('a secret that only tests have, long enough');
  const dataDir = await temporaryFolder();
  const from = { name: undefined, address: 'news@example.org' };
  const mailTransport = openMailTransport({ smtpUrl, from, siteName: SITE.name, dataDir, log });
  onTestFinished(() => mailTransport.close());
  const tools = { database, clock, vault, log, mailTransport };
  const mailer = createMailer({ database, clock, vault, site: SITE });
  return {
    database,
    target,
    clock,
    tools,
    logged,
    dataDir,
    send: async (mail = {}) => {
      await mailer.send({ ...CODE_MAIL, ...mail } as Mail);
      // Ids sort by the millisecond.
      clock.moveTo(new Date(clock.now().getTime() + 1).toISOString());
    },
    deliver: () => deliverDueMails(tools),
    rows: () => database.writer.selectFrom('mails').selectAll().orderBy('mailId').execute(),
  };
}

const CODE_MAIL: Mail = {
  to: 'reader@example.net',
  language: 'ja',
  kind: 'forgot-password',
  values: { username: 'a-reader', code: '135790' },
};
