import type { Access, AccessLevel, Endpoint } from '#contract/endpoint.ts';
import { messages } from '#contract/errors.ts';
import { findApiKeyActor, KEY_START, LastUse } from '../api-keys/index.ts';
import { type AuditLog, auditActorOf } from '../audit/index.ts';
import type { Database } from '../database/connect.ts';
import type { Actor, Role } from '../http/actor.ts';
import { localCaller } from '../http/caller.ts';
import type { Guard, GuardedRequest } from '../http/endpoint-pipeline.ts';
import { forbidden, HttpError } from '../http/errors.ts';
import { type Clock, MINUTE_MS } from '../platform/clock.ts';
import { findActor } from '../users/index.ts';
import type { RateLimits } from './rate-limits.ts';

export interface TokenHolder {
  readonly username: string;
  readonly sessionId?: string | undefined;
  readonly issuedAt?: Date | undefined;
}

type VerifyToken = (token: string) => Promise<TokenHolder | undefined>;

interface GuardTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly verifyToken: VerifyToken;
  readonly audit: AuditLog;
  readonly rateLimits: RateLimits;
}

const MAX_DENIALS_PER_HOUR = 60;

/**
 * Reads role and services at each request, so that changes apply immediately. Public endpoints ignore tokens, except
 * API keys, which must be valid for the service, and any token where the endpoint uses the actor.
 */
export function accessGuard(tools: GuardTools): Guard {
  const lastUse = new LastUse(tools);
  const authenticateApiKey = async (key: string, { log }: GuardedRequest): Promise<Actor> => {
    const found = await findApiKeyActor(tools, key);
    if (!found) throw unauthorized('Invalid API Key', 'The API key is invalid or has expired.');
    const { keyId, ...actor } = found;
    // The request neither waits for this write nor fails with it.
    lastUse.note(keyId).catch((error) => log.warn({ err: error, keyId }, 'recording API key use failed'));
    return actor;
  };
  return async (endpoint, request) => {
    const { access } = endpoint;
    const { authorization } = request.headers;
    if (access.level === 'public' && !readsToken(access, authorization)) return;
    const token = readBearerToken(authorization);
    const actor = token.startsWith(KEY_START)
      ? await authenticateApiKey(token, request)
      : await authenticateUser(tools, token);
    const { serviceId } = request.params as { serviceId?: string };
    if (!mayCall(actor, access, serviceId)) {
      await recordDeniedAccess(tools, { endpoint, request, actor, serviceId }).catch((error) =>
        request.log.warn({ err: error }, 'recording denied access failed'),
      );
      throw forbidden();
    }
    request.actor = actor;
  };
}

interface DeniedCall {
  readonly endpoint: Endpoint;
  readonly request: GuardedRequest;
  readonly actor: Actor;
  readonly serviceId: string | undefined;
}

/** Records at most one denial per user, call and minute, and 60 per user and hour, so that nobody can flood the log. */
async function recordDeniedAccess(
  { audit, rateLimits }: GuardTools,
  { endpoint, request: { ip: address, id: requestId }, actor, serviceId }: DeniedCall,
): Promise<void> {
  const request = `${endpoint.method} ${endpoint.path}`;
  const { username } = actor;
  try {
    await rateLimits.consume([
      { kind: 'refused call', name: `${username} ${request}`, limit: 1, windowMs: MINUTE_MS },
      { kind: 'refused calls', name: username, limit: MAX_DENIALS_PER_HOUR, windowMs: 60 * MINUTE_MS },
    ]);
  } catch (error) {
    if (error instanceof HttpError) return;
    throw error;
  }
  const services = serviceId === undefined ? [] : [serviceId];
  await audit.record({
    action: 'access-refused',
    actor: auditActorOf(actor),
    details: { request, services },
    caller: { ...localCaller, address, requestId },
    ...(serviceId !== undefined && { serviceId }),
  });
}

function readsToken({ knowsActor }: Access & { level: 'public' }, authorization: string | undefined): boolean {
  return authorization !== undefined && (knowsActor === true || STARTS_WITH_API_KEY.test(authorization));
}

const STARTS_WITH_API_KEY = new RegExp(`^bearer +${KEY_START}`, 'i');

async function authenticateUser({ database, verifyToken }: GuardTools, token: string): Promise<Actor> {
  const holder = await verifyToken(token);
  const actor = holder && (await findActor(database.reader, holder.username, holder.issuedAt));
  if (!holder || !actor)
    throw unauthorized('Invalid Cognito Authentication Token', 'The token is invalid or has expired.');
  return { ...actor, sessionId: holder.sessionId };
}

function readBearerToken(header: string | undefined): string {
  if (!header) throw unauthorized('Authorization Required', 'Request does not contain an access token.');
  const [prefix = '', token, ...more] = header.split(' ');
  if (prefix.toLowerCase() !== 'bearer' || !token || more.length > 0) {
    throw unauthorized('Invalid Cognito JWT header', 'The header must be its prefix (usually "Bearer") and a token.');
  }
  return token;
}

function unauthorized(error: string, description: string): HttpError {
  return new HttpError(401, { message: messages.authRequired, error, description });
}

const RANKS: Readonly<Record<AccessLevel | Role, number>> = {
  public: 0,
  'signed-in': 1,
  normal: 1,
  viewer: 2,
  editor: 3,
  admin: 4,
};

function mayCall(actor: Actor, access: Access, serviceId: string | undefined): boolean {
  // Users may read public content of any service, API keys only that of their services.
  if (access.level === 'public') {
    return actor.kind === 'user' || serviceId === undefined || actor.serviceIds.includes(serviceId);
  }
  // API keys cannot use calls about the own account.
  if (actor.kind === 'api-key' && access.level === 'signed-in') return false;
  // Negated, so that an unknown role has no access.
  if (!(RANKS[actor.role] >= RANKS[access.level])) return false;
  return access.scope === 'any' || (serviceId !== undefined && actor.serviceIds.includes(serviceId));
}
