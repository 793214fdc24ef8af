export type { AccountDirectory, AccountQuery, NewAccount, PoolAccount } from './account-directory.ts';
export { adminUserRoutes } from './admin-user.routes.ts';
export { requireAnotherAdmin } from './administration.ts';
export { disableUsersOfEmbeddedPool, isAnyAdmin, isUser, welcomeUser } from './hosted-user.repository.ts';
export {
  acceptService,
  acceptServiceForAdmins,
  deleteUser,
  findActor,
  findNotes,
  findRights,
  insertUser,
  saveRole,
  updateUser,
} from './user.repository.ts';
