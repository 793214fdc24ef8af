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
  'address',
  'description',
  'events',
  'isEnabled',
  'changed',
  'may',
  'serviceIds',
  'services',
  'expiresAt',
  'names',
  'left',
  'sessionId',
] as const;

/** Attributes of accounts that have a text. */
export const attributeNames = [
  'email',
  'name',
  'given_name',
  'family_name',
  'nickname',
  'preferred_username',
  'picture',
  'locale',
  'zoneinfo',
  'birthdate',
  'gender',
  'phone_number',
  'address',
  'website',
  'profile',
  'updated_at',
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
