export { indexPost, indexPosts, indexSomePosts, startSearchIndexing, unindexPost } from './index-posts.ts';
export { adminSearchRoutes, postSearchRoutes } from './search.routes.ts';
export { countUnindexed, markPostsOfTag } from './search-index.repository.ts';
