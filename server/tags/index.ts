export { adminTagRoutes } from './admin-tag.routes.ts';
export { deleteUnusedTags, ensureTags, findTag, listTagsById } from './tag.repository.ts';
export { tagRoutes } from './tag.routes.ts';
