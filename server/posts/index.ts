export { adminPostRoutes } from './admin-post.routes.ts';
export { findPostIdBySlug, findPostRevision } from './post.repository.ts';
export { postRoutes } from './post.routes.ts';
export { createRenderPool } from './rendering/render-pool.ts';
export { inProcessRenderer, type Renderer } from './rendering/renderer.ts';
export { rerenderPosts } from './rendering/rerender-posts.ts';
export {
  createPost,
  type PostContent,
  type PreparedPost,
  preparePost,
  replacePost,
  type WrittenPost,
} from './write-post.ts';
