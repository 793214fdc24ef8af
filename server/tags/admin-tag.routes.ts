import { adminTagApi } from '#contract/admin-tags.ts';
import type { Database } from '../database/connect.ts';
import type { Clock } from '../platform/clock.ts';
import type { Api } from '../platform/implement.ts';
import { createTag, deleteTag, type MoveTagLinks, mergeTags, renameTag } from './change-tags.ts';
import { listCountedTags } from './tag.repository.ts';

export interface AdminTagTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly moveTagLinks: MoveTagLinks;
}

export function adminTagRoutes(api: Api, { database: { reader, writer }, clock, moveTagLinks }: AdminTagTools): void {
  api.implement(adminTagApi.list, ({ params: { serviceId }, query: { count, order, after } }) =>
    listCountedTags(reader, serviceId, { after, order, limit: count }),
  );

  api.implement(adminTagApi.create, ({ params: { serviceId }, body: { label } }) =>
    writer.transaction().execute((trx) => createTag(trx, { clock, serviceId }, label)),
  );

  api.implement(adminTagApi.rename, ({ params, body: { label } }) =>
    writer.transaction().execute((trx) => renameTag(trx, params, label)),
  );

  api.implement(adminTagApi.merge, ({ params, body: { into } }) =>
    writer.transaction().execute((trx) => mergeTags(trx, { moveTagLinks }, params, into)),
  );

  api.implement(adminTagApi.delete, async ({ params }) => {
    await writer.transaction().execute((trx) => deleteTag(trx, params));
    return null;
  });
}
