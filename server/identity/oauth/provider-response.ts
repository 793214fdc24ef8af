import { z } from 'zod';
import { text } from '#contract/text.ts';
import type { Caller } from '../../platform/caller.ts';
import type { UserPool } from '../user-pool.ts';
import { ClientError, completionPage, responseAddress } from './authorize.ts';
import { sealCode } from './code.ts';
import { sealLinkArrival } from './link-identity.ts';
import { accountOfArrival } from './provider-account.ts';
import type { ProviderAccount } from './providers.ts';
import { SignInError } from './sign-in-refusal.ts';
import { type Aim, endVisit } from './transaction.ts';

export interface Returning {
  readonly origin: string;
  readonly search: string;
  readonly query: unknown;
  readonly browser: string | undefined;
  readonly caller: Caller;
}

const State = z.object({ state: text({ min: 1, max: 4000 }) });

/**
 * Handles the provider's redirect. Returns the URL of the page that completes the sign-in or link.
 * @throws {SignInError}
 */
export async function takeProviderResponse(pool: UserPool, returning: Returning): Promise<URL> {
  const { origin, search, browser } = returning;
  const state = State.safeParse(returning.query).data?.state;
  if (state === undefined) throw new SignInError('invalid_request');
  const redirectUri = responseAddress(origin);
  const { provider: name, aim, exchange } = await endVisit(pool, { state, browser, redirectUri });
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
  { provider, aim, account }: { provider: string; aim: Aim; account: ProviderAccount },
): Promise<URL> {
  if (aim.kind === 'link') {
    const { username, sessionId } = aim;
    const link = await sealLinkArrival(pool, { provider, username, sessionId }, account);
    return withQuery(completionPage(origin), { provider, link });
  }
  const { username } = await accountOfArrival(pool, { provider, account, caller });
  const { redirectUri, state, codeChallenge } = aim;
  const code = sealCode(pool, { provider, username, redirectUri, codeChallenge });
  return withQuery(redirectUri, { code, state });
}

function clientErrorFor(aim: Aim, refusal: SignInError, { origin }: { origin: string; provider: string }): ClientError {
  return new ClientError(refusal, aim.kind === 'link' ? { redirectUri: `${origin}/settings`, state: undefined } : aim);
}

export function withQuery(address: string, query: Readonly<Record<string, string>>): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}
