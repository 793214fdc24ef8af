import { type DeletedPost, DeletedPostPagerKey, deletedPostApi, type PostSnapshot } from '#contract/post-history.ts';
import type { PostStatus } from '#contract/posts.ts';
import { notFound } from '../../http/errors.ts';
import type { Api } from '../../http/implement.ts';
import { readPager, toPage } from '../../http/pager.ts';
import type { Log } from '../../platform/log.ts';
import type { SaveTools } from '../../post-editing/save-post.ts';
import { inDays } from '../../posts/content-bounds.ts';
import { toPost } from '../../posts/post.repository.ts';
import { toSnapshot } from '../record-revision.ts';
import { type BinnedContent, type BinnedRow, findBinnedPost, listBinnedPosts } from './bin.repository.ts';
import { deleteForGood } from './move-to-bin.ts';
import { restoreFromBin } from './restore-from-bin.ts';

export function binRoutes(api: Api, { log, ...tools }: SaveTools & { log: Log }): void {
  const { database, content } = tools;

  const present = ({ postId, slug, title, status, deletedAt, deletedBy }: BinnedRow): DeletedPost => ({
    postId,
    slug,
    title,
    deletedAt,
    deletedBy,
    status: status as PostStatus,
    goneAt: inDays(new Date(deletedAt), content.binDays),
  });

  api.implement(deletedPostApi.list, async ({ params: { serviceId }, query }) => {
    const after = readPager(DeletedPostPagerKey, query);
    const rows = await listBinnedPosts(database.reader, { serviceId, after, limit: query.count + 1 });
    const toKey = ({ deletedAt, postId }: BinnedRow) => ({ deletedAt, postId });
    const { items, ...rest } = toPage(rows, query.count, toKey);
    return { items: items.map(present), ...rest };
  });

  api.implement(deletedPostApi.find, async ({ params }) => {
    const binned = await findBinnedPost(database.reader, params);
    if (!binned) throw notFound();
    const groups = binned.content.groups.map(({ label }) => label);
    return { ...present(binned), content: toBinnedSnapshot(binned.content), groups };
  });

  api.implement(deletedPostApi.restore, async ({ params, body: { slug }, actor }) => {
    const restored = await restoreFromBin(tools, { ...params, slug, actor: actor.username });
    const { serviceId, postId, revision, status } = restored.post;
    log.info({ serviceId, postId, revision, status, actor: actor.username }, 'post restored from bin');
    return restored;
  });

  api.implement(deletedPostApi.deleteForGood, async ({ params, actor }) => {
    await deleteForGood(database, params);
    log.info({ ...params, actor: actor.username }, 'post deleted permanently');
    return null;
  });
}

function toBinnedSnapshot({ row, categorySlug, tags }: BinnedContent): PostSnapshot {
  const post = toPost({ ...row, categorySlug, categoryLabel: null, categoryParentPath: null });
  return toSnapshot(post, tags);
}
