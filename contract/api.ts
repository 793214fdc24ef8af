import { accountApi } from './account.ts';
import { adminCategoryApi } from './admin-categories.ts';
import { adminCommentApi } from './admin-comments.ts';
import { adminFileApi } from './admin-files.ts';
import { adminPostApi, postConversionApi } from './admin-posts.ts';
import { adminSearchApi } from './admin-search.ts';
import { adminServiceApi } from './admin-services.ts';
import { adminTagApi } from './admin-tags.ts';
import { adminUserApi } from './admin-users.ts';
import { apiKeyApi } from './api-keys.ts';
import { auditApi } from './audit.ts';
import { bulkPostApi } from './bulk-posts.ts';
import { categoryApi } from './categories.ts';
import { commentApi } from './comments.ts';
import type { Endpoint } from './endpoint.ts';
import { guestApi } from './guests.ts';
import { mailApi } from './mails.ts';
import { overviewApi } from './overview.ts';
import { postPreviewApi, postSlugApi } from './post-addresses.ts';
import { adminPostGroupApi, postGroupApi } from './post-groups.ts';
import { deletedPostApi, postHistoryApi } from './post-history.ts';
import { postSearchApi } from './post-search.ts';
import { postApi } from './posts.ts';
import { postCacheApi, postReviewApi, publishedCopyApi } from './publishing.ts';
import { scheduleApi } from './schedule.ts';
import { serviceContentApi } from './service-contents.ts';
import { serviceApi } from './services.ts';
import { siteConfigApi } from './site-config.ts';
import { tagApi } from './tags.ts';
import { translationApi } from './translations.ts';
import { voteApi } from './votes.ts';
import { webhookApi } from './webhooks.ts';
import { workingCopyApi } from './working-copies.ts';

export const api = {
  config: siteConfigApi,
  services: serviceApi,
  posts: postApi,
  postSearch: postSearchApi,
  postGroups: postGroupApi,
  categories: categoryApi,
  tags: tagApi,
  comments: commentApi,
  votes: voteApi,
  account: accountApi,
  adminServices: adminServiceApi,
  serviceContents: serviceContentApi,
  adminCategories: adminCategoryApi,
  adminTags: adminTagApi,
  adminPosts: adminPostApi,
  adminSearch: adminSearchApi,
  postCache: postCacheApi,
  publishedCopies: publishedCopyApi,
  postSlugs: postSlugApi,
  postConversions: postConversionApi,
  postPreviews: postPreviewApi,
  postReviews: postReviewApi,
  bulkPosts: bulkPostApi,
  postHistory: postHistoryApi,
  workingCopies: workingCopyApi,
  translations: translationApi,
  deletedPosts: deletedPostApi,
  adminPostGroups: adminPostGroupApi,
  adminComments: adminCommentApi,
  adminFiles: adminFileApi,
  schedule: scheduleApi,
  overview: overviewApi,
  adminUsers: adminUserApi,
  apiKeys: apiKeyApi,
  audit: auditApi,
  mails: mailApi,
  webhooks: webhookApi,
  guests: guestApi,
};

export const endpoints: readonly Endpoint[] = Object.values(api).flatMap((group) => Object.values(group));

/**
 * Query parameters that existing clients send to endpoints that do not use them. Other unknown names are rejected, so
 * that a misspelled filter is never ignored silently.
 */
const TOLERATED_QUERY_NAMES = ['withPostDetail'];

export const knownQueryNames: ReadonlySet<string> = new Set([
  ...TOLERATED_QUERY_NAMES,
  ...endpoints.flatMap((endpoint) => Object.keys(endpoint.query?.shape ?? {})),
]);
