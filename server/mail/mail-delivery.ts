import type { NodemailerError } from 'nodemailer';
import { Language } from '#contract/site-config.ts';
import { logFailures, startRepeating } from '../concurrency/start-repeating.ts';
import { WakeableTimer } from '../concurrency/timers.ts';
import type { Database } from '../database/connect.ts';
import { mailOutbox, nextAttemptAt, type RetryPlan } from '../database/outbox.ts';
import type { MailRow } from '../database/tables.ts';
import { type Clock, HOUR_MS, MINUTE_MS, toInstant } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Vault } from '../platform/vault.ts';
import { clearOutboxContents, type DueMail, deleteFinishedMails, listDueMails } from './mail.repository.ts';
import { isMailAddress } from './mail.ts';
import { MAX_OUTBOX, type MailTransport, type Message } from './mail-transport.ts';
import { openContent } from './sealed-content.ts';

export interface MailDelivery {
  /** Polls now and shortly after, because the queued mail may not be committed yet. */
  wake(): void;
  stop(): Promise<void>;
}

/** Poll intervals; the last one bounds the delay of mails queued by other processes. */
const POLL_INTERVALS_MS = [10, 50, 250, 1000, 5000, 15_000];
const MAX_POLL_MS = 15_000;
const CLEANING_MS = HOUR_MS;
const STOP_MS = 10_000;

export function startMailDelivery(tools: DeliveryTools): MailDelivery {
  const stopping = new AbortController();
  const timer = new WakeableTimer();
  const running = deliver(tools, timer, stopping.signal);
  const cleaning = startRepeating(() => pruneMails(tools), {
    everyMs: CLEANING_MS,
    log: tools.log,
    failure: 'old mails could not be removed',
  });
  return {
    wake: () => timer.wake(),
    stop: async () => {
      stopping.abort();
      timer.wake();
      await withinLimit(running, tools.mailTransport);
      await cleaning.stop();
    },
  };
}

async function deliver(tools: DeliveryTools, timer: WakeableTimer, signal: AbortSignal): Promise<void> {
  let idlePolls = 0;
  const failures = logFailures(tools.log, 'finding due mails failed');
  while (!signal.aborted) {
    const found = await check(tools, failures, signal);
    if (found === 'more') {
      idlePolls = 0;
      continue;
    }
    const delay =
      found === 'outage'
        ? MAX_POLL_MS
        : (POLL_INTERVALS_MS[Math.min(idlePolls, POLL_INTERVALS_MS.length - 1)] ?? MAX_POLL_MS);
    idlePolls = signal.aborted || (await timer.wasWokenWithin(delay)) ? 0 : idlePolls + 1;
  }
}

async function check(
  tools: DeliveryTools,
  failures: ReturnType<typeof logFailures>,
  signal: AbortSignal,
): Promise<'more' | 'nothing' | 'outage'> {
  try {
    const { attempts, isOutage } = await deliverDueMails(tools, signal);
    failures.end();
    if (isOutage) return 'outage';
    return attempts > 0 ? 'more' : 'nothing';
  } catch (error) {
    failures.report(error);
    return 'outage';
  }
}

async function withinLimit(running: Promise<void>, mailTransport: MailTransport): Promise<void> {
  const limit = setTimeout(() => mailTransport.close(), STOP_MS);
  try {
    await running;
  } finally {
    clearTimeout(limit);
    mailTransport.close();
  }
}

interface FailureClass {
  readonly reason: string;
  readonly isFinal: boolean;
  readonly isOutage: boolean;
}

/** Failures of these SMTP commands concern a single mail, others the server or the connection. */
const MAIL_COMMANDS = new Set(['RCPT TO', 'DATA']);

/** Authentication errors (RFC 4954, 6). */
const AUTHENTICATION_CODES = /^53\d$/;
const MAX_REASON = 500;

function classifyFailure(error: unknown): FailureClass {
  const { command = '', responseCode, permanent, message } = error as NodemailerError;
  const concernsMail = MAIL_COMMANDS.has(command) && !AUTHENTICATION_CODES.test(String(responseCode));
  return {
    reason: plain(message || String(error)),
    isFinal: concernsMail && permanent === true,
    isOutage: !concernsMail,
  };
}

function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON)
    .toWellFormed();
}

export interface DeliveryTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly log: Log;
  readonly mailTransport: MailTransport;
}

export interface Delivered {
  readonly attempts: number;
  readonly isOutage: boolean;
}

const BATCH = 50;

/** Longer than any attempt: an expired lease means a dead process. */
const LEASE_MS = 5 * MINUTE_MS;
const RETRIES: RetryPlan = {
  delaysMs: [1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS),
  giveUpMs: 48 * 60 * MINUTE_MS,
};
const RETENTION_MS = 30 * 24 * 60 * MINUTE_MS;

/** A claim prevents concurrent processes from sending a mail twice. */
export async function deliverDueMails(tools: DeliveryTools, signal?: AbortSignal): Promise<Delivered> {
  const due = await listDueMails(tools.database.writer, toInstant(tools.clock.now()), BATCH);
  const queue = due.values();
  const pass = { attempts: 0, isOutage: false };
  const work = async () => {
    for (const seen of queue) {
      if (signal?.aborted || pass.isOutage) return;
      const end = await attempt(tools, seen);
      if (end === 'not-ours') continue;
      pass.attempts += 1;
      pass.isOutage ||= end === 'outage';
    }
  };
  await Promise.all(Array.from({ length: tools.mailTransport.width }, work));
  return pass;
}

async function attempt(tools: DeliveryTools, seen: DueMail): Promise<'done' | 'outage' | 'not-ours'> {
  const { database, clock, vault, mailTransport } = tools;
  const until = toInstant(new Date(clock.now().getTime() + LEASE_MS));
  const mail = await mailOutbox.claim(database.writer, seen, until);
  if (!mail) return 'not-ours';
  const content = openContent(vault, mail.content);
  // Another process may have the right secret.
  if (!content) return retryLater(tools, mail, new Error('The mail was encrypted with another secret'));
  if (!isMailAddress(mail.recipient)) return fail(tools, mail, 'The recipient is no address');
  try {
    await mailTransport.carry(toMessage(mail, content));
  } catch (error) {
    return retryLater(tools, mail, error);
  }
  const isSent = mailTransport.outcome === 'sent';
  return finish(tools, mail, {
    status: mailTransport.outcome,
    lastError: null,
    sentAt: toInstant(clock.now()),
    // Removes codes and passwords from the database after sending.
    ...(isSent && { content: null }),
  });
}

function toMessage({ mailId, createdAt, recipient, language, subject }: MailRow, content: object): Message {
  return { ...(content as Message), mailId, createdAt, recipient, subject, language: Language.parse(language) };
}

async function finish({ database }: DeliveryTools, mail: MailRow, outcome: Partial<MailRow>): Promise<'done'> {
  await mailOutbox.save(database.writer, mail, { dueAt: null, ...outcome });
  return 'done';
}

async function fail(tools: DeliveryTools, mail: MailRow, reason: string): Promise<'done'> {
  const { mailId, attempts } = mail;
  tools.log.warn({ mailId, attempts, reason }, 'mail given up');
  return finish(tools, mail, { status: 'failed', lastError: reason });
}

async function retryLater(tools: DeliveryTools, mail: MailRow, error: unknown): Promise<'done' | 'outage'> {
  const { database, clock, log } = tools;
  const { mailId, attempts, createdAt } = mail;
  const { reason, isFinal, isOutage } = classifyFailure(error);
  const dueAt = nextAttemptAt(RETRIES, { attempts, since: createdAt, now: clock.now() });
  if (isFinal || dueAt === undefined) return fail(tools, mail, reason);
  log.warn({ mailId, attempts, dueAt, reason }, 'mail delayed');
  await mailOutbox.save(database.writer, mail, { status: 'waiting', dueAt, lastError: reason });
  return isOutage ? 'outage' : 'done';
}

export async function pruneMails({ database, clock }: Pick<DeliveryTools, 'database' | 'clock'>): Promise<void> {
  await deleteFinishedMails(database.writer, toInstant(new Date(clock.now().getTime() - RETENTION_MS)));
  await clearOutboxContents(database.writer, MAX_OUTBOX);
}
