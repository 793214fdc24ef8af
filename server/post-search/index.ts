export { startSearchIndexing } from './index-in-background.ts';
export { indexNewPosts, unindexTag } from './index-posts.ts';
export { adminSearchRoutes, postSearchRoutes } from './search.routes.ts';
export { countUnindexed } from './search-index.repository.ts';
