import { messages } from '#contract/errors.ts';
import type { AdminPostGroup } from '#contract/post-groups.ts';
import type { Db } from '../database/connect.ts';
import type { PostGroupRow } from '../database/post-tables.ts';
import { notFound } from '../http/errors.ts';
import { findGroup, listPostIdsOfGroups } from './post-group.repository.ts';

export async function getGroup(db: Db, serviceId: string, slug: string): Promise<PostGroupRow> {
  const group = await findGroup(db, serviceId, slug);
  if (!group) throw notFound(messages.groupMissing);
  return group;
}

export async function listPostIdsOfGroup(db: Db, group: PostGroupRow): Promise<string[]> {
  const postIds = await listPostIdsOfGroups(db, group.serviceId, [group]);
  return postIds.get(group.groupId) ?? [];
}

export async function presentGroup(db: Db, group: PostGroupRow): Promise<AdminPostGroup> {
  return { ...withoutId(group), postIds: await listPostIdsOfGroup(db, group) };
}

export function withoutId({ groupId: _, ...group }: PostGroupRow): Omit<PostGroupRow, 'groupId'> {
  return group;
}
