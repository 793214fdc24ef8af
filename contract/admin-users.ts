import { z } from 'zod';
import { endpointsOf } from './endpoint.ts';
import { fieldMessages } from './errors.ts';
import { ServiceId } from './services.ts';
import { Instant, JapanesePhone, Revision, text } from './text.ts';

/** Role of an account: `normal` accounts read and comment, the others may enter the console. */
export const Role = z.enum(['admin', 'editor', 'viewer', 'normal']);
export type Role = z.infer<typeof Role>;

/** Username in the spelling of the user pool. Existing clients send it in any case. */
export const Username = text({ min: 1, max: 128 });

const EmailInput = text({ min: 1, max: 254 })
  .trim()
  // An empty value already fails the length check and gets no second error.
  .refine((address) => address === '' || z.email().safeParse(address).success, { error: fieldMessages.email });

export const User = z.object({
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** Display name; the email address when no name was set. */
  name: z.string(),
  role: Role,
  enabled: z.boolean(),
  /** Cognito status: `CONFIRMED`, `UNCONFIRMED`, `FORCE_CHANGE_PASSWORD`, `RESET_REQUIRED`, `EXTERNAL_PROVIDER`. */
  status: z.string(),
  createdAt: Instant,
  /** Equals the creation time until the first change. */
  updatedAt: Instant,
  /** Incremented by every change of the role or the services. */
  revision: z.int(),
});
export type User = z.infer<typeof User>;

/** Notes of administrators about an account, visible to administrators only. Unset notes are empty. */
export const UserNotes = z.object({
  tel: JapanesePhone,
  address: text({ max: 500 }).trim(),
  memo: text({ max: 2000 }).trim(),
});
export type UserNotes = z.output<typeof UserNotes>;

export const UserDetail = User.extend({
  tel: z.string(),
  address: z.string(),
  memo: z.string(),
  /** Incremented by every change of `tel`, `address` or `memo`. */
  notesRevision: z.int(),
  acceptServiceIds: z.array(z.string()),
  mfaEnabled: z.boolean(),
});
export type UserDetail = z.infer<typeof UserDetail>;

export const MAX_CONSOLE_USERS = 1000;

const ServiceIds = z.array(ServiceId).max(1000);
const params = z.object({ username: Username });
const Done = z.object({ message: z.string() });
/** Present only when no mail server can send the invitation, so that the administrator can pass it on. */
const temporaryPassword = z.string().optional();

const endpoint = endpointsOf({ tag: 'users', access: { level: 'admin', scope: 'any' }, params });

export const adminUserApi = {
  list: endpoint('GET', '/admin/users', {
    summary: 'List the accounts that may use the console, by email address',
    response: z.array(User),
  }),
  search: endpoint('GET', '/admin/accounts', {
    summary: 'List accounts of every kind',
    query: z.object({
      email: text({ max: 254 }).optional(),
      status: z.enum(['enabled', 'disabled']).optional(),
      count: z.coerce.number<number | string>().int().min(1).max(50).default(50),
      pageToken: text({ max: 4096 }).optional(),
    }),
    response: z.object({ items: z.array(User), pageToken: z.string().nullable() }),
  }),
  read: endpoint('GET', '/admin/users/:username', {
    summary: 'Get an account and the services it may work on',
    response: UserDetail,
  }),
  create: endpoint('POST', '/admin/users', {
    summary: 'Create an account and send an invitation with a temporary password',
    body: z.object({
      email: EmailInput,
      name: text({ max: 100 }).trim().optional(),
      role: Role,
      serviceIds: ServiceIds.default([]),
      language: z.enum(['en', 'ja']).optional(),
    }),
    response: UserDetail.extend({ temporaryPassword }),
  }),
  update: endpoint('POST', '/admin/users/:username', {
    summary: 'Update the role, services and notes of an account',
    body: z.object({
      role: Role.optional(),
      /** Replaces all services. Prefer `addServiceIds` and `removeServiceIds`, which keep concurrent changes. */
      serviceIds: ServiceIds.optional(),
      addServiceIds: ServiceIds.optional(),
      removeServiceIds: ServiceIds.optional(),
      revision: Revision.optional(),
      /** If it is outdated, the call fails with 409 and the current account. */
      notesRevision: Revision.optional(),
      ...UserNotes.partial().shape,
    }),
    response: Done.extend({ revision: z.int(), notesRevision: z.int() }),
  }),
  setEnabled: endpoint('POST', '/admin/users/:username/enabled', {
    summary: 'Enable or disable an account; disabling ends its sessions',
    body: z.object({ enabled: z.boolean() }),
    response: Done,
  }),
  resetPassword: endpoint('POST', '/admin/users/:username/password-reset', {
    summary: 'Reset the password of an account and email a code, or resend the invitation',
    response: Done.extend({ temporaryPassword }),
  }),
  disableMfa: endpoint('POST', '/admin/users/:username/mfa-off', {
    summary: 'Turn off two-factor authentication for an account whose app and recovery codes are lost',
    response: Done,
  }),
  signOut: endpoint('POST', '/admin/users/:username/sign-out', {
    summary: 'End all sessions of an account',
    response: Done,
  }),
  remove: endpoint('DELETE', '/admin/users/:username', {
    summary: 'Delete an account permanently',
    response: z.null(),
  }),
};
