import { postPreviewApi } from '#contract/post-previews.ts';
import type { Database } from '../../database/connect.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import type { Api } from '../../http/implement.ts';
import type { Log } from '../../platform/log.ts';
import { getPost } from '../find-post.ts';
import { updatePreview } from '../post.repository.ts';
import { newPreview, type PreviewTools } from './preview-token.ts';

export function postPreviewRoutes(
  api: Api,
  { database, clock, content, log }: PreviewTools & { database: Database; log: Log },
): void {
  api.implement(postPreviewApi.renewToken, async ({ params: { serviceId, idOrSlug }, actor }) => {
    const preview = newPreview({ clock, content });
    // Responses to preview tokens are not cached, so the service revision stays.
    const postId = await writeTransaction(database.writer, async (trx) => {
      const { postId } = await getPost(trx, serviceId, idOrSlug);
      await updatePreview(trx, { serviceId, postId }, preview);
      return postId;
    });
    log.info({ serviceId, postId, actor: actor.username }, 'preview token replaced');
    return preview;
  });
}
