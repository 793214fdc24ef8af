import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { text } from '#contract/text.ts';
import type { Caller } from '../../http/caller.ts';
import { toInstant } from '../../platform/clock.ts';
import { insertUser } from '../../users/index.ts';
import { createPoolUser } from '../create-pool-user.ts';
import { findIdentity, insertIdentity } from '../pool-identity.repository.ts';
import { findEmailOwner, findPoolUser, type PoolUser } from '../pool-user.repository.ts';
import type { UserPool } from '../user-pool.ts';
import { ClientError, completionPage, responseAddress } from './authorize.ts';
import { SignInError } from './errors.ts';
import { sealLinkCode } from './link-identity.ts';
import type { Profile, ProviderAccount } from './providers.ts';
import { sealCode } from './token-grant.ts';
import { completeProviderSignIn, type SignInPurpose } from './transaction.ts';

export interface Returning {
  readonly origin: string;
  readonly search: string;
  readonly query: unknown;
  readonly browser: string | undefined;
  readonly caller: Caller;
}

const State = z.object({ state: text({ min: 1, max: 4000 }) });

export async function takeProviderResponse(pool: UserPool, returning: Returning): Promise<URL> {
  const { origin, search, browser } = returning;
  const state = State.safeParse(returning.query).data?.state;
  if (state === undefined) throw new SignInError('invalid_request');
  const redirectUri = responseAddress(origin);
  const { provider: name, aim, exchange } = await completeProviderSignIn(pool, { state, browser, redirectUri });
  try {
    const provider = pool.providers.get(name);
    if (!provider) throw new SignInError('invalid_request');
    const account = await provider.identify(new URL(`${redirectUri}${search}`), exchange);
    return await answerFor(pool, returning, { provider: name, aim, account });
  } catch (error) {
    throw error instanceof SignInError ? clientErrorFor(aim, error, { origin, provider: name }) : error;
  }
}

async function answerFor(
  pool: UserPool,
  { origin, caller }: Returning,
  { provider, aim, account }: { provider: string; aim: SignInPurpose; account: ProviderAccount },
): Promise<URL> {
  if (aim.kind === 'link') {
    const { username, sessionId } = aim;
    const link = await sealLinkCode(pool, { provider, username, sessionId }, account);
    return withQuery(completionPage(origin), { provider, link });
  }
  const { username } = await findOrCreateAccount(pool, { provider, account, caller });
  const { redirectUri, state, codeChallenge } = aim;
  const code = sealCode(pool, { provider, username, redirectUri, codeChallenge });
  return withQuery(redirectUri, { code, state });
}

function clientErrorFor(
  purpose: SignInPurpose,
  rejection: SignInError,
  { origin }: { origin: string; provider: string },
): ClientError {
  return new ClientError(
    rejection,
    purpose.kind === 'link' ? { redirectUri: `${origin}/settings`, state: undefined } : purpose,
  );
}

export function withQuery(address: string, query: Readonly<Record<string, string>>): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

interface ProviderSignIn {
  readonly provider: string;
  readonly account: ProviderAccount;
  readonly caller: Caller;
}

/** @throws {SignInError} for a disabled account, a missing verified address or an address of another account. */
async function findOrCreateAccount(pool: UserPool, signIn: ProviderSignIn): Promise<PoolUser> {
  const known = await findKnownAccount(pool, signIn);
  if (known) return known;
  const profile = await signIn.account.profile();
  try {
    return await createAccount(pool, signIn, profile);
  } catch (error) {
    if (error instanceof SignInError) throw error;
    const account = await findKnownAccount(pool, signIn);
    if (account) return account;
    await requireFreeAddress(pool, profile);
    throw error;
  }
}

async function findKnownAccount(pool: UserPool, { provider, account }: ProviderSignIn): Promise<PoolUser | undefined> {
  const { writer } = pool.database;
  const identity = await findIdentity(writer, { provider, subject: account.subject });
  const user = identity && (await findPoolUser(writer, identity.username));
  if (user && !user.isEnabled) throw new SignInError('account_disabled', { username: user.username });
  return user;
}

async function requireFreeAddress({ database }: UserPool, { email }: Profile): Promise<string> {
  if (email === undefined) throw new SignInError('email_required');
  const owner = await findEmailOwner(database.writer, email);
  if (owner) throw new SignInError('identity_taken', { username: owner.username });
  return email;
}

async function createAccount(pool: UserPool, { provider, account, caller }: ProviderSignIn, profile: Profile) {
  const email = await requireFreeAddress(pool, profile);
  const username = randomUUID();
  const createdAt = toInstant(pool.clock.now());
  return pool.database.writer.transaction().execute(async (trx) => {
    await insertUser(trx, { username, role: 'normal', createdAt });
    const user = await createPoolUser(trx, pool, {
      username,
      email,
      status: 'EXTERNAL_PROVIDER',
      // Unknown to everybody. The owner can set a password with a reset mail.
      password: randomBytes(48).toString('base64url'),
      ...(profile.name !== undefined && { name: profile.name }),
    });
    const isNew = await insertIdentity(trx, { provider, subject: account.subject, username, email, createdAt });
    if (!isNew) throw new Error('Another request already created an account for this provider account.');
    await pool.audit.record(
      { action: 'signed-up', actor: { kind: 'user', name: username }, caller, details: { how: provider } },
      trx,
    );
    return user;
  });
}
