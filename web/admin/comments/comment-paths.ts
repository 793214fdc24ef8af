export const commentsPath = (serviceId: string, search = '') => `/admin/comments/${serviceId}${search}`;
export const contentCommentsPath = (serviceId: string, contentId: string, search = '') =>
  `${commentsPath(serviceId)}/content/${contentId}${search}`;
export const contentSettingsPath = (serviceId: string, search = '') => `/admin/settings/${serviceId}/content${search}`;
