import { accountApi } from '#contract/account.ts';
import type { Api } from '../http/implement.ts';
import { listServicesOf } from '../services/index.ts';
import { deleteAccount } from './delete-account.ts';
import { type AccountTools, describeAccount } from './describe-account.ts';
import { exportAccount } from './export-account.ts';
import { namesOf } from './names-of.ts';
import { deletePhoto } from './photo.repository.ts';
import { type PhotoTools, takePhoto } from './save-photo.ts';

export function accountRoutes(api: Api, tools: AccountTools & PhotoTools): void {
  const { database } = tools;
  api.implement(accountApi.services, ({ actor }) => listServicesOf(database.reader, actor.serviceIds));
  api.implement(accountApi.names, ({ query }) => namesOf(tools, query.usernames));
  api.implement(accountApi.read, ({ actor }) => describeAccount(tools, actor));
  api.implement(accountApi.savePhoto, async ({ actor, body }) => {
    await takePhoto(tools, { username: actor.username, ...body });
    return describeAccount(tools, actor);
  });
  api.implement(accountApi.deletePhoto, async ({ actor }) => {
    await deletePhoto(database.writer, actor.username);
    return describeAccount(tools, actor);
  });
  api.implement(accountApi.export, ({ actor, caller }) => exportAccount(tools, actor, caller));
  api.implement(accountApi.remove, async ({ actor, caller }) => {
    await deleteAccount(tools, actor.username, caller);
    return null;
  });
}
