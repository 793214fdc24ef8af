import { z } from 'zod';
import { ServiceRecord } from './admin-services.ts';
import { Role, Username } from './admin-users.ts';
import { endpointsOf } from './endpoint.ts';
import { listOf } from './lists.ts';
import { Instant, text } from './text.ts';

export const Account = z.object({
  username: z.string(),
  /** `admin` for every account that may enter the console. */
  kind: z.enum(['admin', 'normal']),
  role: Role,
  acceptServiceIds: z.array(z.string()),
  /** Display name; the email address when no name was set. */
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** Last verified address. It still signs in while a new one awaits its code. `null` when none was verified. */
  verifiedEmail: z.string().nullable(),
  /** Root-relative URL; `null` without a photo. */
  photoUrl: z.string().nullable(),
  mfaEnabled: z.boolean(),
  /** `null` when the user pool has no recovery codes. */
  recoveryCodesLeft: z.int().nullable(),
  /** False for accounts that were created through a provider and have never set a password. */
  hasPassword: z.boolean(),
  createdAt: Instant,
});
export type Account = z.infer<typeof Account>;

export const Session = z.object({
  sessionId: z.string(),
  isCurrent: z.boolean(),
  signedInAt: Instant,
  lastUsedAt: Instant,
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
});
export type Session = z.infer<typeof Session>;

export const LinkedIdentity = z.object({
  provider: z.string(),
  label: z.string(),
  email: z.string().nullable(),
  linkedAt: Instant.nullable(),
  isLinked: z.boolean(),
});
export type LinkedIdentity = z.infer<typeof LinkedIdentity>;

/** Base64 characters. A 256-pixel square needs far less. */
const MAX_PHOTO_TEXT = 150_000;

const MAX_NAMES = 50;

const ProviderParams = z.object({ provider: text({ min: 1, max: 32 }) });

const endpoint = endpointsOf({ tag: 'account', access: { level: 'signed-in', scope: 'any' }, params: ProviderParams });

/** Author of posts that the Markdown import saved. */
export const IMPORT_ACTOR = 'import';

export const accountApi = {
  read: endpoint('GET', '/account', {
    summary: 'Get the signed-in account',
    response: Account,
  }),
  savePhoto: endpoint('PUT', '/account/photo', {
    summary: 'Set the profile picture: PNG, JPEG or WebP, at most 512 by 512 pixels',
    body: z.object({
      contentType: z.enum(['image/png', 'image/jpeg', 'image/webp']),
      /** Base64. */
      bytes: text({ min: 1, max: MAX_PHOTO_TEXT }).regex(/^[A-Za-z0-9+/]+={0,2}$/),
    }),
    response: Account,
  }),
  deletePhoto: endpoint('DELETE', '/account/photo', {
    summary: 'Delete the profile picture',
    response: Account,
  }),
  sessions: endpoint('GET', '/account/sessions', {
    summary: 'List the account’s sessions; 404 if the user pool does not support it',
    response: z.array(Session),
  }),
  endSession: endpoint('DELETE', '/account/sessions/:sessionId', {
    summary: 'End one session',
    params: z.object({ sessionId: z.uuid() }),
    response: z.null(),
  }),
  endSessions: endpoint('DELETE', '/account/sessions', {
    summary: 'End all sessions, including this one',
    response: z.null(),
  }),
  makeRecoveryCodes: endpoint('POST', '/account/recovery-codes', {
    summary: 'Create ten recovery codes that replace the earlier ones; they are shown in this response only',
    body: z.object({
      code: text({ max: 10 }).regex(/^\d{6}$/),
    }),
    response: z.object({ codes: z.array(z.string()) }),
  }),
  identities: endpoint('GET', '/account/identities', {
    summary: 'List sign-in providers and which of them are linked to the account',
    response: z.array(LinkedIdentity),
  }),
  linkIdentity: endpoint('POST', '/account/identities/:provider', {
    summary: 'Start linking a provider; returns the URL to open in the browser',
    response: z.object({ url: z.string() }),
  }),
  completeLink: endpoint('PUT', '/account/identities/:provider', {
    summary: 'Finish linking a provider, in the session that started it',
    body: z.object({
      /** The `link` parameter of the URL that the browser returned to. */
      code: text({ min: 1, max: 4000 }),
    }),
    response: z.array(LinkedIdentity),
  }),
  unlinkIdentity: endpoint('DELETE', '/account/identities/:provider', {
    summary: 'Unlink a provider; 400 if no way to sign in would be left',
    response: z.null(),
  }),
  export: endpoint('GET', '/account/export', {
    summary: 'Export all data stored about the account',
    response: z.record(z.string(), z.unknown()),
  }),
  remove: endpoint('DELETE', '/account', {
    summary: 'Delete the account permanently; 400 for the last administrator',
    response: z.null(),
  }),
  names: endpoint('GET', '/admin/account/names', {
    summary: 'Get the names of the accounts and API keys that posts name as authors; unknown ones are left out',
    access: { level: 'viewer', scope: 'any' },
    query: z.object({
      usernames: listOf(Username, { max: MAX_NAMES }),
    }),
    response: z.array(z.object({ username: z.string(), name: z.string() })),
  }),
  services: endpoint('GET', '/admin/account/services', {
    summary: 'List the services that the caller may work on, by id',
    access: { level: 'viewer', scope: 'any' },
    response: z.array(ServiceRecord),
  }),
};
