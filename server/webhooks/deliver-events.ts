import type { AuditLog } from '../audit/index.ts';
import type { Database } from '../database/connect.ts';
import type { WebhookDeliveryRow } from '../database/webhook-tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { atTheTerminal } from '../platform/caller.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Vault } from '../platform/vault.ts';
import { callReceiver, type ReceiverAnswer } from './call-receiver.ts';
import {
  claimDelivery,
  type DueDelivery,
  findParcel,
  giveUpWaiting,
  isSwitchedOff,
  listDueDeliveries,
  settleDelivery,
} from './delivery.repository.ts';
import type { ReceiverRules } from './receiver-address.ts';
import { findSecrets, noteAttempt, switchOffGone } from './webhook.repository.ts';
import { openSecrets, signatureHeaders } from './webhook-secret.ts';

export interface DeliverTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly log: Log;
  readonly audit: AuditLog;
  readonly rules: ReceiverRules;
  readonly version: string;
  /** How long a receiver may take, where it is not the product's own limit. */
  readonly limitMs?: number;
  /** From 0 to 1: how much of its spread a gap gets. */
  readonly random?: () => number;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Longer than any attempt takes: when it ends, whoever had the delivery is gone. */
const LEASE_MS = MINUTE_MS;
/** Between one attempt and the next; the last one stays. */
const GAPS_MS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS];
/** A gap is up to so much longer, so that what failed together is not tried together. */
const SPREAD = 0.2;
const GIVE_UP_MS = 24 * HOUR_MS;
/** What one webhook gets before others get their turn. */
const IN_ONE_GO = 20;

/** Sends what is due for one webhook, in order, until something fails. Of several processes each delivery is one's alone. */
export async function deliverTo(tools: DeliverTools, webhookId: string, signals: DeliverSignals): Promise<void> {
  const now = toInstant(tools.clock.now());
  const due = await listDueDeliveries(tools.database.reader, { webhookId, now, limit: IN_ONE_GO });
  for (const seen of due) {
    if (signals.stopping.aborted) return;
    if ((await attempt(tools, seen, signals)) === 'failed') return;
  }
}

export interface DeliverSignals {
  /** Begin nothing more. */
  readonly stopping: AbortSignal;
  /** End what is under way; it is done by the next process. */
  readonly ending: AbortSignal;
}

type End = 'delivered' | 'failed' | 'not-ours';

async function attempt(tools: DeliverTools, seen: DueDelivery, { ending }: DeliverSignals): Promise<End> {
  const { database, clock } = tools;
  const until = toInstant(new Date(clock.now().getTime() + LEASE_MS));
  const claimed = await writeTransaction(database.writer, (trx) => claimDelivery(trx, seen, until));
  if (!claimed) return 'not-ours';
  // Whoever had it before is gone; the webhook may have been switched off since.
  if (seen.status === 'sending' && (await isGivenUp(tools, claimed))) return 'failed';
  const answer = await send(tools, claimed, ending).catch((error) => {
    if (!ending.aborted) throw error;
    return undefined;
  });
  if (!answer) return handBack(tools, claimed);
  return answer.fault === null ? settleDelivered(tools, claimed, answer) : settleFailed(tools, claimed, answer);
}

/** Nothing was found to send where the webhook was deleted meanwhile. */
async function send(
  { database, clock, vault, rules, version, limitMs }: DeliverTools,
  claimed: WebhookDeliveryRow,
  signal: AbortSignal,
): Promise<ReceiverAnswer | undefined> {
  const parcel = await findParcel(database.reader, claimed);
  const sealed = await findSecrets(database.reader, claimed.webhookId);
  if (!parcel || !sealed) return undefined;
  const now = clock.now();
  const secrets = openSecrets(vault, sealed, toInstant(now));
  if (secrets.length === 0) return { statusCode: null, fault: 'secret-lost', durationMs: 0 };
  const { url, eventId, payload } = parcel;
  const timestamp = Math.floor(now.getTime() / SECOND_MS);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': `Kawaraban/${version} (webhooks)`,
    ...signatureHeaders(secrets, { eventId, timestamp, payload }),
    'webhook-type': (JSON.parse(payload) as { type: string }).type,
  };
  return callReceiver({ url, headers, body: payload }, { rules, signal, ...(limitMs !== undefined && { limitMs }) });
}

const SWITCHED_OFF = { status: 'failed', dueAt: null, fault: 'switched-off' } as const;

/** Gives a delivery up whose webhook has been switched off since it was queued. */
async function isGivenUp({ database }: DeliverTools, claimed: WebhookDeliveryRow): Promise<boolean> {
  return writeTransaction(database.writer, async (trx) => {
    if (!(await isSwitchedOff(trx, claimed))) return false;
    return settleDelivery(trx, claimed, SWITCHED_OFF);
  });
}

/** As if it had never been tried. */
async function handBack({ database, clock }: DeliverTools, claimed: WebhookDeliveryRow): Promise<End> {
  const waiting = { status: 'waiting', dueAt: toInstant(clock.now()) };
  await writeTransaction(database.writer, async (trx) => {
    const state = (await isSwitchedOff(trx, claimed)) ? SWITCHED_OFF : waiting;
    await settleDelivery(trx, claimed, { ...state, attempts: claimed.attempts - 1 });
  });
  return 'not-ours';
}

async function settleDelivered(tools: DeliverTools, claimed: WebhookDeliveryRow, answer: ReceiverAnswer): Promise<End> {
  const attemptedAt = toInstant(tools.clock.now());
  await writeTransaction(tools.database.writer, async (trx) => {
    // The webhook first, as whoever deletes it does: otherwise two could wait for each other.
    await noteAttempt(trx, claimed.webhookId, { attemptedAt, isDelivered: true });
    await settleDelivery(trx, claimed, { ...answer, status: 'delivered', dueAt: null, attemptedAt });
  });
  return 'delivered';
}

async function settleFailed(tools: DeliverTools, claimed: WebhookDeliveryRow, answer: ReceiverAnswer): Promise<End> {
  const { database, clock, log } = tools;
  const { webhookId, deliveryId, eventId, attempts } = claimed;
  const now = clock.now();
  const attemptedAt = toInstant(now);
  const nextAt = answer.fault === 'gone' ? null : nextDueAt(claimed, now, tools.random);
  const { fault, statusCode } = answer;
  const line = { webhookId, deliveryId, eventId, attempts, fault, statusCode };
  const dueAt = await writeTransaction(database.writer, async (trx) => {
    await noteAttempt(trx, webhookId, { attemptedAt, isDelivered: false });
    const next = nextAt === null ? { status: 'failed', dueAt: null } : { status: 'waiting', dueAt: nextAt };
    const state = nextAt !== null && (await isSwitchedOff(trx, claimed)) ? SWITCHED_OFF : next;
    await settleDelivery(trx, claimed, { ...answer, attemptedAt, ...state });
    return state.dueAt;
  });
  if (dueAt === null) log.warn(line, 'webhook delivery given up');
  else log.info({ ...line, dueAt }, 'webhook delivery delayed');
  if (fault === 'gone') await switchOff(tools, webhookId);
  return 'failed';
}

/** Nothing, once a day has passed since it was queued. */
function nextDueAt(
  { attempts, queuedAt }: WebhookDeliveryRow,
  now: Date,
  random: () => number = Math.random,
): string | null {
  const gap = GAPS_MS[Math.min(attempts, GAPS_MS.length) - 1] ?? HOUR_MS;
  const next = now.getTime() + gap * (1 + SPREAD * random());
  return next - Date.parse(queuedAt) > GIVE_UP_MS ? null : toInstant(new Date(next));
}

/** Standard Webhooks: whoever answers 410 is not called again until somebody says so. */
async function switchOff({ database, clock, audit, log }: DeliverTools, webhookId: string): Promise<void> {
  const updatedAt = toInstant(clock.now());
  const serviceId = await writeTransaction(database.writer, async (trx) => {
    const found = await switchOffGone(trx, { webhookId, updatedAt });
    if (found === undefined) return undefined;
    await giveUpWaiting(trx, webhookId, updatedAt);
    const deed = { action: 'webhook-changed', actor: { kind: 'system' }, caller: atTheTerminal } as const;
    const details = { isEnabled: false, changed: ['isEnabled'], reason: 'gone' };
    await audit.record({ ...deed, serviceId: found, target: webhookId, details }, trx);
    return found;
  });
  if (serviceId !== undefined) log.warn({ serviceId, webhookId }, 'webhook switched off, since its receiver is gone');
}
