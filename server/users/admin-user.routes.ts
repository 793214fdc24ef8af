import { adminUserApi } from '#contract/admin-users.ts';
import { messages } from '#contract/errors.ts';
import { badRequest } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import type { UserTools } from './administration.ts';
import { changeRights } from './change-rights.ts';
import { getUser, listUsers, searchUsers } from './find-user.ts';
import {
  disableUserMfa,
  inviteUser,
  removeUser,
  resetUserPassword,
  setUserEnabled,
  signOutUser,
} from './manage-user.ts';

const done = { message: messages.updateSuccess };

export function adminUserRoutes(api: Api, tools: UserTools): void {
  api.implement(adminUserApi.list, () => listUsers(tools));

  api.implement(adminUserApi.search, ({ query: { email, status, count, pageToken } }) =>
    searchUsers(tools, {
      email,
      pageToken,
      limit: count,
      isEnabled: status === undefined ? undefined : status === 'enabled',
    }),
  );

  api.implement(adminUserApi.read, ({ params }) => getUser(tools, params.username));

  api.implement(adminUserApi.create, ({ body, ...administrator }) => inviteUser(tools, administrator, body));

  api.implement(adminUserApi.update, async ({ params, body, ...administrator }) => {
    const { revision: _, notesRevision: __, ...change } = body;
    const isEmpty = Object.values(change).every((value) => value === undefined);
    if (isEmpty) throw badRequest(messages.dataEmpty);
    return { ...done, ...(await changeRights(tools, administrator, params.username, body)) };
  });

  api.implement(adminUserApi.setEnabled, async ({ params, body, ...administrator }) => {
    await setUserEnabled(tools, administrator, params.username, body.enabled);
    return done;
  });

  api.implement(adminUserApi.resetPassword, async ({ params, ...administrator }) => {
    await resetUserPassword(tools, administrator, params.username);
    return done;
  });

  api.implement(adminUserApi.signOut, async ({ params, ...administrator }) => {
    await signOutUser(tools, administrator, params.username);
    return done;
  });
  api.implement(adminUserApi.disableMfa, async ({ params, ...administrator }) => {
    await disableUserMfa(tools, administrator, params.username);
    return done;
  });

  api.implement(adminUserApi.remove, async ({ params, ...administrator }) => {
    await removeUser(tools, administrator, params.username);
    return null;
  });
}
