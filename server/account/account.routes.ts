import { accountApi } from '#contract/account.ts';
import type { Database } from '../database/connect.ts';
import type { Api } from '../platform/implement.ts';
import { listServicesOf } from '../services/index.ts';

/** What callers may know of their own account. */
export function accountRoutes(api: Api, { database }: { database: Database }): void {
  api.implement(accountApi.services, ({ actor }) => listServicesOf(database.reader, actor.username));
}
