import { randomBytes } from 'node:crypto';
import { adminCategoryApi } from '#contract/admin-categories.ts';
import { adminCommentApi } from '#contract/admin-comments.ts';
import { adminPostApi, type PostCreation } from '#contract/admin-posts.ts';
import { adminTagApi } from '#contract/admin-tags.ts';
import { type Call, createApiClient } from '#contract/api-client.ts';
import type { ApiKeyRight } from '#contract/api-keys.ts';
import { commentApi } from '#contract/comments.ts';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { type AuthHeader, authHeaderOf } from '#contract/site-config.ts';
import { webhookApi } from '#contract/webhooks.ts';
import { deleteUser } from '#server/account/index.ts';
import { createApiKey, deleteApiKeys } from '#server/api-keys/index.ts';
import { type AuditLog, createAuditLog } from '#server/audit/index.ts';
import type { Database } from '#server/database/connect.ts';
import { writeTransaction } from '#server/database/write-transaction.ts';
import { localCaller } from '#server/http/caller.ts';
import { createSignedInUser, deletePoolUser, type UserPool } from '#server/identity/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { createService, deleteServices } from '#server/services/index.ts';
import type { CallerKind, ServiceOwner } from './expected-access.ts';

export interface MarkerTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly userPool: UserPool;
  /** Base URL of the running installation, without trailing slash. */
  readonly url: string;
  readonly authHeader: AuthHeader;
}

/** Post states that the audit covers. Readers may open the first two; lists omit `hidden`. */
export const postStates = ['published', 'hidden', 'draft', 'unpublished', 'reserved', 'deleted'] as const;
export type PostState = (typeof postStates)[number];

const commentStates = ['publish', 'unpublish', 'unconfirm', 'deleted'] as const;

/** A word that occurs in exactly one item of the audit data. */
export interface Marker {
  readonly word: string;
  readonly owner: ServiceOwner;
  readonly state: PostState | (typeof commentStates)[number];
}

/** Names of content by path parameter; `slug` is split by kind. */
export type ContentNames = Readonly<Record<string, readonly string[]>>;

export class MarkerData {
  readonly #tools: MarkerTools & { readonly audit: AuditLog };
  readonly #run = randomBytes(4).toString('hex');
  readonly #usernames: string[] = [];
  readonly #keyIds: string[] = [];
  readonly #deletions: (() => Promise<unknown>)[] = [];
  readonly markers: Marker[] = [];
  readonly names: Record<ServiceOwner, ContentNames> = { own: {}, other: {} };

  constructor(tools: MarkerTools) {
    this.#tools = { ...tools, audit: createAuditLog(tools) };
  }

  serviceId(owner: ServiceOwner): string {
    return `access-audit-${this.#run}-${owner}`;
  }

  slug(state: PostState): string {
    return `${state}-post`;
  }

  async create(): Promise<void> {
    const { database, clock } = this.#tools;
    for (const owner of ['own', 'other'] as const) {
      const service = {
        serviceId: this.serviceId(owner),
        label: 'Access audit',
        functions: ['post', 'comment'] as const,
      };
      await writeTransaction(database.writer, (trx) => createService(trx, { clock }, service));
    }
    const author = this.#client(await this.#account('admin', ['own', 'other']));
    for (const owner of ['own', 'other'] as const) await this.#fill(author, owner);
  }

  /** Creates a caller of this kind with access to the service `own`, and returns its request headers. */
  async headersOf(caller: CallerKind): Promise<Record<string, string>> {
    if (caller === 'nobody') return {};
    if (caller === 'guest') return { cookie: await this.#guestCookie() };
    if (caller === 'admin' || caller === 'editor' || caller === 'viewer' || caller === 'normal')
      return this.#account(caller, ['own']);
    return this.#apiKey(caller.slice('key: '.length) as ApiKeyRight);
  }

  /** Deletes everything that was created, also after an incomplete `create`. */
  async remove(): Promise<void> {
    const { database } = this.#tools;
    // Deleting a published post also removes its static file.
    for (const deletePost of this.#deletions) await deletePost().catch(() => {});
    await writeTransaction(database.writer, async (trx) => {
      await deleteApiKeys(trx, this.#keyIds);
      for (const username of this.#usernames) {
        await deletePoolUser(trx, username);
        await deleteUser(trx, username);
      }
      await deleteServices(trx, [this.serviceId('own'), this.serviceId('other')]);
    });
  }

  #client(headers: Record<string, string>): Call {
    return createApiClient({ baseUrl: `${this.#tools.url}/api`, headers });
  }

  #mark(owner: ServiceOwner, state: Marker['state']): string {
    const word = `marker${randomBytes(8).toString('hex')}`;
    this.markers.push({ word, owner, state });
    return word;
  }

  async #fill(call: Call, owner: ServiceOwner): Promise<void> {
    const params = { serviceId: this.serviceId(owner) };
    const category = 'audit-category';
    await call(adminCategoryApi.create, { params, body: { slug: category, label: 'Access audit' } });
    const postIds: Partial<Record<PostState, string>> = {};
    for (const state of postStates) {
      const word = this.#mark(owner, state);
      const body = { ...postIn(state), slug: this.slug(state), title: word, body: word, bodyFormat: 'text' as const };
      const post = await call(adminPostApi.create, { params, body: { ...body, category, tags: [{ label: 'audit' }] } });
      postIds[state] = post.postId;
      const deletion = () => call(adminPostApi.delete, { params: { ...params, idOrSlug: post.postId } });
      if (state === 'deleted') await deletion();
      else this.#deletions.push(deletion);
    }
    const group = {
      slug: 'audit-group',
      label: 'Access audit',
      postIds: Object.values(postIds).filter((id) => id !== postIds.deleted),
    };
    await call(adminPostGroupApi.create, { params, body: group });
    const contentId = postIds.published ?? '';
    const commentIds: string[] = [];
    for (const state of commentStates) {
      const comment = { params: { ...params, contentId }, body: { body: this.#mark(owner, state) } };
      const { commentId, publishStatus } = await call(commentApi.create, comment);
      const named = { ...params, commentId };
      commentIds.push(commentId);
      if (state === 'deleted') await call(adminCommentApi.delete, { params: named });
      else if (state !== publishStatus)
        await call(adminCommentApi.changeStatus, { params: named, body: { publishStatus: state } });
    }
    const tags = await call(adminTagApi.list, { params, query: {} });
    const { webhookId } = await call(webhookApi.create, {
      params,
      body: { url: 'https://audit.invalid/', events: ['post.published'], isEnabled: false },
    });
    this.names[owner] = {
      postSlug: [this.slug('published')],
      categorySlug: [category],
      groupSlug: [group.slug],
      label: ['audit'],
      contentId: [contentId],
      idOrSlug: Object.values(postIds),
      postId: postIds.deleted ? [postIds.deleted] : [],
      commentId: commentIds,
      tagId: tags.map(({ tagId }) => tagId),
      webhookId: [webhookId],
      username: this.#usernames.slice(0, 1),
      revision: ['1'],
    };
  }

  async #account(role: 'admin' | 'editor' | 'viewer' | 'normal', services: readonly ServiceOwner[]) {
    const { userPool } = this.#tools;
    const username = `access-audit-${this.#run}-${this.#usernames.length}`;
    this.#usernames.push(username);
    const { accessToken } = await createSignedInUser(userPool, {
      username,
      email: `${username}@audit.invalid`,
      password: randomBytes(24).toString('base64url'),
      status: 'CONFIRMED',
      role,
      serviceIds: services.map((owner) => this.serviceId(owner)),
    });
    return this.#headersWith(accessToken);
  }

  async #apiKey(may: ApiKeyRight) {
    const actor = {
      kind: 'user',
      username: 'access-audit',
      role: 'admin',
      serviceIds: [this.serviceId('own')],
    } as const;
    const request = { label: 'Access audit', may, serviceIds: [this.serviceId('own')], expiresAt: null };
    const { keyId, key } = await createApiKey(this.#tools, request, { actor, caller: localCaller });
    this.#keyIds.push(keyId);
    return this.#headersWith(key);
  }

  #headersWith(token: string): Record<string, string> {
    return Object.fromEntries([authHeaderOf(this.#tools.authHeader, token)]);
  }

  async #guestCookie(): Promise<string> {
    const response = await fetch(`${this.#tools.url}/api/guests`, { method: 'POST' });
    const [cookie = ''] = response.headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
    return cookie;
  }
}

function postIn(state: PostState): Pick<PostCreation, 'status' | 'publishAt' | 'isHiddenInList'> {
  if (state === 'draft') return { status: 'draft' };
  if (state === 'unpublished') return { status: 'unpublish' };
  if (state === 'reserved') return { status: 'reserve', publishAt: '2999-01-01T00:00:00Z' };
  return { status: 'publish', isHiddenInList: state === 'hidden' };
}
