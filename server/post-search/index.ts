export { indexPost, indexPosts, moveTagLinks, startSearchIndexing, unindexPost } from './index-posts.ts';
export { adminSearchRoutes, postSearchRoutes } from './search.routes.ts';
export { searchAnyState } from './search-any-state.ts';
export { countUnindexed, listLanguages } from './search-index.repository.ts';
