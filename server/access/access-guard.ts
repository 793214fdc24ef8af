import type { Access, AccessLevel } from '#contract/endpoint.ts';
import { messages } from '#contract/errors.ts';
import type { Database } from '../database/connect.ts';
import type { Actor, Role } from '../platform/actor.ts';
import { Refusal } from '../platform/errors.ts';
import type { Guard } from '../platform/implement.ts';
import { findActor } from '../users/index.ts';

/** Tells whose token it is; nobody's, if it is not one of the pool's, or no longer good. */
export type VerifyToken = (token: string) => Promise<{ readonly username: string } | undefined>;

/**
 * Lets through who may call an endpoint: 401 for nobody, 403 for somebody who may not.
 * Role and services are read at each request, so that a changed right holds on the next one.
 */
export function accessGuard({ database, verifyToken }: { database: Database; verifyToken: VerifyToken }): Guard {
  return async ({ access }, request) => {
    if (access.level === 'public') return;
    const token = readBearerToken(request.headers.authorization);
    const holder = await verifyToken(token);
    const actor = holder && (await findActor(database.reader, holder.username));
    if (!actor) throw unauthorized('Invalid Cognito Authentication Token', 'The token is not, or no longer, valid.');
    const { serviceId } = request.params as { serviceId?: string };
    if (!mayCall(actor, access, serviceId)) throw new Refusal(403, { message: messages.forbidden });
    request.actor = actor;
  };
}

function readBearerToken(header: string | undefined): string {
  if (!header) throw unauthorized('Authorization Required', 'Request does not contain an access token.');
  const [prefix = '', token, ...more] = header.split(' ');
  if (prefix.toLowerCase() !== 'bearer' || !token || more.length > 0) {
    throw unauthorized('Invalid Cognito JWT header', 'The header must be "Bearer" and a token.');
  }
  return token;
}

function unauthorized(error: string, description: string): Refusal {
  return new Refusal(401, { message: messages.authRequired, error, description });
}

const RANKS: Readonly<Record<AccessLevel | Role, number>> = {
  public: 0,
  'signed-in': 1,
  normal: 1,
  viewer: 2,
  editor: 3,
  admin: 4,
};

function mayCall(actor: Actor, access: Exclude<Access, { level: 'public' }>, serviceId: string | undefined): boolean {
  // Written so that a role without a rank may nothing.
  if (!(RANKS[actor.role] >= RANKS[access.level])) return false;
  return access.scope === 'any' || (serviceId !== undefined && actor.serviceIds.includes(serviceId));
}
