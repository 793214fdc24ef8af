import type { Role } from '#contract/admin-users.ts';

const RANKS: Readonly<Record<Role, number>> = { normal: 0, viewer: 1, editor: 2, admin: 3 };

/** Whether somebody could do more before. */
export function takesRights(before: Role, after: Role): boolean {
  return RANKS[after] < RANKS[before];
}

/** Giving somebody everything is asked about as well as taking something away. */
export function isAskedFor(before: Role, after: Role): boolean {
  return after === 'admin' || takesRights(before, after);
}
