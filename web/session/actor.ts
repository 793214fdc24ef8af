import { useSyncExternalStore } from 'react';
import { type Account, accountApi } from '#contract/account.ts';
import type { ServiceRecord } from '#contract/admin-services.ts';
import type { Role } from '#contract/admin-users.ts';
import type { Call } from '#contract/api-client.ts';
import { UUID } from '#contract/uuid.ts';

export type ConsoleRole = 'admin' | 'editor' | 'viewer';

export interface Actor {
  readonly username: string;
  readonly name: string;
  readonly signInName: string;
  readonly role: ConsoleRole;
  readonly services: readonly ServiceRecord[];
}

let actor: Actor | undefined;
const listeners = new Set<() => void>();

/** Called before each screen, since rights can change and the token does not hold them. */
export async function loadActor(call: Call): Promise<Actor> {
  const [account, services] = await Promise.all([call(accountApi.read, {}), call(accountApi.services, {})]);
  const { username, role } = account;
  const signInName = signInNameOf(account);
  // `accountApi.services` has already rejected accounts without access to the console.
  const loaded = { username, name: nameOf(account) ?? signInName, signInName, role: toConsoleRole(role), services };
  setActor(loaded);
  return loaded;
}

/** Undefined for unnamed accounts, whose name is their email address. */
function nameOf({ name, email }: Account): string | undefined {
  return name === '' || name === email ? undefined : name;
}

/** Prefers the email address when the username is a generated UUID. */
function signInNameOf({ email, username }: Account): string {
  return email !== '' && UUID.test(username) ? email : username;
}

function toConsoleRole(role: Role): ConsoleRole {
  return role === 'normal' ? 'viewer' : role;
}

function setActor(next: Actor): void {
  actor = next;
  for (const listener of listeners) listener();
}

export function useActorIfKnown(): Actor | undefined {
  return useSyncExternalStore(subscribe, currentActor, () => undefined);
}

/** @throws outside of screens behind a guard. */
export function useActor(): Actor {
  const known = useActorIfKnown();
  if (!known) throw new Error('This screen has no guard');
  return known;
}

export function isEditor({ role }: Pick<Actor, 'role'>): boolean {
  return role === 'admin' || role === 'editor';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function currentActor(): Actor | undefined {
  return actor;
}
