import { accountApi } from './account.ts';
import { adminPostApi } from './admin-posts.ts';
import { adminServiceApi } from './admin-services.ts';
import { adminUserApi } from './admin-users.ts';
import { apiKeyApi } from './api-keys.ts';
import { auditApi } from './audit.ts';
import { categoryApi } from './categories.ts';
import type { Endpoint } from './endpoint.ts';
import { guestApi } from './guests.ts';
import { mailApi } from './mails.ts';
import { postApi } from './posts.ts';
import { serviceApi } from './services.ts';
import { siteConfigApi } from './site-config.ts';
import { tagApi } from './tags.ts';

/** Every endpoint of the product. */
export const api = {
  config: siteConfigApi,
  services: serviceApi,
  posts: postApi,
  categories: categoryApi,
  tags: tagApi,
  account: accountApi,
  adminServices: adminServiceApi,
  adminPosts: adminPostApi,
  adminUsers: adminUserApi,
  apiKeys: apiKeyApi,
  audit: auditApi,
  mails: mailApi,
  guests: guestApi,
};

export const endpoints: readonly Endpoint[] = Object.values(api).flatMap((group) => Object.values(group));

/**
 * Query parameters that existing clients send where they mean nothing.
 * They are accepted on every call; any other unknown name is refused, so that a misspelt filter is never dropped in silence.
 */
const TOLERATED_QUERY_NAMES = ['withPostDetail', 'untilTime', 'sinceTime', 'contentIds', 'type'];

/** Every query parameter that some call of the contract knows. */
export const knownQueryNames: ReadonlySet<string> = new Set([
  ...TOLERATED_QUERY_NAMES,
  ...endpoints.flatMap((endpoint) => Object.keys(endpoint.query?.shape ?? {})),
]);
