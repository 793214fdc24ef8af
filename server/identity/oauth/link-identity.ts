import { z } from 'zod';
import type { LinkedIdentity } from '#contract/account.ts';
import { messages } from '#contract/errors.ts';
import type { Transaction } from '../../database/tables.ts';
import type { Actor } from '../../http/actor.ts';
import type { Caller } from '../../http/caller.ts';
import { badRequest, invalid, notFound } from '../../http/errors.ts';
import { MINUTE_MS, toInstant } from '../../platform/clock.ts';
import {
  deleteIdentity,
  findIdentity,
  insertIdentity,
  listIdentities,
  lockIdentities,
} from '../pool-identity.repository.ts';
import { findPoolUser } from '../pool-user.repository.ts';
import { openChallenge, sealChallenge } from '../sealed-challenge.ts';
import type { UserPool } from '../user-pool.ts';
import { SignInError } from './errors.ts';
import type { ProviderAccount } from './providers.ts';
import { consumeInTransaction } from './transaction.ts';

const TICKET = 'link ticket';
const LINK_CODE = 'link linkCode';
const LIFE_MS = 5 * MINUTE_MS;

const Ticket = z.object({ provider: z.string(), username: z.string(), sessionId: z.string() });
type Ticket = z.infer<typeof Ticket>;

const LinkCode = Ticket.extend({ subject: z.string(), email: z.string().nullable() });

type LinkOwner = Pick<Actor, 'username' | 'sessionId'>;

export async function identitiesOf({ database, providers }: UserPool, username: string): Promise<LinkedIdentity[]> {
  const linked = new Map((await listIdentities(database.reader, username)).map((one) => [one.provider, one]));
  const names = new Set([...providers.keys(), ...linked.keys()]);
  return [...names].map((provider) => {
    const { email = null, createdAt: linkedAt = null } = linked.get(provider) ?? {};
    return {
      provider,
      email,
      linkedAt,
      isLinked: linked.has(provider),
      label: providers.get(provider)?.label ?? provider,
    };
  });
}

export function linkAddress(pool: UserPool, { username, sessionId }: LinkOwner, provider: string): string {
  if (!pool.providers.has(provider) || sessionId === undefined) throw notFound();
  const ticket: Ticket = { provider, username, sessionId };
  const link = sealChallenge(pool, TICKET, ticket, LIFE_MS);
  return `/identity/oauth2/authorize?${new URLSearchParams({ link })}`;
}

export function openLinkTicket(pool: UserPool, link: string): Ticket {
  const ticket = openChallenge(pool, TICKET, link, Ticket);
  if (!ticket) throw new SignInError('sign_in_expired');
  return ticket;
}

/**
 * Returns the code that the completion page submits to create the link. The redirect itself must not link: an attacker
 * could send a victim there with their own ticket and take over the victim's provider account.
 */
export async function sealLinkCode(pool: UserPool, ticket: Ticket, account: ProviderAccount): Promise<string> {
  const { email = null } = await account.profile();
  return sealChallenge(pool, LINK_CODE, { ...ticket, subject: account.subject, email }, LIFE_MS);
}

export async function linkIdentity(
  pool: UserPool,
  owner: LinkOwner,
  { provider, code, caller }: { provider: string; code: string; caller: Caller },
): Promise<void> {
  const linkCode = openChallenge(pool, LINK_CODE, code, LinkCode);
  const isSameSession = linkCode?.username === owner.username && linkCode.sessionId === owner.sessionId;
  if (!isSameSession || linkCode.provider !== provider || !(await consumeInTransaction(pool, linkCode)))
    throw invalid({ code: 'InvalidInput' });
  const { username, subject, email } = linkCode;
  const createdAt = toInstant(pool.clock.now());
  await pool.database.writer.transaction().execute(async (trx) => {
    const known = await findIdentity(trx, { provider, subject });
    if (known?.username === username) return;
    if (known) throw badRequest(messages.identityTaken);
    const others = await lockIdentities(trx, username);
    if (others.some((other) => other.provider === provider)) {
      throw badRequest(messages.providerLinked);
    }
    if (!(await insertIdentity(trx, { provider, subject, username, email, createdAt }))) {
      throw badRequest(messages.identityTaken);
    }
    const actor = { kind: 'user', name: username } as const;
    await pool.audit.record({ action: 'identity-linked', actor, caller, details: { how: provider } }, trx);
    await notifyOwner(trx, pool, { username, provider, caller });
  });
}

async function notifyOwner(
  trx: Transaction,
  pool: UserPool,
  { username, provider, caller }: { username: string; provider: string; caller: Caller },
): Promise<void> {
  const to = (await findPoolUser(trx, username))?.verifiedEmail;
  const label = pool.providers.get(provider)?.label ?? provider;
  if (to) await pool.mailer.send({ to, language: caller.language, kind: 'identity-linked', values: { label } }, trx);
}

export async function unlinkIdentity(
  pool: UserPool,
  { username }: LinkOwner,
  { provider, caller }: { provider: string; caller: Caller },
): Promise<void> {
  await pool.database.writer.transaction().execute(async (trx) => {
    const identities = await lockIdentities(trx, username);
    if (!identities.some((identity) => identity.provider === provider)) throw notFound();
    const others = identities.filter((other) => other.provider !== provider && pool.providers.has(other.provider));
    const user = await findPoolUser(trx, username);
    const hasPassword = user !== undefined && user.status !== 'EXTERNAL_PROVIDER';
    if (others.length === 0 && !hasPassword) throw badRequest(messages.lastWayIn);
    await deleteIdentity(trx, { provider, username });
    const actor = { kind: 'user', name: username } as const;
    await pool.audit.record({ action: 'identity-unlinked', actor, caller, details: { how: provider } }, trx);
  });
}
