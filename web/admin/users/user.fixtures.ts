import type { UserDetail } from '#contract/admin-users.ts';

/** Times are at noon UTC, so that the date is the same in most time zones. */
export function userDetail(user: Partial<UserDetail> = {}): UserDetail {
  return {
    username: '2f1c7a10-0000-4000-8000-000000000001',
    email: 'hanako@example.com',
    emailVerified: true,
    name: '花子',
    role: 'editor',
    enabled: true,
    status: 'CONFIRMED',
    createdAt: '2026-11-01T12:00:00Z',
    updatedAt: '2026-11-15T12:00:00Z',
    revision: 1,
    acceptServiceIds: ['news'],
    mfaEnabled: false,
    tel: '',
    address: '',
    memo: '',
    notesRevision: 1,
    ...user,
  };
}
