export { ensureTags, findTag } from './tag.repository.ts';
export { tagRoutes } from './tag.routes.ts';
