import type { AccessLevel, Endpoint } from '#contract/endpoint.ts';

/** Kinds of callers, the columns of `docs/permissions.md`. */
export const callers = [
  'admin',
  'editor',
  'viewer',
  'normal',
  'guest',
  'nobody',
  'key: write',
  'key: read-drafts',
  'key: read',
] as const;
export type CallerKind = (typeof callers)[number];

export type ServiceOwner = 'own' | 'other';

export type Outcome = 'allowed' | 401 | 403;

const people: readonly CallerKind[] = ['admin', 'editor', 'viewer', 'normal'];
const anonymousCallers: readonly CallerKind[] = ['guest', 'nobody'];

/** Written independently of the guard, so that tests and audits can compare the two. */
const allowedCallers: Readonly<Record<AccessLevel, readonly CallerKind[]>> = {
  public: callers,
  'signed-in': people,
  viewer: ['admin', 'editor', 'viewer', 'key: write', 'key: read-drafts'],
  editor: ['admin', 'editor', 'key: write'],
  admin: ['admin'],
};

export function isAboutService({ path }: Endpoint): boolean {
  return path.split('/').includes(':serviceId');
}

export function expectedOutcome({ access, ...rest }: Endpoint, caller: CallerKind, owner: ServiceOwner): Outcome {
  const isForeign = owner === 'other' && isAboutService({ access, ...rest });
  if (access.level === 'public') return isForeign && caller.startsWith('key') ? 403 : 'allowed';
  if (anonymousCallers.includes(caller)) return 401;
  if (!allowedCallers[access.level].includes(caller)) return 403;
  return isForeign && access.scope === 'service' ? 403 : 'allowed';
}

export function nameOf({ method, path }: Endpoint): string {
  return `${method} /api${path}`;
}
