import { fieldMessages, messages } from '#contract/errors.ts';
import { MAX_WEBHOOKS, type Webhook, type WebhookEventType } from '#contract/webhooks.ts';
import { type AuditedAction, type AuditLog, auditActorOf } from '../audit/index.ts';
import type { Database } from '../database/connect.ts';
import { holdService } from '../database/service-revision.ts';
import type { Transaction } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import type { Actor } from '../http/actor.ts';
import type { Caller } from '../http/caller.ts';
import { badRequest, invalid, notFound, requireRevision } from '../http/errors.ts';
import { type Clock, DAY_MS, toInstant } from '../platform/clock.ts';
import { nextId } from '../platform/ids.ts';
import type { Vault } from '../platform/vault.ts';
import { giveUpWaiting } from './delivery.repository.ts';
import { isReceiverAllowed, type ReceiverRules } from './receiver-address.ts';
import {
  deleteWebhookRow,
  findSecrets,
  findWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  type SealedSecrets,
  saveSecrets,
  updateWebhook,
  type WebhookKey,
} from './webhook.repository.ts';
import { newSecret, sealSecret } from './webhook-secret.ts';

export interface WebhookTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly audit: AuditLog;
  readonly rules: ReceiverRules;
}

export interface Changer {
  readonly actor: Actor;
  readonly caller: Caller;
}

export interface WebhookFields {
  readonly url: string;
  readonly description: string;
  readonly events: readonly WebhookEventType[];
  readonly isEnabled: boolean;
}

type Given = { readonly [Name in keyof WebhookFields]?: WebhookFields[Name] | undefined };

/** Both secrets sign for a day, so that receivers can be changed later. */
const FORMER_MS = DAY_MS;

/**
 * Returns the secret, which only a rotation shows again.
 * @throws {HttpError} 400 for a forbidden URL or too many webhooks
 */
export async function createWebhook(
  tools: WebhookTools,
  changer: Changer,
  { serviceId, ...fields }: { readonly serviceId: string } & Given & Pick<WebhookFields, 'url' | 'events'>,
): Promise<Webhook & { secret: string }> {
  const { database, clock, vault } = tools;
  const now = clock.now();
  const secret = newSecret();
  const { url, events, description = '', isEnabled = true } = fields;
  const webhook: Webhook = {
    webhookId: nextId(clock, now),
    serviceId,
    description,
    isEnabled,
    isGone: false,
    url: readUrl(url, tools.rules),
    events: [...events],
    createdBy: changer.actor.username,
    createdAt: toInstant(now),
    updatedAt: null,
    failingSince: null,
    lastDeliveredAt: null,
    revision: 1,
  };
  await writeTransaction(database.writer, async (trx) => {
    await holdService(trx, serviceId);
    const { length } = await listWebhooks(trx, serviceId);
    if (length >= MAX_WEBHOOKS) throw badRequest(messages.tooManyWebhooks);
    await insertWebhook(trx, { ...webhook, secret: sealSecret(vault, secret) });
    await recordChange(trx, tools, changer, webhook, { action: 'webhook-created', details: auditDetailsOf(webhook) });
  });
  return { ...webhook, secret };
}

export async function changeWebhook(
  tools: WebhookTools,
  changer: Changer,
  { serviceId, webhookId, revision, ...fields }: WebhookKey & Given & { readonly revision?: number | undefined },
): Promise<Webhook> {
  const changes = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (changes.length === 0) throw badRequest(messages.dataEmpty);
  const url = fields.url === undefined ? undefined : readUrl(fields.url, tools.rules);
  return writeTransaction(tools.database.writer, async (trx) => {
    const stored = await lockWebhook(trx, { serviceId, webhookId });
    if (!stored) throw notFound();
    await requireRevision(revision, () => stored);
    const requested = Object.fromEntries([
      ...changes,
      ...(url === undefined ? [] : [['url', url]]),
    ]) as Partial<WebhookFields>;
    const changed = Object.entries(requested).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(stored[name as keyof WebhookFields]),
    );
    if (changed.length === 0) return stored;
    const updatedAt = toInstant(tools.clock.now());
    const isOtherReceiver = requested.url !== undefined && requested.url !== stored.url;
    const isTurnedOn = requested.isEnabled === true && !stored.isEnabled;
    const isTurnedOff = requested.isEnabled === false && stored.isEnabled;
    await updateWebhook(trx, webhookId, {
      ...requested,
      ...(requested.events && { events: [...requested.events] }),
      updatedAt,
      ...((isTurnedOn || isOtherReceiver) && { isGone: false, failingSince: null }),
    } as Parameters<typeof updateWebhook>[2]);
    if (isTurnedOff) await giveUpWaiting(trx, webhookId, updatedAt);
    const now = await getWebhook(trx, { serviceId, webhookId });
    const details = { ...auditDetailsOf(now), changed: changed.map(([name]) => name) };
    await recordChange(trx, tools, changer, now, { action: 'webhook-changed', details });
    return now;
  });
}

export async function deleteWebhook(tools: WebhookTools, changer: Changer, key: WebhookKey): Promise<void> {
  await writeTransaction(tools.database.writer, async (trx) => {
    const webhook = await getWebhook(trx, key);
    if (!(await deleteWebhookRow(trx, key))) throw notFound();
    await recordChange(trx, tools, changer, webhook, { action: 'webhook-deleted', details: auditDetailsOf(webhook) });
  });
}

export async function rotateWebhookSecret(
  tools: WebhookTools,
  changer: Changer,
  key: WebhookKey,
): Promise<Webhook & { secret: string }> {
  const { database, clock, vault } = tools;
  const secret = newSecret();
  return writeTransaction(database.writer, async (trx) => {
    const now = clock.now();
    const { webhookId } = await getWebhook(trx, key);
    const previous = formerOf(await findSecrets(trx, webhookId), now);
    await saveSecrets(trx, { webhookId, secret: sealSecret(vault, secret), ...previous });
    await updateWebhook(trx, webhookId, { updatedAt: toInstant(now) });
    const changed = await getWebhook(trx, key);
    await recordChange(trx, tools, changer, changed, {
      action: 'webhook-secret-rotated',
      details: auditDetailsOf(changed),
    });
    return { ...changed, secret };
  });
}

/** Keeps a former secret that is still valid: after a second rotation in a day, receivers still use the first one. */
function formerOf(stored: SealedSecrets | undefined, now: Date): Pick<SealedSecrets, 'formerSecret' | 'formerUntil'> {
  const { formerSecret = null, formerUntil = null } = stored ?? {};
  if (formerSecret !== null && formerUntil !== null && formerUntil > toInstant(now))
    return { formerSecret, formerUntil };
  return { formerSecret: stored?.secret ?? null, formerUntil: toInstant(new Date(now.getTime() + FORMER_MS)) };
}

export async function getWebhook(db: Database['reader'], key: WebhookKey): Promise<Webhook> {
  const webhook = await findWebhook(db, key);
  if (!webhook) throw notFound();
  return webhook;
}

function readUrl(text: string, rules: ReceiverRules): string {
  const url = new URL(text);
  if (!isReceiverAllowed(url, rules)) throw invalid({ url: fieldMessages.addressRefused });
  return url.href;
}

/** Security: paths of some receivers contain a secret. */
function auditDetailsOf({ url, description, events, isEnabled }: Webhook) {
  return { address: new URL(url).origin, description, events: [...events], isEnabled };
}

function recordChange(
  trx: Transaction,
  { audit }: WebhookTools,
  { actor, caller }: Changer,
  { serviceId, webhookId }: WebhookKey,
  entry: Pick<AuditedAction, 'action' | 'details'>,
): Promise<void> {
  return audit.record({ ...entry, actor: auditActorOf(actor), caller, serviceId, target: webhookId }, trx);
}
