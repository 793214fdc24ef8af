import { useSyncExternalStore } from 'react';
import { type Account, accountApi } from '#contract/account.ts';
import type { ServiceRecord } from '#contract/admin-services.ts';
import type { Role } from '#contract/admin-users.ts';
import type { Call } from '#contract/api-client.ts';

/** Roles that may enter the console. */
export type ConsoleRole = 'admin' | 'editor' | 'viewer';

/** Whoever works in the console. */
export interface Actor {
  readonly username: string;
  /** How they want to be called. */
  readonly name: string;
  /** What they type to sign in. */
  readonly signInName: string;
  readonly role: ConsoleRole;
  /** The services they may work on, by id. */
  readonly services: readonly ServiceRecord[];
}

let actor: Actor | undefined;
const listeners = new Set<() => void>();

/** Asks who is at work and what they may do, afresh: rights can change at any time, and no token tells. */
export async function loadActor(call: Call): Promise<Actor> {
  const [account, services] = await Promise.all([call(accountApi.read, {}), call(accountApi.services, {})]);
  const { username, role } = account;
  const signInName = signInNameOf(account);
  // Whoever may not enter has been refused the services.
  const loaded = { username, name: nameOf(account) ?? signInName, signInName, role: toConsoleRole(role), services };
  setActor(loaded);
  return loaded;
}

/** An account that nobody has named has its address in place of a name. */
function nameOf({ name, email }: Account): string | undefined {
  return name === '' || name === email ? undefined : name;
}

/** What somebody is known by: the address, where the user name is made for machines alone. */
function signInNameOf({ email, username }: Account): string {
  return email !== '' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(username) ? email : username;
}

function toConsoleRole(role: Role): ConsoleRole {
  return role === 'normal' ? 'viewer' : role;
}

function setActor(next: Actor): void {
  actor = next;
  for (const listener of listeners) listener();
}

/** Whoever is at work, once a screen's guard has asked. */
export function useActorIfKnown(): Actor | undefined {
  return useSyncExternalStore(subscribe, currentActor, () => undefined);
}

/** Whoever is at work. Only for screens behind a guard. */
export function useActor(): Actor {
  const known = useActorIfKnown();
  if (!known) throw new Error('This screen has no guard');
  return known;
}

/** Whether somebody may change posts; viewers read only. */
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
