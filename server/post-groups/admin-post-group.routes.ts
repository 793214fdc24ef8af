import { fieldMessages, messages } from '#contract/errors.ts';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { MAX_GROUPS } from '#contract/posts.ts';
import { isAllowedGroupSlug, looksLikeId } from '#contract/slugs.ts';
import type { Actor } from '../http/actor.ts';
import { badRequest, invalid } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { toInstant } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { PresentTools } from '../post-editing/write-post.ts';
import { listPostsById } from '../posts/admin-post.repository.ts';
import { toAdminPostRows } from '../posts/post.presenter.ts';
import { changeGroup, createGroup, deleteGroup, registerPost } from './change-post-group.ts';
import { getGroup, listPostIdsOfGroup, presentGroup, withoutId } from './post-group.presenter.ts';
import { countPostsOfGroups, findGroup, listGroups, listPostIdsOfGroups } from './post-group.repository.ts';

export function adminPostGroupRoutes(
  api: Api,
  { log, ...tools }: Pick<PresentTools, 'database' | 'clock' | 'mediaUrl'> & { log: Log },
): void {
  const { reader } = tools.database;
  const now = () => toInstant(tools.clock.now());
  const logChange = (event: string, group: { serviceId: string; slug: string }, { username }: Actor): void =>
    log.info({ serviceId: group.serviceId, group: group.slug, actor: username }, event);

  api.implement(adminPostGroupApi.list, async ({ params: { serviceId }, query: { order, withPostIds } }) => {
    const groups = await listGroups(reader, { serviceId, order, limit: MAX_GROUPS });
    const counts = await countPostsOfGroups(reader, serviceId, groups);
    const postIds = withPostIds ? await listPostIdsOfGroups(reader, serviceId, groups) : new Map<string, string[]>();
    return groups.map((group) => {
      const ids = postIds.get(group.groupId) ?? [];
      const postCount = counts.get(group.groupId) ?? 0;
      return { ...withoutId(group), postCount, ...(ids.length > 0 && { postIds: ids }) };
    });
  });

  api.implement(adminPostGroupApi.isSlugFree, async ({ params: { serviceId }, query: { slug } }) => {
    if (looksLikeId(slug)) throw invalid({ slug: fieldMessages.invalid });
    return isAllowedGroupSlug(slug) && (await findGroup(reader, serviceId, slug)) === undefined;
  });

  api.implement(adminPostGroupApi.create, async ({ params: { serviceId }, body, actor }) => {
    const group = await createGroup(tools, serviceId, body);
    logChange('post group created', group, actor);
    return group;
  });

  api.implement(adminPostGroupApi.find, async ({ params: { serviceId, slug }, query: { withPostDetail } }) => {
    const group = await presentGroup(reader, await getGroup(reader, serviceId, slug));
    if (!withPostDetail) return group;
    const posts = await listPostsById(reader, serviceId, group.postIds);
    const { mediaUrl } = tools;
    return { ...group, posts: await toAdminPostRows(reader, posts, { serviceId, mediaUrl, now: now() }) };
  });

  api.implement(adminPostGroupApi.update, async ({ params, body, actor }) => {
    const group = await changeGroup(tools, params, body);
    logChange('post group changed', group, actor);
    return group;
  });

  api.implement(adminPostGroupApi.postIds, async ({ params: { serviceId, slug } }) =>
    listPostIdsOfGroup(reader, await getGroup(reader, serviceId, slug)),
  );

  api.implement(adminPostGroupApi.register, async ({ params, body: { postId, isRegister }, actor }) => {
    if (postId === undefined && isRegister === undefined) throw badRequest(messages.dataEmpty);
    if (postId === undefined) throw invalid({ postId: fieldMessages.required });
    if (isRegister === undefined) throw invalid({ isRegister: fieldMessages.required });
    const postIds = await registerPost(tools, params, { postId, isRegister });
    logChange(isRegister ? 'post put into group' : 'post taken out of group', params, actor);
    return postIds;
  });

  api.implement(adminPostGroupApi.delete, async ({ params, actor }) => {
    await deleteGroup(tools, params);
    logChange('post group deleted', params, actor);
    return null;
  });
}
