export const groupsPath = (serviceId: string) => `/admin/posts/${serviceId}/groups`;
export const createGroupPath = (serviceId: string) => `${groupsPath(serviceId)}/create`;
export const groupPath = (serviceId: string, slug: string) => `${groupsPath(serviceId)}/${slug}`;
export const editGroupPath = (serviceId: string, slug: string) => `${groupPath(serviceId, slug)}/edit`;
