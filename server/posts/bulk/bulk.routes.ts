import { bulkPostApi } from '#contract/bulk-posts.ts';
import type { Api } from '../../platform/implement.ts';
import type { Log } from '../../platform/log.ts';
import type { WriteTools } from '../change-post.ts';
import { changePosts } from './change-posts.ts';

export function bulkPostRoutes(api: Api, { log, ...tools }: WriteTools & { log: Log }): void {
  api.implement(bulkPostApi.change, async ({ params: { serviceId }, body, actor: { username } }) => {
    const answer = await changePosts(tools, { serviceId, actor: username }, body);
    const { changed, unchanged } = answer;
    log.info({ serviceId, action: body.action, changed, unchanged, actor: username }, 'posts changed in bulk');
    return answer;
  });
}
