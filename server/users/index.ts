export type { AccountDirectory, PoolAccount } from './account-directory.ts';
export { adminUserRoutes } from './admin-user.routes.ts';
export { requireAnotherAdmin } from './administration.ts';
export {
  acceptService,
  acceptServiceForAdmins,
  deleteRights,
  disableUsersOfEmbeddedPool,
  findActor,
  findNotes,
  findRights,
  insertUser,
  isAnyAdmin,
  saveRole,
  updateUser,
} from './user.repository.ts';
