import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { publicAccess } from '#contract/endpoint.ts';
import type { ProviderError } from '#contract/provider-sign-in.ts';
import { callerOf } from '../../http/caller.ts';
import { CognitoError } from '../cognito-error.ts';
import { limitRate } from '../rate-limit.ts';
import type { UserPool } from '../user-pool.ts';
import { authorize, ClientError, completionPage } from './authorize.ts';
import { OAuthError, SignInError } from './errors.ts';
import { takeProviderResponse, withQuery } from './provider-response.ts';
import { grantTokens } from './token-grant.ts';
import { browserOf, markBrowser } from './transaction.ts';

const BODY_LIMIT = 64 * 1024;

const options = { config: { access: publicAccess }, schema: { hide: true }, exposeHeadRoute: false };

export async function oauthRoutes(scope: FastifyInstance, pool: UserPool): Promise<void> {
  scope.addHook('onRequest', async (_request, reply) => {
    // URLs of these routes contain codes.
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache', 'referrer-policy': 'no-referrer' });
  });
  await limitRate(scope, () => true);
  await scope.register((pages) => browserRoutes(pages, pool));
  await scope.register((calls) => tokenRoute(calls, pool));
}

async function browserRoutes(scope: FastifyInstance, pool: UserPool): Promise<void> {
  scope.setErrorHandler((error: Error, request, reply) => redirectWithError(pool, error, request, reply));
  scope.get('/authorize', options, async (request, reply) => {
    const origin = originOf(pool, request);
    const browser = markBrowser(request, reply, origin);
    return redirect(reply, await authorize(pool, request.query, { origin, browser }));
  });
  scope.get('/idpresponse', options, async (request, reply) => {
    const at = request.url.indexOf('?');
    const origin = originOf(pool, request);
    const returning = {
      origin,
      search: at < 0 ? '' : request.url.slice(at),
      query: request.query,
      browser: browserOf(request, origin),
      caller: callerOf(request),
    };
    return redirect(reply, await takeProviderResponse(pool, returning));
  });
}

async function redirectWithError(
  pool: UserPool,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const code = codeOf(error);
  if (code === 'server_error') request.log.error({ err: error }, 'request failed');
  else request.log.info({ code, reason: reasonOf(error) }, 'provider sign-in rejected');
  await recordSignInError(pool, error, request);
  const { redirectUri, state } =
    error instanceof ClientError ? error : { redirectUri: completionPage(originOf(pool, request)), state: undefined };
  return redirect(reply, withQuery(redirectUri, { error: code, ...(state !== undefined && { state }) }));
}

function codeOf(error: Error & { statusCode?: number }): ProviderError {
  if (error instanceof SignInError) return error.code;
  if (error instanceof CognitoError) return 'too_many_requests';
  return error.statusCode !== undefined && error.statusCode < 500 ? 'invalid_request' : 'server_error';
}

/** Leaves out URLs, which contain secrets. */
function reasonOf({ cause }: Error): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { code, error } = cause as { code?: unknown; error?: unknown };
  return [cause.name, code, error, cause.message]
    .filter((part) => typeof part === 'string')
    .join(': ')
    .slice(0, 300);
}

const AUDITED = ['identity_taken', 'email_required', 'account_disabled', 'provider_failed'] as const;

async function recordSignInError({ audit }: UserPool, error: Error, request: FastifyRequest): Promise<void> {
  if (!(error instanceof SignInError)) return;
  const reason = AUDITED.find((code) => code === error.code);
  if (reason === undefined) return;
  await audit.record({
    action: 'sign-in-failed',
    actor: { kind: 'nobody' },
    caller: callerOf(request),
    ...(error.username !== undefined && { target: error.username }),
    details: { reason },
  });
}

async function tokenRoute(scope: FastifyInstance, pool: UserPool): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(formbody, { bodyLimit: BODY_LIMIT });
  scope.setErrorHandler(async (error: Error, request, reply) => {
    const { status, code, description } = toTokenError(error);
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    else request.log.info({ code }, 'token request rejected');
    await recordSignInError(pool, error, request);
    return sendJson(reply.code(status), { error: code, error_description: description });
  });
  scope.post('/token', { ...options, bodyLimit: BODY_LIMIT }, async (request, reply) =>
    sendJson(reply, await grantTokens(pool, request.body, callerOf(request))),
  );
}

function toTokenError(error: Error & { statusCode?: number }): { status: number; code: string; description: string } {
  if (error instanceof OAuthError) return { status: 400, code: error.code, description: error.message };
  const code = codeOf(error);
  switch (code) {
    case 'server_error':
      return { status: 500, code, description: 'Server error' };
    case 'too_many_requests':
      return { status: 429, code, description: 'Too many requests' };
    case 'invalid_request':
      return { status: 400, code, description: 'The body must be a form.' };
    default:
      return { status: 400, code, description: error.message };
  }
}

function redirect(reply: FastifyReply, { href }: URL): FastifyReply {
  return reply.redirect(href, 302);
}

function sendJson(reply: FastifyReply, body: object): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(Buffer.from(JSON.stringify(body)));
}

function originOf({ publicUrl, issuer }: UserPool, { protocol, host }: FastifyRequest): string {
  if (publicUrl !== undefined) return publicUrl;
  return /^[\w.:[\]-]{1,255}$/.test(host) && URL.canParse(`${protocol}://${host}`)
    ? `${protocol}://${host}`
    : new URL(issuer).origin;
}
