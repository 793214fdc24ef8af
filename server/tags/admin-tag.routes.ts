import { type AdminTag, adminTagApi } from '#contract/admin-tags.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import type { Database } from '../database/connect.ts';
import { raiseServiceRevision } from '../database/service-revision.ts';
import type { Transaction } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { badRequest, invalid, notFound, requireRevision } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import type { Clock } from '../platform/clock.ts';
import {
  deleteTagRow,
  ensureTags,
  findCountedTag,
  findTag,
  listCountedTags,
  updateTagLabel,
} from './tag.repository.ts';

export interface AdminTagTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly moveTagLinks: MoveTagLinks;
}

export function adminTagRoutes(api: Api, { database: { reader, writer }, clock, moveTagLinks }: AdminTagTools): void {
  api.implement(adminTagApi.list, ({ params: { serviceId }, query: { count, ...list } }) =>
    listCountedTags(reader, serviceId, { ...list, limit: count }),
  );

  api.implement(adminTagApi.create, ({ params: { serviceId }, body: { label } }) =>
    writeTransaction(writer, (trx) => createTag(trx, { clock, serviceId }, label)),
  );

  api.implement(adminTagApi.rename, ({ params, body }) =>
    writeTransaction(writer, (trx) => renameTag(trx, params, body)),
  );

  api.implement(adminTagApi.merge, ({ params, body: { into } }) =>
    writeTransaction(writer, (trx) => mergeTags(trx, { moveTagLinks }, params, into)),
  );

  api.implement(adminTagApi.delete, async ({ params }) => {
    await writeTransaction(writer, (trx) => deleteTag(trx, params));
    return null;
  });
}

type MoveTagLinks = (
  trx: Transaction,
  tags: { readonly serviceId: string; readonly from: string; readonly into: string },
) => Promise<void>;

export interface NamedTag {
  readonly serviceId: string;
  readonly tagId: string;
}

async function createTag(
  trx: Transaction,
  { clock, serviceId }: { readonly clock: Clock; readonly serviceId: string },
  label: string,
): Promise<AdminTag> {
  await raiseServiceRevision(trx, serviceId);
  await rejectTakenLabel(trx, serviceId, label);
  const [tag] = await ensureTags(trx, { clock }, serviceId, [label]);
  if (!tag) throw new Error('A tag was deleted during its creation');
  return getTag(trx, tag);
}

async function renameTag(
  trx: Transaction,
  named: NamedTag,
  { label, revision }: { readonly label: string; readonly revision?: number | undefined },
): Promise<AdminTag> {
  const { serviceId } = named;
  await raiseServiceRevision(trx, serviceId);
  const tag = await getTag(trx, named);
  await requireRevision(revision, () => tag);
  if (tag.label === label) return tag;
  await rejectTakenLabel(trx, serviceId, label);
  await updateTagLabel(trx, named, label);
  return getTag(trx, named);
}

/** Returns the remaining tag. No post gets more tags. */
async function mergeTags(
  trx: Transaction,
  { moveTagLinks }: { readonly moveTagLinks: MoveTagLinks },
  { serviceId, tagId }: NamedTag,
  into: string,
): Promise<AdminTag> {
  await raiseServiceRevision(trx, serviceId);
  const tag = await getTag(trx, { serviceId, tagId });
  const other = await findCountedTag(trx, serviceId, into);
  if (!other || other.tagId === tag.tagId) throw invalid({ into: fieldMessages.invalid });
  await moveTagLinks(trx, { serviceId, from: tagId, into });
  await deleteTagRow(trx, tag);
  return getTag(trx, other);
}

async function deleteTag(trx: Transaction, named: NamedTag): Promise<void> {
  await raiseServiceRevision(trx, named.serviceId);
  await deleteTagRow(trx, await getTag(trx, named));
}

async function getTag(trx: Transaction, { serviceId, tagId }: NamedTag): Promise<AdminTag> {
  const tag = await findCountedTag(trx, serviceId, tagId);
  if (!tag) throw notFound(messages.tagMissing);
  return tag;
}

async function rejectTakenLabel(trx: Transaction, serviceId: string, label: string): Promise<void> {
  const current = await findTag(trx, serviceId, label);
  if (!current) return;
  const errors = [{ field: 'label', message: fieldMessages.taken }];
  throw badRequest(messages.tagLabelTaken, { errors, current });
}
