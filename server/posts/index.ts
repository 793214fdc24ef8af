export type { ContentBounds } from './content-bounds.ts';
export { heldFileIds, heldFiles } from './held-files.ts';
export { errorOfJson } from './json-body.ts';
export { toPublicPosts } from './post.presenter.ts';
export { findPostIdBySlug, findPostVersion } from './post.repository.ts';
export { postRoutes } from './post.routes.ts';
export {
  type ListedPosts,
  listNewestPostsOfGroup,
  listPublishedPosts,
  listPublishedPostsOfTag,
} from './post-list.repository.ts';
export { isForReaders, isVisible } from './post-state.ts';
export { listHiddenContents, listPostsOfContents } from './posts-of-contents.ts';
export { postPreviewRoutes } from './preview/preview.routes.ts';
export { newPreview } from './preview/preview-token.ts';
export { postSlugRoutes } from './slugs/slug.routes.ts';
export { findMovedPost } from './slugs/slug-redirect.repository.ts';
export { toHeldFiles, toLinks } from './stored-post.ts';
