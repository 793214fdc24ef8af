/** Address of the console's screen of tags. */
export const tagsPath = (serviceId: string) => `/admin/tags/${serviceId}`;
