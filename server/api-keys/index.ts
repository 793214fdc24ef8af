export { deleteApiKeys, listApiKeyLabels } from './api-key.repository.ts';
export { apiKeyRoutes, createApiKey } from './api-key.routes.ts';
export { findApiKeyActor, KEY_START, LastUse } from './api-key-actor.ts';
