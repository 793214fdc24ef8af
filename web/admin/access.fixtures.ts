import { accountApi } from '#contract/account.ts';
import { adminCategoryApi } from '#contract/admin-categories.ts';
import { type AdminComment, adminCommentApi } from '#contract/admin-comments.ts';
import { adminFileApi } from '#contract/admin-files.ts';
import { adminPostApi } from '#contract/admin-posts.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { adminTagApi } from '#contract/admin-tags.ts';
import { adminUserApi } from '#contract/admin-users.ts';
import { apiKeyApi } from '#contract/api-keys.ts';
import { auditApi } from '#contract/audit.ts';
import { categoryApi } from '#contract/categories.ts';
import { type MailSummary, mailApi } from '#contract/mails.ts';
import { overviewApi } from '#contract/overview.ts';
import { postSlugApi } from '#contract/post-addresses.ts';
import { type AdminPostGroup, adminPostGroupApi } from '#contract/post-groups.ts';
import { deletedPostApi, postHistoryApi } from '#contract/post-history.ts';
import { postCacheApi } from '#contract/publishing.ts';
import { scheduleApi } from '#contract/schedule.ts';
import { serviceContentApi } from '#contract/service-contents.ts';
import { tagApi } from '#contract/tags.ts';
import { translationApi } from '#contract/translations.ts';
import { webhookApi } from '#contract/webhooks.ts';
import { workingCopyApi } from '#contract/working-copies.ts';
import { serviceDetail } from '#testing/console-screen.tsx';
import type { FakeApi } from '#testing/fake-api.ts';
import { categoryDetail, categoryTree } from './categories/category.fixtures.ts';
import { contentPage } from './comments/comment.fixtures.ts';
import { adminFile, filePage } from './files/file.fixtures.ts';
import { adminPost, categories, deletedPost, idFor, pageOf, postRow, revisionOf } from './posts/post.fixtures.ts';
import { configDefaults } from './services/service.fixtures.ts';
import { review } from './translations/translation.fixtures.ts';
import { userDetail } from './users/user.fixtures.ts';
import { delivery, webhook } from './webhooks/webhook.fixtures.ts';

const AT = '2026-11-02T12:00:00Z';

const group: AdminPostGroup = {
  ...{ serviceId: 'news', slug: 'weekly', label: 'Weekly', revision: 1, createdAt: AT, updatedAt: AT },
  ...{ postIds: [postRow().postId], posts: [postRow()] },
};

const comment: AdminComment = {
  ...{
    commentId: idFor('comment'),
    serviceId: 'news',
    contentId: postRow().contentId,
    body: 'Well said',
    profiles: {},
  },
  ...{ publishStatus: 'unconfirm', statusCreatedAt: '', serviceIdContentId: '', createdAt: AT, updatedAt: null },
  ...{ heldFor: null, authorKind: 'guest', authorName: null, addressMark: null, deletedAt: null, deletedBy: null },
  ...{ replyTo: null, isSpam: false },
};

const mail: MailSummary = {
  ...{ mailId: idFor('mail'), recipient: 'ada@example.com', subject: 'Welcome', language: 'en', status: 'failed' },
  ...{ attempts: 3, dueAt: null, lastError: 'Refused', createdAt: AT, sentAt: null },
};

export function answerEverything(api: FakeApi): void {
  answerOverview(api);
  answerPosts(api);
  answerRestOfService(api);
  answerAdministration(api);
}

function answerOverview(api: FakeApi): void {
  api
    .answer(scheduleApi.list, { ...pageOf([]), clock: { lastTickAt: AT, nextTickAt: AT, isLate: false } })
    .answer(adminCommentApi.waiting, [])
    .answer(overviewApi.read, { unfinished: [], happened: [], counts: [] })
    .answer(overviewApi.activity, { stretchDays: 1, stretches: [] })
    .answer(accountApi.names, [{ username: 'hokusai', name: 'Hokusai' }]);
}

function answerPosts(api: FakeApi): void {
  const isText = { editorMode: 'text', bodyFormat: 'text' } as const;
  api
    .answer(adminPostApi.list, pageOf([postRow()]))
    .answer(adminPostApi.find, adminPost(isText))
    .answer(adminPostApi.isSlugFree, true)
    .answer(postSlugApi.propose, { slug: 'tour', madeOf: 'title' })
    .answer(postCacheApi.find, null)
    .answer(workingCopyApi.find, null)
    .answer(deletedPostApi.list, pageOf([deletedPost()]))
    .answer(translationApi.blocks, review())
    .answer(postHistoryApi.list, pageOf([revisionOf(2, { isCurrent: true }), revisionOf(1)]))
    .answer(adminPostGroupApi.list, [{ ...group, postCount: 1 }])
    .answer(adminPostGroupApi.find, group)
    .answer(adminPostGroupApi.postIds, [])
    .answer(categoryApi.list, categories)
    .answer(adminCategoryApi.list, [categoryTree()])
    .answer(adminCategoryApi.find, ({ params }) => categoryDetail(params.slug))
    .answer(tagApi.list, pageOf([]))
    .answer(adminTagApi.list, [
      { tagId: idFor('tag'), serviceId: 'news', label: 'Ink', revision: 1, createdAt: AT, postCount: 1 },
    ]);
}

function answerRestOfService(api: FakeApi): void {
  const counts = { publish: 0, unpublish: 0, unconfirm: 1, deleted: 0 };
  const comments = { ...pageOf([comment]), posts: [] };
  api
    .answer(adminFileApi.list, filePage([adminFile()]))
    .answer(adminFileApi.find, adminFile())
    .answer(adminFileApi.listUses, pageOf([]))
    .answer(adminCommentApi.list, comments)
    .answer(adminCommentApi.listOfContent, comments)
    .answer(adminCommentApi.counts, counts)
    .answer(adminCommentApi.notice, { isWanted: false })
    .answer(serviceContentApi.list, contentPage([comment.contentId]))
    .answer(webhookApi.list, [webhook()])
    .answer(webhookApi.read, webhook())
    .answer(webhookApi.deliveries, pageOf([delivery()]));
}

function answerAdministration(api: FakeApi): void {
  const key = { keyId: idFor('key'), label: 'Build', may: 'read', serviceIds: ['news'], createdBy: 'ada' } as const;
  const entry = { entryId: idFor('entry'), at: AT, action: 'signed-in', actorKind: 'user', actor: 'ada' } as const;
  const rest = { target: null, serviceId: null, address: null, requestId: null, details: {} };
  api
    .answer(adminServiceApi.list, [serviceDetail()])
    .answer(adminServiceApi.configDefaults, configDefaults)
    .answer(adminUserApi.list, [userDetail()])
    .answer(adminUserApi.read, userDetail())
    .answer(apiKeyApi.list, [
      { ...key, serviceIds: ['news'], createdAt: AT, expiresAt: null, lastUsedAt: null, revokedAt: null },
    ])
    .answer(auditApi.list, pageOf([{ ...entry, ...rest }]))
    .answer(mailApi.list, { ...pageOf([mail]), isSending: true })
    .answer(mailApi.read, { ...mail, text: 'Hello' });
}
