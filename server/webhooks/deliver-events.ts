import type { AuditDetails, AuditLog } from '../audit/index.ts';
import type { Database } from '../database/connect.ts';
import { deliveryOutbox, nextAttemptAt, type RetryPlan } from '../database/outbox.ts';
import type { WebhookDeliveryRow } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { localCaller } from '../http/caller.ts';
import { type Clock, HOUR_MS, MINUTE_MS, toInstant } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Vault } from '../platform/vault.ts';
import { callReceiver, type ReceiverAnswer } from './call-receiver.ts';
import {
  type DueDelivery,
  findQueuedEvent,
  giveUpWaiting,
  isDisabled,
  listDueDeliveries,
} from './delivery.repository.ts';
import type { ReceiverRules } from './receiver-address.ts';
import { disableGoneWebhook, findSecrets, recordAttempt } from './webhook.repository.ts';
import { openSecrets, signatureHeaders } from './webhook-secret.ts';

export interface DeliverTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly log: Log;
  readonly audit: AuditLog;
  readonly rules: ReceiverRules;
  readonly version: string;
  readonly limitMs?: number;
  readonly random?: () => number;
}

const SECOND_MS = 1000;
/** Longer than any attempt: an expired lease means a dead process. */
const LEASE_MS = MINUTE_MS;
const RETRIES: RetryPlan = {
  delaysMs: [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS],
  giveUpMs: 24 * HOUR_MS,
};
/** Spreads retries of simultaneous failures. */
const JITTER = 0.2;
const BATCH = 20;

/** Stops at the first failure. A claim prevents concurrent processes from sending a delivery twice. */
export async function deliverTo(tools: DeliverTools, webhookId: string, signals: DeliverSignals): Promise<void> {
  const now = toInstant(tools.clock.now());
  const due = await listDueDeliveries(tools.database.reader, { webhookId, now, limit: BATCH });
  for (const seen of due) {
    if (signals.stopping.aborted) return;
    if ((await attempt(tools, seen, signals)) === 'failed') return;
  }
}

export interface DeliverSignals {
  readonly stopping: AbortSignal;
  /** The current delivery is aborted; another process repeats it. */
  readonly ending: AbortSignal;
}

type End = 'delivered' | 'failed' | 'not-ours';

async function attempt(tools: DeliverTools, seen: DueDelivery, { ending }: DeliverSignals): Promise<End> {
  const { database, clock } = tools;
  const until = toInstant(new Date(clock.now().getTime() + LEASE_MS));
  const claimed = await writeTransaction(database.writer, (trx) => deliveryOutbox.claim(trx, seen, until));
  if (!claimed) return 'not-ours';
  if (seen.status === 'sending' && (await isGivenUp(tools, claimed))) return 'failed';
  const answer = await send(tools, claimed, ending).catch((error) => {
    if (!ending.aborted) throw error;
    return undefined;
  });
  if (!answer) return returnToQueue(tools, claimed);
  return answer.fault === null ? recordDelivered(tools, claimed, answer) : recordFailed(tools, claimed, answer);
}

async function send(
  { database, clock, vault, rules, version, limitMs }: DeliverTools,
  claimed: WebhookDeliveryRow,
  signal: AbortSignal,
): Promise<ReceiverAnswer | undefined> {
  const queued = await findQueuedEvent(database.reader, claimed);
  const sealed = await findSecrets(database.reader, claimed.webhookId);
  if (!queued || !sealed) return undefined;
  const now = clock.now();
  const secrets = openSecrets(vault, sealed, toInstant(now));
  if (secrets.length === 0) return { statusCode: null, fault: 'secret-lost', durationMs: 0 };
  const { url, eventId, payload } = queued;
  const timestamp = Math.floor(now.getTime() / SECOND_MS);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': `Kawaraban/${version} (webhooks)`,
    ...signatureHeaders(secrets, { eventId, timestamp, payload }),
    'webhook-type': (JSON.parse(payload) as { type: string }).type,
  };
  return callReceiver({ url, headers, body: payload }, { rules, signal, ...(limitMs !== undefined && { limitMs }) });
}

const DISABLED = { status: 'failed', dueAt: null, fault: 'switched-off' } as const;

async function isGivenUp({ database }: DeliverTools, claimed: WebhookDeliveryRow): Promise<boolean> {
  return writeTransaction(database.writer, async (trx) => {
    if (!(await isDisabled(trx, claimed))) return false;
    return deliveryOutbox.save(trx, claimed, DISABLED);
  });
}

async function returnToQueue({ database, clock }: DeliverTools, claimed: WebhookDeliveryRow): Promise<End> {
  const waiting = { status: 'waiting', dueAt: toInstant(clock.now()) };
  await writeTransaction(database.writer, async (trx) => {
    const state = (await isDisabled(trx, claimed)) ? DISABLED : waiting;
    await deliveryOutbox.save(trx, claimed, { ...state, attempts: claimed.attempts - 1 });
  });
  return 'not-ours';
}

async function recordDelivered(tools: DeliverTools, claimed: WebhookDeliveryRow, answer: ReceiverAnswer): Promise<End> {
  const attemptedAt = toInstant(tools.clock.now());
  await writeTransaction(tools.database.writer, async (trx) => {
    // Locks the webhook first, in the order of its deletion, to avoid a deadlock.
    await recordAttempt(trx, claimed.webhookId, { attemptedAt, isDelivered: true });
    await deliveryOutbox.save(trx, claimed, { ...answer, status: 'delivered', dueAt: null, attemptedAt });
  });
  return 'delivered';
}

async function recordFailed(tools: DeliverTools, claimed: WebhookDeliveryRow, answer: ReceiverAnswer): Promise<End> {
  const { database, clock, log, random = Math.random } = tools;
  const { webhookId, deliveryId, eventId, attempts, queuedAt } = claimed;
  const now = clock.now();
  const attemptedAt = toInstant(now);
  const delayFactor = 1 + JITTER * random();
  const retryAt = nextAttemptAt(RETRIES, { attempts, since: queuedAt, now, delayFactor });
  const nextAt = answer.fault === 'gone' ? undefined : retryAt;
  const { fault, statusCode } = answer;
  const line = { webhookId, deliveryId, eventId, attempts, fault, statusCode };
  const dueAt = await writeTransaction(database.writer, async (trx) => {
    await recordAttempt(trx, webhookId, { attemptedAt, isDelivered: false });
    const next = nextAt ? { status: 'waiting', dueAt: nextAt } : { status: 'failed', dueAt: null };
    const state = nextAt && (await isDisabled(trx, claimed)) ? DISABLED : next;
    await deliveryOutbox.save(trx, claimed, { ...answer, attemptedAt, ...state });
    return state.dueAt;
  });
  if (dueAt === null) log.warn(line, 'webhook delivery given up');
  else log.info({ ...line, dueAt }, 'webhook delivery delayed');
  if (fault === 'gone') await disableWebhook(tools, webhookId);
  return 'failed';
}

/** Standard Webhooks: 410 disables a webhook. */
async function disableWebhook({ database, clock, audit, log }: DeliverTools, webhookId: string): Promise<void> {
  const updatedAt = toInstant(clock.now());
  const serviceId = await writeTransaction(database.writer, async (trx) => {
    const found = await disableGoneWebhook(trx, { webhookId, updatedAt });
    if (found === undefined) return undefined;
    await giveUpWaiting(trx, webhookId, updatedAt);
    const entry = { action: 'webhook-changed', actor: { kind: 'system' }, caller: localCaller } as const;
    const details: AuditDetails = { isEnabled: false, changed: ['isEnabled'], reason: 'gone' };
    await audit.record({ ...entry, serviceId: found, target: webhookId, details }, trx);
    return found;
  });
  if (serviceId !== undefined) log.warn({ serviceId, webhookId }, 'webhook turned off, receiver gone');
}
