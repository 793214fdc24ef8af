import { type Repeating, startRepeating } from '../../concurrency/start-repeating.ts';
import { type NoticeTools, sendNotices } from './send-notices.ts';

const EVERY_MS = 60_000;

export function startCommentNotices(tools: NoticeTools): Repeating {
  const { log } = tools;
  return startRepeating(
    async (signal) => {
      const mailed = await sendNotices(tools, signal);
      if (mailed > 0) log.info({ mailed }, 'comment notifications queued');
    },
    { everyMs: EVERY_MS, log, failure: 'mails about new comments could not be written' },
  );
}
