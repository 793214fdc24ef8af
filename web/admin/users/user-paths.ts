export const USERS_PATH = '/admin/users';
export const CREATE_USER_PATH = '/admin/users/create';

export function userPath(username: string): string {
  return `${USERS_PATH}/${encodeURIComponent(username)}`;
}
