import { adminCommentApi } from '#contract/admin-comments.ts';
import type { Database } from '../../database/connect.ts';
import type { Api } from '../../http/implement.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { deleteNotice, isNoticeWanted, saveNotice } from './notice.repository.ts';

export function noticeRoutes(
  api: Api,
  { database, clock }: { readonly database: Database; readonly clock: Clock },
): void {
  api.implement(adminCommentApi.notice, async ({ params: { serviceId }, actor: { username } }) => ({
    isWanted: await isNoticeWanted(database.reader, { username, serviceId }),
  }));

  api.implement(adminCommentApi.saveNotice, async ({ params: { serviceId }, body, actor, caller: { language } }) => {
    // API keys receive no mail.
    const isWanted = body.isWanted && actor.kind === 'user';
    const { username } = actor;
    const now = clock.now();
    if (isWanted) {
      const lastCommentId = firstIdAt(now);
      await saveNotice(database.writer, { username, serviceId, lastCommentId, language, createdAt: toInstant(now) });
    } else await deleteNotice(database.writer, { username, serviceId });
    return { isWanted };
  });
}
