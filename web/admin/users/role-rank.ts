import type { Role } from '#contract/admin-users.ts';

const RANKS: Readonly<Record<Role, number>> = { normal: 0, viewer: 1, editor: 2, admin: 3 };

export function takesRights(before: Role, after: Role): boolean {
  return RANKS[after] < RANKS[before];
}

export function needsConfirmation(before: Role, after: Role): boolean {
  return after === 'admin' || takesRights(before, after);
}
