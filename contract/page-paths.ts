/** Where the public pages of a service are, for its links and for whatever names them to the outside. */
export const postsPath = (serviceId: string) => `/posts/${serviceId}`;

export const postPath = (serviceId: string, slug: string) => `${postsPath(serviceId)}/${slug}`;

export const categoryPath = (serviceId: string, slug: string) => `${postsPath(serviceId)}/categories/${slug}`;

/** The overview of all tags. */
export const tagsPath = (serviceId: string) => `${postsPath(serviceId)}/tags`;

/** A label may hold anything, unlike a slug. */
export const tagPath = (serviceId: string, label: string) => `${tagsPath(serviceId)}/${encodeURIComponent(label)}`;

/** The overview of all groups. */
export const groupsPath = (serviceId: string) => `${postsPath(serviceId)}/groups`;

export const groupPath = (serviceId: string, slug: string) => `${groupsPath(serviceId)}/${slug}`;

export const searchPath = (serviceId: string) => `${postsPath(serviceId)}/search`;
