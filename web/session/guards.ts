import { redirect, redirectDocument } from 'react-router';
import { ApiError } from '#contract/api-client.ts';
import { type Actor, loadActor } from './actor.ts';
import { pageFor } from './console-call.ts';
import { errorPagePath } from './error-page-path.ts';
import { signInPathFor } from './redirect-target.ts';
import { isSignedIn } from './session.ts';
import { sessionCall } from './session-call.ts';

/** For a screen's `clientLoader`: whoever is signed in, or away to sign-in. Those who may not enter at all are told so. */
export async function requireSession(request: Request): Promise<Actor> {
  const { pathname, search } = new URL(request.url);
  if (!(await isSignedIn())) throw redirect(signInPathFor(`${pathname}${search}`));
  try {
    return await loadActor(sessionCall);
  } catch (error) {
    // Without access to the console, a way back to it would lead here again.
    if (error instanceof ApiError && error.status === 403) throw redirectDocument('/error/forbidden');
    throw pageFor(error, request) ?? error;
  }
}

/** @see requireSession; anybody who is not an admin is told that the screen is not for them. */
export async function requireAdmin(request: Request): Promise<Actor> {
  const actor = await requireSession(request);
  if (actor.role !== 'admin') throw redirectDocument(errorPagePath('forbidden'));
  return actor;
}

/** @see requireSession; the service must be among those that the actor may work on. */
export async function requireService(request: Request, serviceId: string): Promise<Actor> {
  const actor = await requireSession(request);
  requireServiceOf(actor, serviceId);
  return actor;
}

/** The same for an actor who is known already. */
export function requireServiceOf({ services }: Actor, serviceId: string): void {
  if (!services.some((service) => service.serviceId === serviceId)) throw redirectDocument(errorPagePath('forbidden'));
}
