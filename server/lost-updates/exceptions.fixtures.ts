import { adminCommentApi } from '#contract/admin-comments.ts';
import { adminFileApi } from '#contract/admin-files.ts';
import { adminPostApi, postConversionApi } from '#contract/admin-posts.ts';
import { adminTagApi } from '#contract/admin-tags.ts';
import { adminUserApi } from '#contract/admin-users.ts';
import { apiKeyApi } from '#contract/api-keys.ts';
import { bulkPostApi } from '#contract/bulk-posts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { mailApi } from '#contract/mails.ts';
import { postPreviewApi } from '#contract/post-addresses.ts';
import { deletedPostApi, postHistoryApi } from '#contract/post-history.ts';
import { postReviewApi } from '#contract/publishing.ts';
import { translationApi } from '#contract/translations.ts';
import { webhookApi } from '#contract/webhooks.ts';
import { workingCopyApi } from '#contract/working-copies.ts';

interface Exception {
  readonly endpoint: Endpoint;
  readonly reason: string;
  /** File below `server/` and title of the test that proves the reason. */
  readonly test?: readonly [file: string, title: string];
}

const storesNothing = 'computes a response and stores nothing';
const lastOneWins = 'sets no value that an editor typed: a second call does the same again';

/** Writing endpoints that the models leave out. */
export const exceptions: readonly Exception[] = [
  { endpoint: adminPostApi.preview, reason: storesNothing },
  { endpoint: postConversionApi.convert, reason: storesNothing },
  { endpoint: postReviewApi.review, reason: storesNothing },
  { endpoint: postPreviewApi.renewToken, reason: lastOneWins },
  { endpoint: adminUserApi.resetPassword, reason: lastOneWins },
  { endpoint: adminUserApi.disableMfa, reason: lastOneWins },
  { endpoint: adminUserApi.signOut, reason: lastOneWins },
  {
    endpoint: webhookApi.rotateSecret,
    reason: 'raises the revision of the webhook',
    test: ['webhooks/webhook-revision.routes.engines.test.ts', 'new secret and gone receiver raise the revision'],
  },
  { endpoint: translationApi.link, reason: 'adds a member to a set, of which each language has one' },
  { endpoint: translationApi.unlink, reason: lastOneWins },
  { endpoint: translationApi.create, reason: 'creates a post; a second call for the language fails' },
  {
    endpoint: translationApi.review,
    reason: 'takes the revision of the original',
    test: ['translations/translation.routes.db.test.ts', 'blocks are reviewed one by one or all at once'],
  },
  { endpoint: webhookApi.test, reason: 'sends an event' },
  { endpoint: webhookApi.replay, reason: 'sends an event' },
  { endpoint: apiKeyApi.create, reason: 'keys have ids of their own and are not edited' },
  { endpoint: apiKeyApi.revoke, reason: 'keys are not edited' },
  {
    endpoint: mailApi.retry,
    reason: 'sends a mail',
    test: ['mail/mail-delivery.engines.test.ts', 'concurrent processes send each mail once'],
  },
  {
    endpoint: workingCopyApi.save,
    reason: 'saves the post, whose revision it checks, and keeps what was typed meanwhile',
    test: [
      'post-history/working-copies/working-copy.routes.db.test.ts',
      'changes typed during a save stay in the copy',
    ],
  },
  {
    endpoint: workingCopyApi.delete,
    reason: 'takes the revision of the copy; typing on in another tab stores that text again',
    test: [
      'post-history/working-copies/concurrent-windows.routes.engines.test.ts',
      'second window does not discard newer text',
    ],
  },
  {
    endpoint: postHistoryApi.restore,
    reason: 'takes the revision of the post',
    test: ['post-history/history.routes.db.test.ts', 'restore from a stale revision returns 409 with current post'],
  },
  {
    endpoint: deletedPostApi.restore,
    reason: 'deleted posts are not edited',
    test: ['post-history/bin/bin.routes.db.test.ts', 'only one of several concurrent restores succeeds'],
  },
  { endpoint: deletedPostApi.deleteForGood, reason: 'deleted posts are not edited' },
  {
    endpoint: bulkPostApi.change,
    reason: 'adds one change to each post as it is stored, and raises its revision',
    test: ['post-editing/bulk/bulk.routes.db.test.ts', 'bulk publish and unpublish record a revision per post'],
  },
  {
    endpoint: bulkPostApi.undo,
    reason: 'leaves out posts that were saved since',
    test: ['post-editing/bulk/undo-bulk-change.db.test.ts', 'undo skips posts saved or deleted since'],
  },
  {
    endpoint: adminTagApi.merge,
    reason: 'moves the posts of a tag and keeps the text of the other',
    test: ['tags/admin-tag.routes.db.test.ts', 'merge moves posts to the other tag'],
  },
  {
    endpoint: adminCommentApi.bulk,
    reason: 'sets the state of each comment and skips those that were edited since',
    test: ['comments/admin/admin-comment.routes.db.test.ts', 'comment edited since it was seen is not published'],
  },
  {
    endpoint: adminCommentApi.reply,
    reason: 'creates a comment, and publishes another only as it was seen',
    test: ['comments/admin/admin-comment.routes.db.test.ts', 'reply does not publish a comment edited since'],
  },
  {
    endpoint: adminCommentApi.restore,
    reason: 'restores the comment as it was deleted',
    test: ['comments/admin/admin-comment.routes.db.test.ts', 'deleted comment can only be restored from the bin'],
  },
  {
    endpoint: adminFileApi.reserve,
    reason: 'rejects an id that is taken',
    test: ['media-uploads/file-upload.routes.db.test.ts', 'rejects a taken id without revealing its service'],
  },
  {
    endpoint: adminFileApi.complete,
    reason: 'checks the uploaded bytes once',
    test: ['media-uploads/complete-upload.db.test.ts', 'completes an upload once for concurrent callers'],
  },
  {
    endpoint: adminFileApi.replace,
    reason: 'stores new bytes and keeps the texts',
    test: ['media-uploads/complete-upload.db.test.ts', 'concurrent replacements leave a record matching the bytes'],
  },
  {
    endpoint: adminFileApi.restore,
    reason: 'restores the file with its texts',
    test: ['media/library/at-once.engines.test.ts', 'restoring a file during clean-up keeps it whole or gone'],
  },
];
