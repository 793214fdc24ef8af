export type { ContentBounds } from './content-bounds.ts';
export { errorOfJson } from './json-body.ts';
export { toPublicPosts } from './post.presenter.ts';
export { findPostIdBySlug, findPostVersion } from './post.repository.ts';
export { postRoutes } from './post.routes.ts';
export { listHiddenContents, listPostsOfContents } from './post-content.repository.ts';
export {
  type ListedPosts,
  listNewestPostsOfGroup,
  listPublishedPosts,
  listPublishedPostsOfTag,
} from './post-list.repository.ts';
export { isForReaders, isVisible } from './post-state.ts';
export { postPreviewRoutes } from './preview/preview.routes.ts';
export { newPreview } from './preview/preview-token.ts';
export { usedFileIds, usedFiles } from './shown-files.ts';
export { postSlugRoutes } from './slugs/propose-slug.ts';
export { findMovedPost, saveSlugRedirect } from './slugs/slug-redirect.repository.ts';
export { toAttachedFiles, toLinks } from './stored-post.ts';
