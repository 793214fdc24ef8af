import { startRateLimitPruning } from './access/index.ts';
import type { Tools } from './app.ts';
import { startAuditPruning } from './audit/index.ts';
import { startCommentNotices, startCommentSweep } from './comments/index.ts';
import { waitAtMost } from './concurrency/timers.ts';
import { startPoolPruning } from './identity/index.ts';
import type { MailDelivery } from './mail/index.ts';
import { startMediaCleaning, startUploadWatch } from './media-uploads/index.ts';
import { rerenderPosts } from './post-editing/index.ts';
import { startPostPruning } from './post-history/index.ts';
import { startSearchIndexing } from './post-search/index.ts';
import { mediaToolsOf } from './process/open-media.ts';
import { startSchedule, startStaticFiles } from './publishing/index.ts';
import { startCdnPurge } from './response-cache/index.ts';
import { startCardCleaning } from './syndication/index.ts';
import { startEventDelivery } from './webhooks/index.ts';

const STOP_MS = 5000;

type DeliveryTools = Pick<Tools, 'config' | 'version' | 'database' | 'storage' | 'clock' | 'log' | 'vault' | 'audit'>;

/** The delivery stops after the application, whose last requests still queue mails and events. */
export function startDeliveryJobs(
  { config, ...tools }: DeliveryTools,
  startMailDelivery: () => MailDelivery,
): { mailDelivery: MailDelivery; stop: () => Promise<void> } {
  const mailDelivery = startMailDelivery();
  const webhooks = startEventDelivery({ ...tools, rules: config.webhooks });
  const cdnPurge = config.cdn.purge && startCdnPurge({ ...tools, ...config.cdn.purge });
  const staticFiles = startStaticFiles({ ...tools, mediaUrl: config.mediaUrl });
  const stop = async () => {
    await staticFiles.stop();
    await waitAtMost(STOP_MS, cdnPurge?.stop());
    await webhooks.stop();
    await mailDelivery.stop();
  };
  return { mailDelivery, stop };
}

/** `cancelRerendering` ends a long run before open requests are finished. */
export function startPeriodicJobs(tools: Tools): { cancelRerendering: () => void; stop: () => Promise<void> } {
  const { config, identity, log, writeWatch } = tools;
  const { content, comments, media: keeping } = config.site;
  const media = mediaToolsOf(tools);
  const jobs = [
    writeWatch.start(), // Tests whether the database and the storage can be written.
    startSchedule(tools), // Publishes posts at their set time.
    startSearchIndexing(tools),
    startPostPruning({ ...tools, content }), // Deletes old revisions and expired posts of the bin.
    startMediaCleaning({ ...media, keeping }), // Deletes abandoned uploads and removed files.
    startUploadWatch(media), // Completes uploads that went directly to S3.
    startCardCleaning(tools), // Deletes unused social images.
    startCommentNotices({ ...tools, accounts: identity.accounts }), // Mails new comments to editors.
    startCommentSweep({ ...tools, comments }), // Deletes the addresses of old comments.
    startAuditPruning(tools),
    startRateLimitPruning(tools),
    identity.embedded && startPoolPruning(identity.embedded, log), // Deletes expired sessions and codes.
  ];
  const rerendering = startRerendering(tools);
  return {
    cancelRerendering: () => rerendering.abort(),
    stop: () => waitAtMost(STOP_MS, Promise.all(jobs.map((job) => job?.stop()))),
  };
}

/** An interrupted run continues at the next start. */
function startRerendering({ database, renderer, clock, log }: Tools): AbortController {
  const abort = new AbortController();
  rerenderPosts({ database, renderer, clock, log, signal: abort.signal }).then(
    (renewed) => renewed > 0 && log.info({ renewed }, 'posts re-rendered'),
    (error) => abort.signal.aborted || log.error({ err: error }, 're-rendering posts failed'),
  );
  return abort;
}
