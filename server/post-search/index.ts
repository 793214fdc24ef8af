export { startSearchIndexing } from './index-in-background.ts';
export { indexPost, indexPosts, indexSomePosts, unindexPost } from './index-posts.ts';
export { adminSearchRoutes, postSearchRoutes } from './search.routes.ts';
export { countUnindexed, markPostsOfTag } from './search-index.repository.ts';
