import { bulkPostApi } from '#contract/bulk-posts.ts';
import type { Api } from '../../http/implement.ts';
import type { Log } from '../../platform/log.ts';
import type { Renderer } from '../../rendering/index.ts';
import { type BulkTools, changePosts } from './apply-bulk-change.ts';
import { undoChange } from './undo-bulk-change.ts';

export function bulkPostRoutes(
  api: Api,
  { log, ...tools }: BulkTools & { readonly log: Log; readonly renderer: Renderer },
): void {
  api.implement(bulkPostApi.change, async ({ params: { serviceId }, body, actor, caller }) => {
    const answer = await changePosts(tools, { serviceId, actor, caller }, body);
    const { changed, unchanged } = answer;
    log.info({ serviceId, action: body.action, changed, unchanged, actor: actor.username }, 'posts changed in bulk');
    return answer;
  });

  api.implement(bulkPostApi.undo, async ({ params: { serviceId }, body: { undoId }, actor, caller }) => {
    const answer = await undoChange(tools, { serviceId, actor, caller }, undoId);
    const counts = { undone: answer.items.length, leftOut: answer.leftOut.length };
    log.info({ serviceId, ...counts, actor: actor.username }, 'bulk change undone');
    return answer;
  });
}
