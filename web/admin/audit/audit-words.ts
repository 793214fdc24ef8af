/** Names of details that have a text; others are shown as the log has them. */
export const detailNames = [
  'how',
  'reason',
  'role',
  'from',
  'to',
  'added',
  'removed',
  'label',
  'may',
  'serviceIds',
  'services',
  'expiresAt',
  'names',
  'left',
  'sessionId',
] as const;

/** Values of details that have a text; others are shown as the log has them. */
export const detailWords = [
  'wrong password',
  'wrong old password',
  'admin',
  'editor',
  'viewer',
  'normal',
  'password',
  'totp',
  'recovery-code',
  'read',
  'read-drafts',
  'write',
] as const;
