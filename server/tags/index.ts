export { adminTagRoutes } from './admin-tag.routes.ts';
export { deleteUnusedTags, ensureTags, findTag, listTagsById, listUsedTagIds } from './tag.repository.ts';
export { tagRoutes } from './tag.routes.ts';
