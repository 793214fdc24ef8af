import { adminTagApi } from '#contract/admin-tags.ts';
import type { Database } from '../database/connect.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import type { Api } from '../http/implement.ts';
import type { Clock } from '../platform/clock.ts';
import { createTag, deleteTag, type MoveTagLinks, mergeTags, renameTag } from './change-tags.ts';
import { listCountedTags } from './tag.repository.ts';

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
