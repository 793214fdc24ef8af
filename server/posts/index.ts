export { findPostIdBySlug, findPostRevision } from './post.repository.ts';
export { postRoutes } from './post.routes.ts';
export { rerenderPosts } from './rerender-posts.ts';
export {
  createPost,
  type PostContent,
  type PreparedPost,
  preparePost,
  replacePost,
  type WrittenPost,
} from './write-post.ts';
