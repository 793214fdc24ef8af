export { acceptService, acceptServiceForAdmins, findActor, insertUser, saveRole } from './user.repository.ts';
