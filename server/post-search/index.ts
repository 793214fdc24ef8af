export { indexPost, indexPosts, moveTagLinks, startSearchIndexing, unindexPost } from './index-posts.ts';
export { adminSearchRoutes, postSearchRoutes } from './search.routes.ts';
export { countUnindexed } from './search-index.repository.ts';
