export const postsPath = (serviceId: string) => `/posts/${serviceId}`;
export const postPath = (serviceId: string, slug: string) => `${postsPath(serviceId)}/${slug}`;
export const categoryPath = (serviceId: string, slug: string) => `${postsPath(serviceId)}/categories/${slug}`;
export const tagPath = (serviceId: string, label: string) =>
  `${postsPath(serviceId)}/tags/${encodeURIComponent(label)}`;
