export { ensureTags, findTag, listTagsById } from './tag.repository.ts';
export { tagRoutes } from './tag.routes.ts';
