import { z } from 'zod';
import { GroupLabel } from '#contract/post-groups.ts';
import { GroupSlug } from '#contract/slugs.ts';
import { Id } from '#contract/text.ts';
import { definePart, requireKnown } from '../part.ts';
import { listGroups, listPostsOfGroup } from '../post-rows.repository.ts';
import { insertNew } from '../service-rows.repository.ts';
import { Position, StoredInstant } from './post-record.ts';

const GroupRecord = z.strictObject({
  groupId: Id,
  slug: GroupSlug,
  label: GroupLabel,
  createdAt: StoredInstant,
  updatedAt: StoredInstant,
  posts: z.array(z.strictObject({ postId: Id, position: Position })).max(100_000),
});

export const groupPart = definePart({
  name: 'groups',
  table: 'postGroups',
  schema: GroupRecord,
  async *read(db, serviceId) {
    for (const group of await listGroups(db, serviceId)) {
      yield { ...group, posts: await listPostsOfGroup(db, serviceId, group.groupId) };
    }
  },
  check: (record, { posts }) => {
    for (const { postId } of record.posts) requireKnown(posts.has(postId), `post ${postId}`);
    return record;
  },
  store: async (trx, records, { serviceId }) => {
    await insertNew(trx, {
      postGroups: records.map(({ posts: _, ...group }) => ({ serviceId, ...group })),
      postGroupPosts: records.flatMap(({ groupId, posts }) => posts.map((post) => ({ serviceId, groupId, ...post }))),
    });
  },
});
