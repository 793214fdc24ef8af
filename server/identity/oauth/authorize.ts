import { z } from 'zod';
import { text } from '#contract/text.ts';
import type { UserPool } from '../user-pool.ts';
import { SignInError } from './errors.ts';
import { openLinkTicket } from './link-identity.ts';
import { beginProviderSignIn, type SignInPurpose } from './transaction.ts';

export interface AuthorizeContext {
  readonly origin: string;
  readonly browser: string;
}

const Target = z.object({ client_id: text({ max: 128 }), redirect_uri: text({ max: 2000 }) });

const Request = z.object({
  response_type: text({ max: 100 }),
  state: text({ min: 1, max: 256 }),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
  identity_provider: text({ min: 1, max: 32 }),
  scope: text({ max: 1000 }).optional(),
});

export class ClientError extends SignInError {
  readonly redirectUri: string;
  readonly state: string | undefined;

  constructor(rejection: SignInError, { redirectUri, state }: { redirectUri: string; state: string | undefined }) {
    super(rejection.code, {
      cause: rejection.cause,
      ...(rejection.username !== undefined && { username: rejection.username }),
    });
    this.redirectUri = redirectUri;
    this.state = state;
  }
}

export function completionPage(origin: string): string {
  return `${origin}/signin/complete`;
}

export function responseAddress(origin: string): string {
  return `${origin}/identity/oauth2/idpresponse`;
}

/** RFC 6749, 4.1.1, with PKCE (RFC 7636). Links a provider when the query has a ticket. */
export async function authorize(pool: UserPool, query: unknown, context: AuthorizeContext): Promise<URL> {
  const ticket = z.object({ link: text({ min: 1, max: 4000 }) }).safeParse(query).data;
  if (ticket) {
    const { provider, username, sessionId } = openLinkTicket(pool, ticket.link);
    return visitAddress(pool, context, provider, { kind: 'link', username, sessionId });
  }
  const target = Target.safeParse(query).data;
  const isKnown = target?.client_id === pool.clientId && target.redirect_uri === completionPage(context.origin);
  if (!isKnown) throw new SignInError('invalid_request');
  return authorizeClient(pool, query, context, target.redirect_uri);
}

async function authorizeClient(
  pool: UserPool,
  query: unknown,
  context: AuthorizeContext,
  redirectUri: string,
): Promise<URL> {
  const request = Request.safeParse(query);
  const state = request.data?.state ?? Request.pick({ state: true }).safeParse(query).data?.state;
  const rejected = (rejection: SignInError) => new ClientError(rejection, { redirectUri, state });
  if (!request.success) throw rejected(new SignInError('invalid_request'));
  const { response_type, code_challenge: codeChallenge, identity_provider } = request.data;
  if (response_type !== 'code') throw rejected(new SignInError('unsupported_response_type'));
  try {
    const purpose: SignInPurpose = { kind: 'sign-in', redirectUri, state: request.data.state, codeChallenge };
    return await visitAddress(pool, context, identity_provider, purpose);
  } catch (error) {
    throw error instanceof SignInError ? rejected(error) : error;
  }
}

async function visitAddress(
  pool: UserPool,
  context: AuthorizeContext,
  providerName: string,
  aim: SignInPurpose,
): Promise<URL> {
  const provider = pool.providers.get(providerName);
  if (!provider) throw new SignInError('invalid_request');
  const redirectUri = responseAddress(context.origin);
  const { browser } = context;
  return provider.authorizationUrl(beginProviderSignIn(pool, { provider: providerName, browser, aim, redirectUri }));
}
