export const tagsPath = (serviceId: string) => `/admin/tags/${serviceId}`;
