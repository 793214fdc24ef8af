import { CONSOLE_PATH } from './site.ts';

export const CONSOLE_SIGN_OUT_PATH = `${CONSOLE_PATH}/signout`;

export const SERVICE_LIST_PATH = `${CONSOLE_PATH}/services`;
export const SERVICE_CREATE_PATH = `${SERVICE_LIST_PATH}/create`;
export const serviceEditPath = (serviceId: string) => `${SERVICE_LIST_PATH}/${serviceId}/edit`;

export const USER_LIST_PATH = `${CONSOLE_PATH}/users`;
export const USER_CREATE_PATH = `${USER_LIST_PATH}/create`;
export const userDetailPath = (username: string) => `${USER_LIST_PATH}/${encodeURIComponent(username)}`;

export const API_KEY_LIST_PATH = `${CONSOLE_PATH}/api-keys`;
export const API_KEY_CREATE_PATH = `${API_KEY_LIST_PATH}/create`;

export const AUDIT_LIST_PATH = `${CONSOLE_PATH}/audit`;
export const auditOfUserPath = (part: 'actor' | 'target', username: string) =>
  `${AUDIT_LIST_PATH}?${new URLSearchParams({ [part]: username })}`;

export const MAIL_LIST_PATH = `${CONSOLE_PATH}/mails`;
export const mailDetailPath = (mailId: string) => `${MAIL_LIST_PATH}/${mailId}`;

/** The URL is placed in the fragment, which browsers do not send, because a preview URL grants access. */
export const qrPath = (url?: string) => `${CONSOLE_PATH}/qr${url === undefined ? '' : `#${encodeURIComponent(url)}`}`;

export function urlOfHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

export const sectionPath = (section: string, serviceId: string, rest = '') =>
  `${CONSOLE_PATH}/${section}/${serviceId}${rest}`;

export const postListPath = (serviceId: string, search = '') => sectionPath('posts', serviceId, search);
export const postCreatePath = (serviceId: string, category = '') =>
  `${postListPath(serviceId)}/create${category === '' ? '' : `?${new URLSearchParams({ category })}`}`;
export const postDetailPath = (serviceId: string, postId: string) => `${postListPath(serviceId)}/${postId}`;
export const postEditPath = (serviceId: string, postId: string) => `${postDetailPath(serviceId, postId)}/edit`;
export const postHistoryPath = (serviceId: string, postId: string) => `${postDetailPath(serviceId, postId)}/history`;
export const translationPath = (serviceId: string, postId: string) =>
  `${postDetailPath(serviceId, postId)}/translation`;
export const postBinPath = (serviceId: string) => `${postListPath(serviceId)}/bin`;

export const groupListPath = (serviceId: string) => `${postListPath(serviceId)}/groups`;
export const groupCreatePath = (serviceId: string) => `${groupListPath(serviceId)}/create`;
export const groupDetailPath = (serviceId: string, slug: string) => `${groupListPath(serviceId)}/${slug}`;
export const groupEditPath = (serviceId: string, slug: string) => `${groupDetailPath(serviceId, slug)}/edit`;

export const categoryListPath = (serviceId: string) => sectionPath('categories', serviceId);
export const categoryCreatePath = (serviceId: string, parent = '') =>
  `${categoryListPath(serviceId)}/create${parent === '' ? '' : `?${new URLSearchParams({ parent })}`}`;
export const categoryEditPath = (serviceId: string, slug: string) => `${categoryListPath(serviceId)}/${slug}/edit`;

export const tagListPath = (serviceId: string) => sectionPath('tags', serviceId);

export const fileLibraryPath = (serviceId: string, search = '') => sectionPath('files', serviceId, search);
export const fileDetailPath = (serviceId: string, fileId: string) => `${fileLibraryPath(serviceId)}/${fileId}`;

export const commentListPath = (serviceId: string, search = '') => sectionPath('comments', serviceId, search);
export const contentCommentsPath = (serviceId: string, contentId: string) =>
  `${commentListPath(serviceId)}/content/${contentId}`;
export const contentSettingsPath = (serviceId: string) => sectionPath('settings', serviceId, '/content');

export const webhookListPath = (serviceId: string) => sectionPath('webhooks', serviceId);
export const webhookCreatePath = (serviceId: string) => `${webhookListPath(serviceId)}/create`;
export const webhookDetailPath = (serviceId: string, webhookId: string) => `${webhookListPath(serviceId)}/${webhookId}`;
export const webhookEditPath = (serviceId: string, webhookId: string) =>
  `${webhookDetailPath(serviceId, webhookId)}/edit`;
