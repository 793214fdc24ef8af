export const postsPath = (serviceId: string, search = '') => `/admin/posts/${serviceId}${search}`;
export const createPostPath = (serviceId: string, category = '') =>
  `${postsPath(serviceId)}/create${category === '' ? '' : `?${new URLSearchParams({ category })}`}`;
export const postPath = (serviceId: string, postId: string) => `${postsPath(serviceId)}/${postId}`;
export const editPostPath = (serviceId: string, postId: string) => `${postPath(serviceId, postId)}/edit`;
export const historyPath = (serviceId: string, postId: string) => `${postPath(serviceId, postId)}/history`;
export const binPath = (serviceId: string) => `${postsPath(serviceId)}/bin`;
