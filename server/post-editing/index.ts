export { adminPostRoutes } from './admin-post.routes.ts';
export { bulkPostRoutes } from './bulk/bulk.routes.ts';
export { findSource, findSourcePath, listSourcesOfService, saveSource } from './import-source.repository.ts';
export {
  createPost,
  type PostContent,
  type PreparedPost,
  preparePost,
  toDerivedColumns,
  type WrittenPost,
} from './imported-post.ts';
export { postListRoutes } from './post-list.routes.ts';
export { rerenderPosts } from './rerender-posts.ts';
export { replacePost } from './write-post.ts';
