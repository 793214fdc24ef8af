export const webhooksPath = (serviceId: string) => `/admin/webhooks/${serviceId}`;
export const createWebhookPath = (serviceId: string) => `${webhooksPath(serviceId)}/create`;
export const webhookPath = (serviceId: string, webhookId: string, search = '') =>
  `${webhooksPath(serviceId)}/${webhookId}${search}`;
export const editWebhookPath = (serviceId: string, webhookId: string) => `${webhookPath(serviceId, webhookId)}/edit`;
