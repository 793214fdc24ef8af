import { randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { publicAccess } from '#contract/endpoint.ts';
import { messages } from '#contract/errors.ts';
import { callerOf } from '../http/caller.ts';
import { answerError, explainWriteFailure, isDatabaseUnavailable } from '../http/error-handler.ts';
import { notFound } from '../http/errors.ts';
import { dataOnlyHeaders } from '../http/security-headers.ts';
import type { Action, Device } from './action.ts';
import { CognitoError } from './cognito-error.ts';
import { oauthRoutes } from './oauth/oauth.routes.ts';
import { passwordActions } from './passwords.ts';
import { limitRate } from './rate-limit.ts';
import { signInActions } from './sign-in.ts';
import { signUpActions } from './sign-up.ts';
import { softwareTokenActions } from './software-token-setup.ts';
import { userActions } from './user-actions.ts';
import type { UserPool } from './user-pool.ts';

const CONTENT_TYPE = 'application/x-amz-json-1.1';
const TARGET = 'AWSCognitoIdentityProviderService.';
const BODY_LIMIT = 64 * 1024;
const ALLOWED_HEADERS = [
  'Content-Type',
  'X-Amz-Target',
  'X-Amz-User-Agent',
  'Cache-Control',
  'Amz-Sdk-Invocation-Id',
  'Amz-Sdk-Request',
];
const PUBLISHED_SECONDS = 300;

const config = { access: publicAccess };
const schema = { hide: true };

export async function identityRoutes(scope: FastifyInstance, pool: UserPool): Promise<void> {
  dataOnlyHeaders(scope);
  scope.addHook('onRoute', (route) => {
    if (route.method === 'OPTIONS') route.config = { ...route.config, access: publicAccess };
  });
  await scope.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: ALLOWED_HEADERS,
    exposedHeaders: ['X-Request-Id'],
    maxAge: 600,
  });
  documentRoutes(scope, pool);
  await scope.register((calls) => callRoute(calls, pool));
  await scope.register((pages) => oauthRoutes(pages, pool), { prefix: '/oauth2' });
  // Without these routes, the catch-all page route would handle unknown paths.
  for (const url of ['/', '/*']) {
    scope.get(url, { config, schema }, async () => {
      throw notFound(messages.notFound);
    });
  }
}

async function callRoute(scope: FastifyInstance, pool: UserPool): Promise<void> {
  await scope.register(cookie);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => body);
  let isUnavailable = false;
  scope.setErrorHandler((error: Error, request, reply) => {
    if (isDatabaseUnavailable(error)) isUnavailable = true;
    return answerCognitoError(error, request, reply);
  });
  await limitRate(scope, ({ headers }) => costly.has(operationOf(headers['x-amz-target'])));
  scope.post('/', { config, schema, bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const { 'x-amz-target': target, 'content-type': contentType = '' } = request.headers;
    const run = findAction(operationOf(target));
    const caller = { ...callerOf(request), device: deviceOf(pool, request, reply) };
    const answer = await run(pool, readBody(contentType, request.body), caller);
    if (isUnavailable) request.log.info({ operation: operationOf(target) }, 'user pool available again');
    isUnavailable = false;
    return sendJson(reply.code(200), answer);
  });
}

/** The prefix `__Host-` requires `Path=/`, which would send the cookie with every request. */
const deviceCookieName = (isSecure: boolean) => `${isSecure ? '__Secure-' : ''}kawaraban-device`;
const DEVICE_PURPOSE = 'known device';
const DEVICE_SECONDS = 400 * 24 * 60 * 60;
const MAX_DEVICE_ACCOUNTS = 5;
const MAX_DEVICE_COOKIE = 2000;

const DeviceToken = z.object({ id: z.string(), accounts: z.array(z.string()) });

function deviceOf({ vault, publicUrl }: UserPool, request: FastifyRequest, reply: FastifyReply): Device {
  const isSecure = [publicUrl, request.protocol].some((address) => address?.startsWith('https'));
  const sealed = request.cookies[deviceCookieName(isSecure)] ?? '';
  const plain = sealed.length > MAX_DEVICE_COOKIE ? undefined : vault.open(DEVICE_PURPOSE, sealed);
  const known = plain && DeviceToken.safeParse(JSON.parse(plain.toString())).data;
  const { id = randomBytes(16).toString('base64url'), accounts = [] } = known ?? {};
  return {
    idFor: (username) => (accounts.includes(username) ? id : undefined),
    remember: (username) => {
      const others = accounts.filter((account) => account !== username).slice(0, MAX_DEVICE_ACCOUNTS - 1);
      const token: z.infer<typeof DeviceToken> = { id, accounts: [username, ...others] };
      reply.setCookie(deviceCookieName(isSecure), vault.seal(DEVICE_PURPOSE, Buffer.from(JSON.stringify(token))), {
        path: '/identity',
        maxAge: DEVICE_SECONDS,
        httpOnly: true,
        sameSite: 'strict',
        secure: isSecure,
      });
    },
  };
}

function operationOf(target: string | string[] | undefined): string {
  return typeof target === 'string' && target.startsWith(TARGET) ? target.slice(TARGET.length) : '';
}

const costly: ReadonlySet<string> = new Set([
  'SignUp',
  'ConfirmSignUp',
  'ResendConfirmationCode',
  'InitiateAuth',
  'RespondToAuthChallenge',
  'ForgotPassword',
  'ConfirmForgotPassword',
  'ChangePassword',
  'VerifySoftwareToken',
]);

const actions: Readonly<Record<string, Action>> = {
  ...signUpActions,
  ...signInActions,
  ...passwordActions,
  ...softwareTokenActions,
  ...userActions,
};

function findAction(operation: string): Action {
  const action = Object.hasOwn(actions, operation) ? actions[operation] : undefined;
  if (!action) throw new CognitoError('UnknownOperationException', 'The pool does not know this operation.');
  return action;
}

function readBody(contentType: string, body: unknown): unknown {
  const isText = typeof body === 'string' && contentType.toLowerCase().startsWith(CONTENT_TYPE);
  try {
    if (isText) return JSON.parse(body);
  } catch {}
  throw new CognitoError('SerializationException', `The body must be JSON of the type ${CONTENT_TYPE}.`);
}

/** Cognito clients read `__type` and expect status 400 for client errors. */
function answerCognitoError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isDatabaseUnavailable(error)) {
    request.log.warn({ reason: error.message }, 'database unavailable');
    return answerUnavailable(reply, messages.unavailable, '1');
  }
  const writeFailure = explainWriteFailure(error);
  if (writeFailure) return answerUnavailable(reply, writeFailure.body.message, writeFailure.retryAfter);
  const { type, message } = toCognitoError(error);
  const isOurs = type === 'InternalErrorException';
  if (isOurs) request.log.error({ err: error }, 'request failed');
  else
    request.log.info({ operation: operationOf(request.headers['x-amz-target']), type }, 'user pool request rejected');
  return sendJson(reply.code(isOurs ? 500 : 400), { __type: type, message });
}

function answerUnavailable(reply: FastifyReply, message: string, retryAfter: string): FastifyReply {
  return sendJson(reply.code(503).header('retry-after', retryAfter), { __type: 'InternalErrorException', message });
}

function toCognitoError(error: Error & { statusCode?: number }): { type: string; message: string } {
  if (error instanceof CognitoError) return error;
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return { type: 'SerializationException', message: 'The request cannot be read.' };
  }
  return { type: 'InternalErrorException', message: messages.serverError };
}

function sendJson(reply: FastifyReply, body: object): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .type(CONTENT_TYPE)
    .send(Buffer.from(JSON.stringify(body)));
}

function documentRoutes(scope: FastifyInstance, pool: UserPool): void {
  const { issuer, poolId } = pool;
  const documents: Readonly<Record<string, () => Promise<object>>> = {
    'jwks.json': async () => ({ keys: await pool.signingKeys.published() }),
    'openid-configuration': async () => ({
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      authorization_endpoint: `${issuer}/oauth2/authorize`,
      token_endpoint: `${issuer}/oauth2/token`,
      token_endpoint_auth_methods_supported: ['none'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'email', 'profile', 'aws.cognito.signin.user.admin'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
  };
  for (const [name, document] of Object.entries(documents)) {
    for (const url of [`/.well-known/${name}`, `/${poolId}/.well-known/${name}`]) {
      scope.get(url, { config, schema, errorHandler: answerError }, async (_request, reply) => {
        reply.header('cache-control', `public, max-age=${PUBLISHED_SECONDS}`).type('application/json; charset=utf-8');
        return reply.send(JSON.stringify(await document()));
      });
    }
  }
}
