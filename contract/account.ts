import { z } from 'zod';
import { ServiceRecord } from './admin-services.ts';
import { Role, Username } from './admin-users.ts';
import { endpoint } from './endpoint.ts';
import { listOf } from './lists.ts';
import { Instant, text } from './text.ts';

/** Whoever is signed in, in their own words and ours. */
export const Account = z.object({
  username: z.string(),
  /** `admin` is whoever may enter the console, in whatever role. */
  kind: z.enum(['admin', 'normal']),
  role: Role,
  acceptServiceIds: z.array(z.string()),
  /** The name for people; the address, where nobody has given one. */
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** The last address that was proven: it signs in while another one waits for its code. `null` for none. */
  verifiedEmail: z.string().nullable(),
  /** Where the picture is, root-relative; `null` for none. */
  photoUrl: z.string().nullable(),
  /** Whether a one-time code is asked for at sign-in. */
  mfaEnabled: z.boolean(),
  /** `null` where the user pool has none. */
  recoveryCodesLeft: z.int().nullable(),
  /** Whether there is a password to change; who came by a provider may have none. */
  hasPassword: z.boolean(),
  createdAt: Instant,
});
export type Account = z.infer<typeof Account>;

/** One sign-in that still lasts. */
export const Session = z.object({
  sessionId: z.string(),
  /** The session of this very token. */
  isCurrent: z.boolean(),
  signedInAt: Instant,
  lastUsedAt: Instant,
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
});
export type Session = z.infer<typeof Session>;

/** An account at a third-party provider that signs in to this one. */
export const LinkedIdentity = z.object({
  provider: z.string(),
  label: z.string(),
  email: z.string().nullable(),
  linkedAt: Instant.nullable(),
  isLinked: z.boolean(),
});
export type LinkedIdentity = z.infer<typeof LinkedIdentity>;

/** The picture's longest text in base64: 256 pixels square need far less. */
const MAX_PHOTO_TEXT = 150_000;

/** Names that are asked for at once. */
const MAX_NAMES = 50;

const access = { level: 'signed-in', scope: 'any' } as const;
const tag = 'account';

export const accountApi = {
  read: endpoint({
    method: 'GET',
    path: '/account',
    summary: 'Whoever asks',
    tag,
    access,
    response: Account,
  }),
  savePhoto: endpoint({
    method: 'PUT',
    path: '/account/photo',
    summary: 'Takes a picture of at most 512 pixels square: PNG, JPEG or WebP',
    tag,
    access,
    body: z.object({
      contentType: z.enum(['image/png', 'image/jpeg', 'image/webp']),
      /** Base64. */
      bytes: text({ min: 1, max: MAX_PHOTO_TEXT }).regex(/^[A-Za-z0-9+/]+={0,2}$/),
    }),
    response: Account,
  }),
  deletePhoto: endpoint({
    method: 'DELETE',
    path: '/account/photo',
    summary: 'Takes the picture away',
    tag,
    access,
    response: Account,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/account/sessions',
    summary: 'Where the account is signed in; 404 where the user pool does not tell',
    tag,
    access,
    response: z.array(Session),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/account/sessions/:sessionId',
    summary: 'Signs out one session',
    tag,
    access,
    params: z.object({ sessionId: z.uuid() }),
    response: z.null(),
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/account/sessions',
    summary: 'Signs out everywhere, here too',
    tag,
    access,
    response: z.null(),
  }),
  makeRecoveryCodes: endpoint({
    method: 'POST',
    path: '/account/recovery-codes',
    summary: 'Makes ten recovery codes in place of those before; the answer is the only time they are shown',
    tag,
    access,
    body: z.object({
      /** A one-time code of the authenticator app, which proves that it works. */
      code: text({ max: 10 }).regex(/^\d{6}$/),
    }),
    response: z.object({ codes: z.array(z.string()) }),
  }),
  identities: endpoint({
    method: 'GET',
    path: '/account/identities',
    summary: 'Third-party providers, and which of them sign in to this account',
    tag,
    access,
    response: z.array(LinkedIdentity),
  }),
  linkIdentity: endpoint({
    method: 'POST',
    path: '/account/identities/:provider',
    summary: 'Where to send the browser so that the provider’s account is linked to this one',
    tag,
    access,
    params: z.object({ provider: text({ min: 1, max: 32 }) }),
    response: z.object({ url: z.string() }),
  }),
  completeLink: endpoint({
    method: 'PUT',
    path: '/account/identities/:provider',
    summary: 'Makes the link, in the session that asked for it',
    tag,
    access,
    params: z.object({ provider: text({ min: 1, max: 32 }) }),
    body: z.object({
      /** `link` in the address that the browser came back to. */
      code: text({ min: 1, max: 4000 }),
    }),
    response: z.array(LinkedIdentity),
  }),
  unlinkIdentity: endpoint({
    method: 'DELETE',
    path: '/account/identities/:provider',
    summary: 'Takes the link away; 400 where the account could then no longer be entered',
    tag,
    access,
    params: z.object({ provider: text({ min: 1, max: 32 }) }),
    response: z.null(),
  }),
  export: endpoint({
    method: 'GET',
    path: '/account/export',
    summary: 'Everything that is kept about the account',
    tag,
    access,
    response: z.record(z.string(), z.unknown()),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/account',
    summary: 'Deletes the account for good; 400 for the last administrator',
    tag,
    access,
    response: z.null(),
  }),
  names: endpoint({
    method: 'GET',
    path: '/admin/account/names',
    summary:
      'How the people and programs are called that posts name as their writers; those it cannot tell are left out',
    tag,
    access: { level: 'viewer', scope: 'any' },
    query: z.object({
      /** User names, joined by commas. */
      usernames: listOf(Username, { max: MAX_NAMES }),
    }),
    response: z.array(z.object({ username: z.string(), name: z.string() })),
  }),
  services: endpoint({
    method: 'GET',
    path: '/admin/account/services',
    summary: 'The services that the caller may work on, by id',
    tag: 'account',
    access: { level: 'viewer', scope: 'any' },
    response: z.array(ServiceRecord),
  }),
};
