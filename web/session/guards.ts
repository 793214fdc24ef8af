import { redirect, redirectDocument } from 'react-router';
import { ApiError } from '#contract/api-client.ts';
import { consoleErrorPagePath, errorPagePath } from '../paths/site.ts';
import { type Actor, isEditor, loadActor } from './actor.ts';
import { pageFor } from './console-call.ts';
import { signInPathFor } from './redirect-target.ts';
import { isSignedIn, sessionCall } from './session.ts';

/** @throws a redirect to sign-in without a session, or to the error page without access to the console. */
export async function requireSession(request: Request): Promise<Actor> {
  const { pathname, search } = new URL(request.url);
  if (!(await isSignedIn())) throw redirect(signInPathFor(`${pathname}${search}`));
  try {
    return await loadActor(sessionCall);
  } catch (error) {
    // A link back to the console would end here again, so this error page has none.
    if (error instanceof ApiError && error.status === 403) throw redirectDocument(errorPagePath('forbidden'));
    throw pageFor(error, request) ?? error;
  }
}

/** @throws the redirects of {@link requireSession}, and one to the error page for other roles. */
export async function requireAdmin(request: Request): Promise<Actor> {
  const actor = await requireSession(request);
  if (actor.role !== 'admin') throw redirectDocument(consoleErrorPagePath('forbidden'));
  return actor;
}

/** @throws the redirects of {@link requireSession}, and one to the error page without access. */
export async function requireService(request: Request, serviceId: string): Promise<Actor> {
  const actor = await requireSession(request);
  requireServiceOf(actor, serviceId);
  return actor;
}

/** @throws the redirects of {@link requireService}, and one to the error page for viewers. */
export async function requireEditor(request: Request, serviceId: string): Promise<Actor> {
  const actor = await requireService(request, serviceId);
  if (!isEditor(actor)) throw redirectDocument(consoleErrorPagePath('forbidden'));
  return actor;
}

export function requireServiceOf({ services }: Actor, serviceId: string): void {
  if (!services.some((service) => service.serviceId === serviceId))
    throw redirectDocument(consoleErrorPagePath('forbidden'));
}
