import { z } from 'zod';
import { GroupLabel } from '#contract/post-groups.ts';
import { GroupSlug } from '#contract/slugs.ts';
import { countRows, listGroups, listPlacesOfGroup } from '../exported.repository.ts';
import { insertNew } from '../imported.repository.ts';
import { definePart, requireKnown } from '../part.ts';
import { Id, Position, StoredInstant } from './post-record.ts';

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
  schema: GroupRecord,
  count: (db, serviceId) => countRows(db, 'postGroups', serviceId),
  async *read(db, serviceId) {
    for (const group of await listGroups(db, serviceId)) {
      yield { ...group, posts: await listPlacesOfGroup(db, serviceId, group.groupId) };
    }
  },
  check: (record, { posts }) => {
    for (const { postId } of record.posts) requireKnown(posts.has(postId), `post ${postId}`);
    return record;
  },
  store: async (trx, records, { serviceId }) => {
    await insertNew(
      trx,
      'postGroups',
      records.map(({ posts: _, ...group }) => ({ serviceId, ...group })),
    );
    for (const { groupId, posts } of records) {
      for (let from = 0; from < posts.length; from += 1000) {
        const places = posts.slice(from, from + 1000).map((place) => ({ serviceId, groupId, ...place }));
        await insertNew(trx, 'postGroupPosts', places);
      }
    }
  },
});
