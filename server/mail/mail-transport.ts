import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool';
import type { Language } from '#contract/site-config.ts';
import type { Log } from '../platform/log.ts';
import { isLoopback } from '../platform/loopback.ts';
import type { MailContent } from './sealed-content.ts';

/** Per mail, against servers that respond slowly enough to avoid the other timeouts. */
const SEND_LIMIT_MS = 90_000;
const MAX_CONNECTIONS = 3;

const DEFAULTS: SMTPPoolOptions = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
  // Reusing a connection that the server has closed would fail an attempt.
  idleTimeout: 5000,
  maxConnections: MAX_CONNECTIONS,
};

/** Certificates are verified, unless the URL disables that. */
function smtpTransport({ url, from }: { url: string; from: Sender }): MailTransport {
  const options = optionsOf(url);
  // The queue retries; a retry of the pool could send a mail twice.
  const transport = createTransport({ ...DEFAULTS, ...options, pool: true, maxRequeues: 0 });
  return {
    outcome: 'sent',
    width: options.maxConnections ?? MAX_CONNECTIONS,
    carry: async (message) => {
      await transport.sendMail({ ...compose(message, from), signal: AbortSignal.timeout(SEND_LIMIT_MS) });
    },
    close: () => transport.transporter.close?.({ force: true }),
  };
}

export async function verifyMailServer(url: string, { waitMs }: { readonly waitMs: number }): Promise<void> {
  const waits = { connectionTimeout: waitMs, greetingTimeout: waitMs, socketTimeout: waitMs, dnsTimeout: waitMs };
  const transport = createTransport({ ...optionsOf(url), ...waits, pool: false });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function optionsOf(url: string): SMTPPoolOptions {
  const options: SMTPPoolOptions = parseConnectionUrl(url);
  const isOpen = options.secure || options.requireTLS !== undefined || options.ignoreTLS !== undefined;
  // Security: prevents STARTTLS stripping, which would expose passwords and codes.
  return !isOpen && !isLoopback(options.host ?? '') ? { ...options, requireTLS: true } : options;
}

export const MAX_OUTBOX = 1000;

/** For development and setup. */
function outboxTransport({ folder, from, log }: { folder: string; from: Sender; log: Log }): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    outcome: 'kept',
    width: 1,
    carry: async (message) => {
      const { message: bytes } = await transport.sendMail(compose(message, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, fileName(message));
      await writeFile(`${file}.draft`, bytes as Buffer, { mode: 0o600 });
      await rename(`${file}.draft`, file);
      await removeOldest(folder);
      const { recipient, subject } = message;
      log.info({ recipient, subject, file }, 'mail written to outbox');
    },
    close: () => {},
  };
}

function fileName({ createdAt, mailId }: Message): string {
  return `${createdAt.replaceAll(/[-:]/g, '')}-${mailId}.eml`;
}

async function removeOldest(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted();
  for (const name of files.slice(0, -MAX_OUTBOX)) await rm(join(folder, name), { force: true });
}

export interface Message extends MailContent {
  readonly mailId: string;
  readonly createdAt: string;
  readonly recipient: string;
  readonly language: Language;
  readonly subject: string;
}

export interface Sender {
  readonly name: string;
  readonly address: string;
}

export interface MailTransport {
  readonly outcome: 'sent' | 'kept';
  readonly width: number;
  carry(message: Message): Promise<void>;
  close(): void;
}

export interface MailTransportOptions {
  readonly smtpUrl: string | undefined;
  readonly from: { readonly name: string | undefined; readonly address: string };
  readonly siteName: string;
  readonly dataDir: string;
  readonly log: Log;
}

export function openMailTransport({ smtpUrl, from, siteName, dataDir, log }: MailTransportOptions): MailTransport {
  const sender = { name: from.name ?? siteName, address: from.address };
  return smtpUrl === undefined
    ? outboxTransport({ folder: join(dataDir, 'outbox'), from: sender, log })
    : smtpTransport({ url: smtpUrl, from: sender });
}

function compose({ mailId, createdAt, recipient, language, subject, text, html }: Message, from: Sender) {
  return {
    from,
    to: { name: '', address: recipient },
    // Security: fixes the recipient, however the address may be parsed.
    envelope: { from: from.address, to: [recipient] },
    subject,
    text,
    html,
    date: new Date(createdAt),
    // Stable, so that clients recognize a mail that was sent twice.
    messageId: `<${mailId}@${from.address.split('@').at(-1)}>`,
    // Suppresses automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
    disableFileAccess: true,
    disableUrlAccess: true,
  } satisfies SendMailOptions;
}
